package sim

import "reflect"

// loopFinder looks for references that lead back to what they are part of: on those gob would never end.
type loopFinder struct{ path references }

// references are the pointers, slices and maps on the way to where a walk is.
type references []reflect.Value

// enter notes one more, unless the way has come by it already.
func (r *references) enter(v reflect.Value) bool {
	for _, o := range *r {
		//simvet:allow pointer only compared, whether two are the same
		if o.Type() == v.Type() && o.Pointer() == v.Pointer() && (v.Kind() != reflect.Slice || v.Len() > 0) {
			return false
		}
	}
	*r = append(*r, v)
	return true
}

func (r *references) leave() { *r = (*r)[:len(*r)-1] }

func (l *loopFinder) look(v reflect.Value) *flaw {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return l.enter(v)
	case reflect.Interface:
		if !v.IsNil() {
			return l.look(v.Elem())
		}
	case reflect.Struct:
		return l.fields(v)
	case reflect.Array:
		return l.elements(v)
	}
	return nil
}

func (l *loopFinder) enter(v reflect.Value) *flaw {
	if v.IsNil() {
		return nil
	}
	if !l.path.enter(v) {
		return flawf("leads back to what it is part of")
	}
	defer l.path.leave()
	switch v.Kind() {
	case reflect.Slice:
		return l.elements(v)
	case reflect.Map:
		return l.values(v)
	}
	return l.look(v.Elem())
}

func (l *loopFinder) fields(v reflect.Value) *flaw {
	if encodesItself(v.Type()) {
		return nil
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() {
			if f := l.look(v.Field(i)); f != nil {
				return f.in("." + field.Name)
			}
		}
	}
	return nil
}

func (l *loopFinder) elements(v reflect.Value) *flaw {
	if plain(v.Type().Elem().Kind()) {
		return nil
	}
	for i := range v.Len() {
		if f := l.look(v.Index(i)); f != nil {
			return f.at(i)
		}
	}
	return nil
}

// values looks at all values of a map, and of several flaws names always the same. A key can lead nowhere.
func (l *loopFinder) values(v reflect.Value) *flaw {
	var first *flaw
	//simvet:allow maporder the least of all flaws is named, whatever the order
	for each := v.MapRange(); each.Next(); {
		first = lesser(first, l.look(each.Value()).in("[value]"))
	}
	return first
}

func lesser(a, b *flaw) *flaw {
	if a == nil || b != nil && b.Error() < a.Error() {
		return b
	}
	return a
}

// plain says whether there is nothing behind values of the kind.
func plain(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Complex128 || k == reflect.String
}
