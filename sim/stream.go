package sim

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/cespare/xxhash/v2"
)

// Stream is a sequence of random numbers with a name. Streams of one seed are independent of each other, so that a
// draw from one shifts no other. The generator is PCG-DXSM; how bounded numbers are made of it is written out here
// rather than taken from a library, because a seed must mean the same run in a later build.
type Stream struct {
	pcg       rand.PCG
	decisions *decisions // of the world that records or replays, otherwise nil
	name      string
	label     uint32 // in the log that is recorded, plus 1; 0 means none yet
}

// Derive returns the stream of that name under the seed, at its beginning.
func Derive(seed uint64, name string) *Stream {
	s := &Stream{}
	s.pcg.Seed(DeriveSeed(seed, name), DeriveSeed(seed, name, "sequence"))
	return s
}

// DeriveSeed returns a seed that depends on the given one and on every part. ("ab", "c") and ("a", "bc") differ.
func DeriveSeed(seed uint64, parts ...string) uint64 {
	var scratch [128]byte
	b := binary.LittleEndian.AppendUint64(scratch[:0], seed)
	for _, p := range parts {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
		b = append(b, p...)
	}
	return xxhash.Sum64(b)
}

// Uint64 draws any 64-bit number.
func (s *Stream) Uint64() uint64 {
	v := s.pcg.Uint64()
	if s.decisions != nil {
		v = s.decisions.draw(s, 0, v)
	}
	return v
}

// below draws from [0, n), without bias (Lemire's multiplication method). n must not be 0.
func (s *Stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.pcg.Uint64(), n)
	if lo < n {
		for threshold := -n % n; lo < threshold; {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	if s.decisions != nil {
		hi = s.decisions.draw(s, n, hi)
	}
	return hi
}

// IntN draws from [0, n). It panics if n is not positive.
func (s *Stream) IntN(n int) int {
	if n <= 0 {
		panic("sim: Stream.IntN: n must be positive")
	}
	return int(s.below(uint64(n)))
}

// Between draws from lo to hi, both included. It panics if hi is less than lo.
func (s *Stream) Between(lo, hi int) int { return int(s.between(int64(lo), int64(hi))) }

// Duration draws from lo to hi, both included, in nanoseconds. It panics if hi is less than lo.
func (s *Stream) Duration(lo, hi time.Duration) time.Duration {
	return time.Duration(s.between(int64(lo), int64(hi)))
}

func (s *Stream) between(lo, hi int64) int64 {
	if hi < lo {
		panic("sim: Stream: upper bound below lower bound")
	}
	width := uint64(hi-lo) + 1
	if width == 0 {
		return int64(s.Uint64())
	}
	return lo + int64(s.below(width))
}

// Chance is true in num of den cases. Ratios are integers: a float would invite a platform's rounding into the run.
func (s *Stream) Chance(num, den int) bool {
	if den <= 0 || num < 0 {
		panic("sim: Stream.Chance: want 0 <= num and 0 < den")
	}
	return s.below(uint64(den)) < uint64(num)
}

// Perm draws an order of the numbers [0, n).
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := int(s.below(uint64(i + 1)))
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// LogUniform draws from lo to hi, both included, such that each doubling is equally likely: first the number of bits,
// then a number with so many. It panics if hi is less than lo.
func (s *Stream) LogUniform(lo, hi uint64) uint64 {
	if hi < lo {
		panic("sim: Stream.LogUniform: upper bound below lower bound")
	}
	width := s.Between(bits.Len64(lo), bits.Len64(hi))
	first, last := uint64(0), uint64(0)
	if width > 0 {
		first = 1 << (width - 1)
		last = first<<1 - 1
	}
	first, last = max(first, lo), min(last, hi)
	if last-first == 1<<64-1 {
		return s.Uint64()
	}
	return first + s.below(last-first+1)
}
