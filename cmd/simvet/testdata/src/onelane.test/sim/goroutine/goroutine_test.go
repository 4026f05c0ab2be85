package goroutine

// Tests drive worlds, and may start goroutines.
func startInTest(f func()) { go f() }
