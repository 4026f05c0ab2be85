package sim

// Object names something that tasks share: a queue, a connection, a park token, a flag. Schedules that know which steps
// commute compare objects; they never look at what the object is.
type Object uint32

// Access is one use of an object within a step.
type Access struct {
	Object Object
	Write  bool
	part   uint32
}

// Read declares that a step reads the object.
func Read(o Object) Access { return Access{Object: o} }

// Write declares that a step changes the object.
func Write(o Object) Access { return Access{Object: o, Write: true} }

// Part narrows the access to a part of the object, by a number from 1 on. Schedules, which must know beforehand what a
// step will touch, look at the whole object; a search over orders, which learns what a step has touched, tells the parts
// apart. Access without a part touches them all.
func (a Access) Part(number int) Access {
	a.part = uint32(number)
	return a
}

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

// Touch tells a search over orders what the step touches beyond what it declares. It costs nothing where there is none.
func (t *Task) Touch(acc ...Access) { t.w.touch(acc...) }

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

// objectName keeps kind and name apart: joining them for every park and queue would cost an allocation each. Things of
// one name that different actors have made are different things.
type objectName struct{ kind, name, maker string }

func (o *objects) add(kind, name, maker string) Object {
	if len(o.names) == 0 {
		o.names = append(o.names, objectName{})
	}
	o.names = append(o.names, objectName{kind, name, maker})
	return Object(len(o.names) - 1)
}

// newObject returns an object for a thing that whoever runs now makes.
func (w *World) newObject(kind, name string) Object {
	maker := ""
	if w.current != nil {
		maker = w.current.actor.Name
	}
	return w.objects.add(kind, name, maker)
}

// Object returns the object of that name, made on first use.
func (w *World) Object(name string) Object {
	if o, ok := w.objects.byName[name]; ok {
		return o
	}
	if w.objects.byName == nil {
		w.objects.byName = make(map[string]Object)
	}
	o := w.objects.add("", name, "")
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
