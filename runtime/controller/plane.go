package controller

// Plane is one of the two protocols that an environment speaks with every replica.
type Plane uint8

// The planes.
const (
	Compute Plane = iota
	Storage
)

// String returns the plane's name, as traces and fault plans write it.
func (p Plane) String() string {
	return [...]string{"compute", "storage"}[p]
}

// Port returns the port at which every process of a replica serves the plane.
func (p Plane) Port() string { return p.String() }
