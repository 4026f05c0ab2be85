package globalrand

import (
	crypto "crypto/rand"
	"hash/maphash"
	"math/rand"
	v2 "math/rand/v2"
)

func use(b []byte) int {
	crypto.Read(b)       // want `rand.Read: the machine's random numbers; draw from Task.Stream`
	var h maphash.Hash   // want `maphash.Hash: its seed differs`
	h.Reset()            // want `maphash.Hash.Reset`
	rand.Seed(1)         // want `rand.Seed`
	rand.Shuffle(3, nil) // want `rand.Shuffle: the process's random numbers`
	_ = v2.N(10)         // want `rand.N`
	seeded := v2.New(v2.NewPCG(1, 2))
	return seeded.IntN(3) + v2.IntN(3) // want `rand.IntN`
}
