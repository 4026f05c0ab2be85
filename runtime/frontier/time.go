package frontier

// Time is a logical timestamp. Materialize counts milliseconds; nothing here depends on it.
type Time uint64

// Min is the first timestamp.
const Min Time = 0
