package allowed

import "time"

func now(f func()) {
	//simvet:allow goroutine shows that the line before counts
	go f()
	go f() //simvet:allow goroutine and the line itself
	go f() // want `go statement`
	//simvet:allow walltime names another analyzer // want `this directive excuses nothing`
	go f() // want `go statement`

	//simvet:allow goroutine two excuses
	//simvet:allow walltime for one line
	go sleep(time.Now())
}

func sleep(time.Time) {}
