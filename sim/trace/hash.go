package trace

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Hash is the running hash of a run. The zero value is an empty run.
type Hash struct{ sum uint64 }

// Two odd constants of xxhash: what matters is that they mix high bits into low ones and stay as they are, because a
// recorded hash is compared with one made by a later build.
const (
	mulA = 0x9e3779b185ebca87
	mulB = 0xc2b2ae3d27d4eb4f
)

// Step folds one step: the hash of the actor's name, and the time in nanoseconds.
func (h *Hash) Step(actor uint64, at int64) {
	h.fold(actor ^ bits.RotateLeft64(uint64(at)*mulB, 29))
}

// Text folds the text of an event.
func (h *Hash) Text(b []byte) { h.fold(xxhash.Sum64(b)) }

func (h *Hash) fold(v uint64) {
	hi, lo := bits.Mul64(h.sum^v^mulB, mulA) // mulB: zeros would otherwise fold to nothing
	h.sum = bits.RotateLeft64(hi^lo, 31) + v
}

// Sum64 returns the hash of everything folded so far.
func (h *Hash) Sum64() uint64 { return h.sum }
