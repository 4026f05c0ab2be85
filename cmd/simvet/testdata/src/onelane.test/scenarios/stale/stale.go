//simvet:exempt   // want `simvet:exempt needs a reason`

//simvet:exempt nothing here needs it // want `this directive excuses nothing`

package stale

import "time"

var x = 1 //simvet:exempt not on top // want `simvet:exempt must stand on a line of its own above the first declaration`

func now() time.Time {
	//simvet:allow walltime  // want `simvet:allow needs the name of an analyzer and a reason`
	//simvet:allow clocks they tick // want `simvet:allow needs the name of an analyzer and a reason`
	//simvet:forbid walltime // want `no such simvet directive`
	//simvet:allow goroutine there is none // want `this directive excuses nothing`
	return time.Time{}
}
