package exempted

func other(f func()) {
	go f() // want `go statement`
}
