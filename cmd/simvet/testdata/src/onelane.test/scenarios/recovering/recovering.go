package recovering

import "fmt"

type parseError struct{}

func swallows() {
	defer func() { _ = recover() }() // want `recover: it may swallow the panic that ends a killed task`
	defer func() {
		if p := recover(); p != nil { // want `recover`
			fmt.Println(p)
		}
	}()
	defer func() {
		if e, ok := recover().(parseError); ok { // want `recover`
			_ = e
		}
	}()
	defer recover() // want `recover`
}

func sometimes(strict bool) {
	defer func() {
		p := recover() // want `recover`
		if strict {
			panic(p)
		}
	}()
}

// An interface may be what the panic of a kill implements.
func wide() (err error) {
	defer func() {
		p := recover() // want `recover`
		s, ok := p.(fmt.Stringer)
		if !ok {
			panic(p)
		}
		err = fmt.Errorf("%s", s)
	}()
	return nil
}

func otherPanic() {
	defer func() {
		if p := recover(); p != nil { // want `recover`
			panic("worse")
		}
	}()
}

func narrow() (err *parseError) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*parseError)
			if !ok {
				panic(p)
			}
			err = e
		}
	}()
	return nil
}

func cleansUp(f func()) {
	defer func() {
		p := recover()
		f()
		panic(p)
	}()
}

func switches() (err *parseError) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *parseError:
			err = p
		default:
			panic(p)
		}
	}()
	defer func() {
		p := recover()
		switch e := p.(type) {
		case *parseError:
			err = e
		default:
			panic(p)
		}
	}()
	defer func() {
		switch p := recover().(type) { // want `recover`
		case error:
			_ = p
		default:
			panic(p)
		}
	}()
	return nil
}
