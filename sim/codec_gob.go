package sim

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"fmt"
	"reflect"
	"strconv"
)

// Gob returns the codec that encodes with [encoding/gob]. As gob has it, types that stand behind interfaces within a
// message must be registered with [gob.Register]; the message itself need not be. A message that would not arrive as it
// was sent, because of a field that is not exported, a function or a pointer to 0, is an error that names the place.
func Gob() Codec { return gobCodec{} }

type gobCodec struct{}

func (gobCodec) Pipe() Pipe {
	p := &gobPipe{}
	p.encoder, p.decoder = gob.NewEncoder(&p.out), gob.NewDecoder(&p.in)
	return p
}

type gobPipe struct {
	out, in bytes.Buffer
	encoder *gob.Encoder
	decoder *gob.Decoder
	sent    reflect.Value // the message under way
}

// Encode returns the message as bytes: none for nil, for which gob has no code.
func (p *gobPipe) Encode(msg any) ([]byte, error) {
	p.sent = reflect.ValueOf(msg)
	if isNil(p.sent) {
		return nil, nil
	}
	if f := (&loopFinder{}).look(p.sent); f != nil {
		return nil, f.in(p.sent.Type().String())
	}
	p.out.Reset()
	err := p.encoder.EncodeValue(p.sent)
	return p.out.Bytes(), err
}

// Decode returns a new message of the type that was encoded.
func (p *gobPipe) Decode(data []byte) (any, error) {
	sent := p.sent
	p.sent = reflect.Value{}
	switch {
	case !sent.IsValid():
		return nil, nil
	case isNil(sent):
		return reflect.Zero(sent.Type()).Interface(), nil
	}
	p.in.Write(data)
	got := reflect.New(sent.Type())
	if err := p.decoder.DecodeValue(got); err != nil {
		return nil, err
	}
	if f := differ(sent, got.Elem()); f != nil {
		return nil, f.in(sent.Type().String())
	}
	return got.Elem().Interface(), nil
}

func isNil(v reflect.Value) bool { return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() }

// flaw is why gob does not carry a message as it is, and where in it that lies.
type flaw struct{ path, what string }

// Error says where and why.
func (f *flaw) Error() string { return f.path + " " + f.what }

// in says in which part of a larger value the flaw lies.
func (f *flaw) in(part string) *flaw {
	if f != nil {
		f.path = part + f.path
	}
	return f
}

// at says in which element the flaw lies.
func (f *flaw) at(index int) *flaw { return f.in("[" + strconv.Itoa(index) + "]") }

func flawf(format string, args ...any) *flaw { return &flaw{what: fmt.Sprintf(format, args...)} }

var (
	gobEncoder      = reflect.TypeFor[gob.GobEncoder]()
	binaryMarshaler = reflect.TypeFor[encoding.BinaryMarshaler]()
)

// encodesItself says whether the type, or the pointer to it, has a code of its own, which is believed.
func encodesItself(t reflect.Type) bool {
	for _, own := range [...]reflect.Type{gobEncoder, binaryMarshaler} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return true
		}
	}
	return false
}
