package query

// GeneratedKeys is the number of distinct keys among generated rows: few, so that groups have many members and an
// exchange by key reaches every worker.
const GeneratedKeys = 16

// GeneratedRow returns the row that a generated source has at an offset of one of its exports. It is a pure function
// of its arguments, so that every incarnation of an ingestion, and the reference model, read the same upstream. The
// value is the offset: rows of one export are distinct, so that a row ingested twice is seen.
func GeneratedRow(source ID, export int, offset int64) Row {
	mixed := mix(source.N ^ mix(uint64(export)^mix(uint64(offset))))
	return Row{Key: int64(mixed % GeneratedKeys), Value: offset}
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
