package sim

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// parcel has a field of each kind.
type parcel struct {
	flag    bool
	Small   int8
	large   uint64
	ratio   float32
	wave    complex128
	text    string
	list    []parcel
	bytes   []byte
	three   [3]*int
	byName  map[string]*parcel
	Shape   shape
	any     any
	next    *parcel
	call    func()
	signal  chan int
	_       int
	at      time.Time
	nothing struct{}
}

func TestPlainCarriesEverything(t *testing.T) {
	zero, one := 0, 1
	p := Plain().Pipe()
	for _, msg := range []any{
		nil, 7, -7, "x", "", true, false, 1.5, math.Inf(1), []int{}, []int(nil), map[string]int{}, map[string]int(nil),
		(*parcel)(nil), &zero, square{3}, &square{3}, [2]int{1, 0}, struct{}{}, []any{nil, square{1}, &square{1}},
		parcel{}, &parcel{flag: true, Small: -128, large: 1<<64 - 1, ratio: 0.1, wave: 1 + 2i, text: "é\x00"},
		parcel{list: []parcel{{}, {text: "b"}}, bytes: []byte{0, 255}, three: [3]*int{&zero, nil, &one}},
		parcel{byName: map[string]*parcel{"a": {large: 3}, "b": nil}, Shape: &square{2}, any: parcel{any: square{1}}},
		parcel{next: &parcel{next: &parcel{}}, at: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)},
		map[shape][]int{square{1}: {1}, square{2}: nil},
	} {
		for range 2 {
			data, err := p.Encode(msg)
			require.NoError(t, err, "%#v", msg)
			got, err := p.Decode(data)
			require.NoError(t, err)
			require.Equal(t, msg, got)
		}
	}
}

func TestPlainRefusesWhatCannotBeShared(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{})
	loop := &parcel{}
	loop.next = &parcel{list: []parcel{{next: loop}}}
	list := []any{nil}
	list[0] = list
	for want, msg := range map[string]any{
		".(sim.parcel).call is a func":                       parcel{call: func() {}},
		".(*sim.parcel).signal is a chan":                    &parcel{signal: make(chan int)},
		".(*sim.parcel).next.list[0].next leads back":        loop,
		".([]interface {})[0].([]interface {}) leads back":   list,
		".(*sim.World) is the world":                         w,
		".(*sim.Node).w is the world":                        n,
		".(sim.parcel).any.(*sim.Queue[int]).w is the world": parcel{any: NewQueue[int](w, "q")},
		".(map[string]interface {})[value].(*sim.Node).w is": map[string]any{"b": n, "a": 1},
		".(map[interface {}]int)[key].(*sim.Node).w is the ": map[any]int{n: 1},
	} {
		_, err := Plain().Pipe().Encode(msg)
		require.ErrorContains(t, err, want)
	}
}

func TestPlainCarriesAnyParcel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var draw func(depth int) parcel
		draw = func(depth int) parcel {
			l := parcel{
				text: rapid.String().Draw(r, "text"), Small: rapid.Int8().Draw(r, "small"), large: rapid.Uint64().Draw(r, "large"),
				bytes: rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"), ratio: rapid.Float32().Draw(r, "ratio"),
			}
			if depth > 0 && rapid.Bool().Draw(r, "deep") {
				next := draw(depth - 1)
				l.next, l.any, l.list = &next, draw(depth-1), []parcel{draw(depth - 1)}
			}
			return l
		}
		p := Plain().Pipe()
		for range 3 {
			msg := draw(2)
			data, err := p.Encode(msg)
			require.NoError(r, err)
			got, err := p.Decode(data)
			require.NoError(r, err)
			require.Equal(r, msg, got)
		}
	})
}

// BenchmarkCodec sends one message of five fields through each codec.
func BenchmarkCodec(b *testing.B) {
	msg := letter{Name: "name", Numbers: []int{1, 2, 3}, Shape: square{4}, Next: &letter{Name: "next"}, At: 17}
	for name, codec := range map[string]Codec{"gob": Gob(), "plain": Plain()} {
		b.Run(name, func(b *testing.B) {
			p := codec.Pipe()
			b.ReportAllocs()
			for b.Loop() {
				require.Equal(b, 17, int(cross(p, msg, "").(letter).At))
			}
		})
	}
}
