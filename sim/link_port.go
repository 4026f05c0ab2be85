package sim

import "slices"

// CutPort breaks every connection to a port, whichever end dialled, and leaves all others as they are. Dials to the port
// fail with [ErrReset] until HealPort. It reports whether a connection broke.
func (l *Link) CutPort(port string) bool {
	l.w.refuseDead()
	if slices.Contains(l.shut, port) {
		return false
	}
	l.shut = append(l.shut, port)
	l.w.Emit(PortCut{A: l.a.name, B: l.b.name, Port: port})
	broken := slices.DeleteFunc(slices.Clone(l.open), func(c *Conn) bool { return c.port != port })
	for _, c := range broken {
		l.forget(c)
		c.sever()
	}
	return len(broken) > 0
}

// HealPort lets dials to the port through again.
func (l *Link) HealPort(port string) {
	l.w.refuseDead()
	if i := slices.Index(l.shut, port); i >= 0 {
		l.shut = slices.Delete(l.shut, i, i+1)
		l.w.Emit(PortHealed{A: l.a.name, B: l.b.name, Port: port})
	}
}

// resets says whether a dial to the port fails at once.
func (l *Link) resets(port string) bool { return l.cut || slices.Contains(l.shut, port) }

// PortCut is the event of [Link.CutPort].
type PortCut struct{ A, B, Port string }

// Append adds the text.
func (e PortCut) Append(b []byte) []byte {
	b = appendPair(append(b, "port.cut"...), e.A, e.B)
	return append(append(b, " port="...), e.Port...)
}

// PortHealed is the event of [Link.HealPort].
type PortHealed struct{ A, B, Port string }

// Append adds the text.
func (e PortHealed) Append(b []byte) []byte {
	b = appendPair(append(b, "port.healed"...), e.A, e.B)
	return append(append(b, " port="...), e.Port...)
}
