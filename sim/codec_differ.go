package sim

import (
	"math"
	"reflect"
)

// differ returns where a message that has arrived differs from the one that was sent. Slices and maps without elements
// are taken for equal to nil, for which gob does not promise more.
func differ(sent, got reflect.Value) *flaw {
	if encodesItself(sent.Type()) {
		return nil
	}
	switch sent.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !sent.IsNil() {
			return flawf("is a %s, which does not arrive", sent.Kind())
		}
	case reflect.Pointer, reflect.Interface:
		return differBehind(sent, got)
	case reflect.Struct:
		return differFields(sent, got)
	case reflect.Slice, reflect.Array:
		return differElements(sent, got)
	case reflect.Map:
		return differEntries(sent, got)
	case reflect.Float32, reflect.Float64:
		if math.Float64bits(sent.Float()) != math.Float64bits(got.Float()) {
			return flawf("is %v and arrives as %v", sent, got)
		}
	default:
		if !sent.Equal(got) {
			return flawf("is %v and arrives as %v", sent, got)
		}
	}
	return nil
}

func differBehind(sent, got reflect.Value) *flaw {
	switch {
	case sent.IsNil() && got.IsNil():
		return nil
	case got.IsNil():
		return flawf("arrives as nil")
	case sent.IsNil():
		return flawf("is nil and does not arrive so")
	case sent.Elem().Type() != got.Elem().Type():
		return flawf("holds a %s and arrives with a %s", sent.Elem().Type(), got.Elem().Type())
	}
	return differ(sent.Elem(), got.Elem())
}

func differFields(sent, got reflect.Value) *flaw {
	for i := range sent.NumField() {
		field := sent.Type().Field(i)
		f := differ(sent.Field(i), got.Field(i))
		if f != nil && !field.IsExported() {
			f = flawf("is not exported, so that it does not arrive")
		}
		if f != nil {
			return f.in("." + field.Name)
		}
	}
	return nil
}

func differElements(sent, got reflect.Value) *flaw {
	if sent.Len() != got.Len() {
		return flawf("has %d elements and arrives with %d", sent.Len(), got.Len())
	}
	for i := range sent.Len() {
		if f := differ(sent.Index(i), got.Index(i)); f != nil {
			return f.at(i)
		}
	}
	return nil
}

// differEntries looks at all of a map, and of several flaws names always the same.
func differEntries(sent, got reflect.Value) *flaw {
	var first *flaw
	//simvet:allow maporder the least of all flaws is named, whatever the order
	for each := sent.MapRange(); each.Next(); {
		value := got.MapIndex(each.Key())
		if !value.IsValid() {
			first = lesser(first, flawf("has a key that does not arrive"))
			continue
		}
		first = lesser(first, differ(each.Value(), value).in("[value]"))
	}
	if first == nil && sent.Len() != got.Len() {
		return flawf("has %d entries and arrives with %d", sent.Len(), got.Len())
	}
	return first
}
