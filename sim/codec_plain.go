package sim

import (
	"encoding/binary"
	"math"
	"reflect"
)

// Plain returns a codec that carries every message made of plain data as it is, down to fields that are not exported and
// the difference between nil and empty; nothing needs to be exported or registered. What two nodes cannot share is
// refused, with the place in the message: functions, channels, and whatever leads to the world, such as a task or a queue.
// Two references to one thing arrive as two things.
func Plain() Codec { return plainCodec{} }

type plainCodec struct{}

func (plainCodec) Pipe() Pipe { return &plainPipe{ids: make(map[reflect.Type]uint64)} }

// plainPipe numbers the types that stand behind interfaces. The numbers mean the same at both ends, as with types that
// a real codec describes when it first meets them.
type plainPipe struct {
	types []reflect.Type
	ids   map[reflect.Type]uint64
	bytes []byte
	path  references
	in    []byte // what is not decoded yet
}

var worldType = reflect.TypeFor[World]()

// Encode returns the message as bytes.
func (p *plainPipe) Encode(msg any) ([]byte, error) {
	p.bytes, p.path = p.bytes[:0], p.path[:0]
	if f := p.encode(reflect.ValueOf(&msg).Elem()); f != nil {
		return nil, f
	}
	return p.bytes, nil
}

func (p *plainPipe) encode(v reflect.Value) *flaw {
	switch v.Kind() {
	case reflect.Bool:
		p.bytes = append(p.bytes, 0)
		if v.Bool() {
			p.bytes[len(p.bytes)-1] = 1
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.bytes = binary.AppendVarint(p.bytes, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		p.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		p.number(math.Float64bits(real(v.Complex())))
		p.number(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		p.number(uint64(v.Len()))
		p.bytes = append(p.bytes, v.String()...)
	case reflect.Struct:
		return p.encodeStruct(v)
	case reflect.Array:
		return p.encodeElements(v)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !v.IsNil() {
			return flawf("is a %s", v.Kind())
		}
	default:
		return p.encodeReference(v)
	}
	return nil
}

func (p *plainPipe) number(n uint64) { p.bytes = binary.AppendUvarint(p.bytes, n) }

// encodeStruct encodes every field. Blank ones hold nothing.
func (p *plainPipe) encodeStruct(v reflect.Value) *flaw {
	t := v.Type()
	if t == worldType {
		return flawf("is the world")
	}
	for i := range v.NumField() {
		if name := t.Field(i).Name; name != "_" {
			if f := p.encode(v.Field(i)); f != nil {
				return f.in("." + name)
			}
		}
	}
	return nil
}

// encodeReference encodes what can be nil: 0 if it is, otherwise its length or type, plus 1, and what is behind it.
func (p *plainPipe) encodeReference(v reflect.Value) *flaw {
	if v.IsNil() {
		p.number(0)
		return nil
	}
	if v.Kind() == reflect.Interface {
		inner := v.Elem()
		p.number(1 + p.id(inner.Type()))
		if f := p.encode(inner); f != nil {
			return f.in(".(" + inner.Type().String() + ")")
		}
		return nil
	}
	if !p.path.enter(v) {
		return flawf("leads back to what it is part of")
	}
	defer p.path.leave()
	switch v.Kind() {
	case reflect.Slice:
		p.number(1 + uint64(v.Len()))
		return p.encodeElements(v)
	case reflect.Map:
		return p.encodeMap(v)
	}
	p.number(1)
	return p.encode(v.Elem())
}

// encodeMap encodes the entries in whatever order they come: nobody sees the bytes.
func (p *plainPipe) encodeMap(v reflect.Value) *flaw {
	p.number(1 + uint64(v.Len()))
	var first *flaw
	//simvet:allow maporder the least of all flaws is named, and the bytes are decoded to a map again
	for each := v.MapRange(); each.Next(); {
		first = lesser(first, p.encode(each.Key()).in("[key]"))
		first = lesser(first, p.encode(each.Value()).in("[value]"))
	}
	return first
}

func (p *plainPipe) encodeElements(v reflect.Value) *flaw {
	for i := range v.Len() {
		if f := p.encode(v.Index(i)); f != nil {
			return f.at(i)
		}
	}
	return nil
}

func (p *plainPipe) id(t reflect.Type) uint64 {
	id, ok := p.ids[t]
	if !ok {
		id = uint64(len(p.types))
		p.ids[t] = id
		p.types = append(p.types, t)
	}
	return id
}
