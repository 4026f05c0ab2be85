package sim

import (
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

// Decode returns a new message.
func (p *plainPipe) Decode(data []byte) (any, error) {
	var msg any
	p.in = data
	p.decode(reflect.ValueOf(&msg).Elem())
	return msg, nil
}

// decode fills in a value that is zero and can be set.
func (p *plainPipe) decode(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(p.in[0] == 1)
		p.in = p.in[1:]
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(p.in)
		v.SetInt(n)
		p.in = p.in[size:]
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(p.next())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(p.next()))
	case reflect.Complex64, reflect.Complex128:
		re := math.Float64frombits(p.next())
		v.SetComplex(complex(re, math.Float64frombits(p.next())))
	case reflect.String:
		n := p.next()
		v.SetString(string(p.in[:n]))
		p.in = p.in[n:]
	case reflect.Struct:
		p.decodeStruct(v)
	case reflect.Array:
		p.decodeElements(v)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer: // nil
	default:
		if n := p.next(); n > 0 {
			p.decodeReference(v, int(n)-1)
		}
	}
}

func (p *plainPipe) next() uint64 {
	n, size := binary.Uvarint(p.in)
	p.in = p.in[size:]
	return n
}

// decodeStruct also fills in fields that are not exported. Package reflect refuses to set those, so it is given the same
// place in memory as a value of its own.
func (p *plainPipe) decodeStruct(v reflect.Value) {
	for i := range v.NumField() {
		field := v.Field(i)
		if v.Type().Field(i).Name == "_" {
			continue
		}
		if !field.CanSet() {
			//simvet:allow pointer the address is only written to
			field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
		}
		p.decode(field)
	}
}

func (p *plainPipe) decodeReference(v reflect.Value, n int) {
	t := v.Type()
	switch v.Kind() {
	case reflect.Interface:
		inner := reflect.New(p.types[n]).Elem()
		p.decode(inner)
		v.Set(inner)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, n, n))
		p.decodeElements(v)
	case reflect.Map:
		v.Set(reflect.MakeMapWithSize(t, n))
		for range n {
			key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			p.decode(key)
			p.decode(value)
			v.SetMapIndex(key, value)
		}
	default:
		v.Set(reflect.New(t.Elem()))
		p.decode(v.Elem())
	}
}

func (p *plainPipe) decodeElements(v reflect.Value) {
	for i := range v.Len() {
		p.decode(v.Index(i))
	}
}
