package fail

// The designs: the proposal as it is, and the proposal with every known hazard closed.
const (
	Proposal = "pr38579"
	Hardened = "hardened"
)

// Design is a system under test: what is built, with a set of failpoints that are always armed.
type Design struct {
	Name   string
	Doc    string // one sentence
	Points []Point
}

// Designs returns all designs, sorted by name.
func Designs() []Design {
	return []Design{
		{Name: Hardened, Doc: "The proposal with every known hazard closed.", Points: pointsOf(Hardened)},
		{
			Name: Proposal, Points: pointsOf(Proposal),
			Doc: "The proposal as it is, MaterializeInc/materialize#38579, with the hazards that its code has today.",
		},
	}
}

// LookupDesign returns the design of a name.
func LookupDesign(name string) (Design, bool) {
	for _, d := range Designs() {
		if d.Name == name {
			return d, true
		}
	}
	return Design{}, false
}

func pointsOf(design string) []Point {
	var points []Point
	for _, entry := range catalogue {
		if entry.Design == design {
			points = append(points, entry.Name)
		}
	}
	return points
}
