package sim

// Object names something that tasks share: a queue, a connection, a park token, a flag. Schedules that know which steps
// commute compare objects; they never look at what the object is.
type Object uint32

// Access is one use of an object within a step.
type Access struct {
	Object Object
	Write  bool
}

// Read declares that a step reads the object.
func Read(o Object) Access { return Access{Object: o} }

// Write declares that a step changes the object.
func Write(o Object) Access { return Access{Object: o, Write: true} }

// races says whether two steps of different actors that declare these access sets may depend on each other's order:
// they meet at an object that one of them changes, or one of the sets is unknown.
func races(a, b []Access) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	for _, x := range a {
		for _, y := range b {
			if x.Object == y.Object && (x.Write || y.Write) {
				return true
			}
		}
	}
	return false
}

// touch tells a search over orders what a primitive uses, where that may go beyond what the step has declared.
func (w *World) touch(acc ...Access) {
	if w.tracking {
		w.touched = append(w.touched, acc...)
	}
}

// touchAll tells it that the step changes what no object stands for, such as the life of a process.
func (w *World) touchAll() { w.touchedAll = true }

// objects numbers the shared things of a world. Number 0 stands for nothing.
type objects struct {
	byName map[string]Object
	names  []objectName
}

// objectName keeps kind and name apart: joining them for every park and queue would cost an allocation each.
type objectName struct{ kind, name string }

func (o *objects) add(kind, name string) Object {
	if len(o.names) == 0 {
		o.names = append(o.names, objectName{})
	}
	o.names = append(o.names, objectName{kind, name})
	return Object(len(o.names) - 1)
}

// Object returns the object of that name, made on first use.
func (w *World) Object(name string) Object {
	if o, ok := w.objects.byName[name]; ok {
		return o
	}
	if w.objects.byName == nil {
		w.objects.byName = make(map[string]Object)
	}
	o := w.objects.add("", name)
	w.objects.byName[name] = o
	return o
}

// ObjectName returns what the object is called in reports, such as "queue lane" or "park r1.p0.worker0".
func (w *World) ObjectName(o Object) string {
	if int(o) >= len(w.objects.names) {
		return ""
	}
	n := w.objects.names[o]
	if n.kind == "" {
		return n.name
	}
	return n.kind + " " + n.name
}
