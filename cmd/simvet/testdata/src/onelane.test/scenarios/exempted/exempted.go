//simvet:exempt spreads worlds over the cores, and stands above them

package exempted

import "time"

func now(f func()) time.Time {
	go f()
	return time.Now()
}
