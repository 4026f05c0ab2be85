package sim

import (
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type shape interface{ Area() int }

type square struct{ Side int }

func init() { gob.Register(square{}) }

func (s square) Area() int { return s.Side * s.Side }

type letter struct {
	Name    string
	Numbers []int
	ByName  map[string]*square
	Shape   shape
	Next    *letter
	At      Time
	Error   *failure
	hidden  int
	Call    func()
	Signal  chan int
	Count   *int
	Counts  []*int
}

// failure has a code of its own, as a type must that has a field which is not exported.
type failure struct{ text string }

func (f failure) GobEncode() ([]byte, error) { return []byte(f.text), nil }
func (f *failure) GobDecode(b []byte) error  { f.text = string(b); return nil }

var _ gob.GobEncoder = failure{}

func TestGobCarriesValues(t *testing.T) {
	zero, one := 0, 1
	loop := &letter{Name: "loop"}
	p := Gob().Pipe()
	for _, msg := range []any{
		nil, 7, 0, "x", "", true, []int{1, 2}, map[string]int{"a": 1}, square{3}, &square{3}, (*square)(nil), [2]int{1, 0},
		letter{}, &letter{Name: "a", Numbers: []int{1}, ByName: map[string]*square{"s": {2}, "t": {0}}, Shape: square{4}},
		letter{Shape: square{5}, Next: &letter{Name: "b", Next: &letter{}}, At: 7, Error: &failure{"x"}},
		letter{Count: &one, Counts: []*int{&zero, &one}}, &zero, &one, loop, []any{1, "a", square{1}}, [2]bool{true},
		map[string][]int{"a": {1}}, 1.5, math.NaN(), []float64{0, 2},
	} {
		for range 2 { // the second time the types are known
			data, err := p.Encode(msg)
			require.NoError(t, err, "%#v", msg)
			got, err := p.Decode(data)
			require.NoError(t, err)
			if f, ok := msg.(float64); !ok || f == f {
				require.Equal(t, msg, got)
			}
		}
	}
}

// area is a shape that gob does not know.
type area struct{}

func (area) Area() int { return 1 }

func TestGobRefusesWhatWouldNotArrive(t *testing.T) {
	zero := 0
	loop := &letter{Name: "a"}
	loop.Next = &letter{Next: loop}
	list := []any{nil}
	list[0] = list
	for want, msg := range map[string]any{
		"sim.letter.hidden is not exported":            letter{hidden: 1},
		"sim.letter.Next.hidden is not exported":       letter{Next: &letter{hidden: 1}},
		"[]sim.letter[1].Call is a func":               []letter{{}, {Call: func() {}}},
		"map[string]sim.letter[value].Call is a func":  map[string]letter{"b": {Signal: make(chan int)}, "a": {Call: func() {}}},
		"sim.letter.Signal is a chan":                  letter{Signal: make(chan int)},
		"sim.letter.Count arrives as nil":              letter{Count: &zero},
		"*sim.letter.Next.Next leads back":             loop,
		"[]interface {}[0] leads back":                 list,
		"can't handle type: func()":                    func() {},
		"type not registered for interface: sim.area":  letter{Shape: area{}},
		"sim.letter.Shape holds a *sim.square and arr": letter{Shape: &square{5}},
		"map[*int]int has a key that does not arrive":  map[*int]int{&zero: 1},
		"has no exported fields":                       struct{ a int }{},
		"type sim.Pool has no exported fields":         NewPool(),
	} {
		p := Gob().Pipe()
		data, err := p.Encode(msg)
		if err == nil {
			_, err = p.Decode(data)
		}
		require.ErrorContains(t, err, want)
	}
}

func TestGobCarriesAnyLetter(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var draw func(depth int) letter
		draw = func(depth int) letter {
			l := letter{
				Name:    rapid.String().Draw(r, "name"),
				Numbers: rapid.Custom(func(r *rapid.T) []int { return rapid.SliceOfN(rapid.Int(), 1, 3).Draw(r, "") }).Draw(r, "numbers"),
				At:      Time(rapid.Int64().Draw(r, "at")),
			}
			if rapid.Bool().Draw(r, "shape") {
				l.Shape = square{rapid.Int().Draw(r, "side")}
			}
			if depth > 0 && rapid.Bool().Draw(r, "next") {
				next := draw(depth - 1)
				l.Next = &next
			}
			return l
		}
		p := Gob().Pipe()
		for range 3 {
			msg := draw(3)
			data, err := p.Encode(msg)
			require.NoError(r, err)
			got, err := p.Decode(data)
			require.NoError(r, err)
			require.Equal(r, msg, got)
		}
	})
}

func TestTheTraceDoesNotDependOnTheCodec(t *testing.T) {
	for i, cfg := range storyConfigs() {
		cfg.Schedule = []Schedule{Random(), PCT(3, 2000), FIFO()}[i%3]
		faults := []func(*World){nil, linkFaultsAtRandom, pauseAtRandom}[i%3]
		plain := runStory(t, story{Config: cfg, faults: faults})
		for _, codec := range []Codec{Gob(), Plain()} {
			cfg.Codec = codec
			require.Equal(t, plain.Hash(), runStory(t, story{Config: cfg, faults: faults}).Hash())
		}
	}
	link := LinkConfig{Loss: Ratio{1, 3}, Double: Ratio{1, 3}, Reorder: Ratio{1, 3}}
	got, plain := volley(t, Config{Seed: 9}, link, 100, time.Millisecond)
	for _, codec := range []Codec{Gob(), Plain()} {
		same, w := volley(t, Config{Seed: 9, Codec: codec}, link, 100, time.Millisecond)
		require.Equal(t, got, same)
		require.Equal(t, plain.Hash(), w.Hash())
	}
}

// With a codec the two ends share nothing, so that a change after sending does not arrive.
func TestACodecEndsSharing(t *testing.T) {
	for _, codec := range []Codec{nil, Gob(), Plain()} {
		msg := &square{1}
		var got any
		p := newPair(t, Config{Codec: codec}, func(t *Task, p *pair) {
			c := p.dial(t)
			require.NoError(t, c.Send(t, msg))
			msg.Side = 2
			var err error
			got, err = c.Recv(t)
			require.NoError(t, err)
		})
		require.Nil(t, p.w.RunFor(time.Second))
		require.Equal(t, codec == nil, got.(*square) == msg)
		require.Equal(t, codec == nil, got.(*square).Side == 2)
	}
}

func TestWhatCannotBeEncodedEndsTheWorld(t *testing.T) {
	p := newPair(t, Config{Codec: Gob()}, func(t *Task, p *pair) {
		_ = p.dial(t).Send(t, letter{Next: &letter{hidden: 3}})
	})
	stop := p.w.RunFor(time.Second)
	require.Equal(t, StopCrash, stop.Kind)
	require.Equal(t, "panic: sim: decode sim.letter of client->server/echo: sim.letter.Next.hidden is not exported, so that it does not arrive", stop.Reason)
	require.Equal(t, "client", stop.Node)
}

// lossy is a codec that somebody else supplies.
type lossy struct{ pipes *int }

func (l lossy) Pipe() Pipe { *l.pipes++; return lossyPipe{} }

type lossyPipe struct{}

func (lossyPipe) Encode(msg any) ([]byte, error) { return fmt.Append(nil, msg), nil }

func (lossyPipe) Decode(data []byte) (any, error) {
	if len(data) > 5 {
		return nil, errors.New("too long")
	}
	return string(data), nil
}

func TestACodecOfSomebodyElse(t *testing.T) {
	pipes := 0
	p := newPair(t, Config{Codec: lossy{&pipes}}, func(t *Task, p *pair) {
		c, other := p.dial(t), p.dial(t)
		for _, conn := range []*Conn{c, c, other} {
			require.NoError(t, conn.Send(t, 17))
			m, err := conn.Recv(t)
			require.NoError(t, err)
			require.Equal(t, "17", m)
		}
		require.Equal(t, 4, pipes, "one for each direction of a connection")
		_ = c.Send(t, "longer")
	})
	require.Equal(t, "panic: sim: decode string of client->server/echo: too long", p.w.RunFor(time.Second).Reason)
}
