package clusterd

// Plane is one of the two protocols that a process serves.
type Plane uint8

// The planes.
const (
	Compute Plane = iota
	Storage
)

// String returns the plane's name.
func (p Plane) String() string {
	return [...]string{"compute", "storage"}[p]
}

// Port returns the port at which a process serves the plane.
func (p Plane) Port() string {
	return p.String()
}
