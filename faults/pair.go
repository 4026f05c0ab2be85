package faults

import "onelane.test/faults/words"

// readPair takes the names of two processes of one replica.
func readPair(a *words.Args) (one, other string) {
	return a.Word("a process such as r1.p0"), a.Word("another process of the replica")
}

// checkPair returns an error unless two processes of one replica are meant.
func checkPair(site Site, a, b string) error {
	for _, process := range []string{a, b} {
		if err := oneOf(process, site.ProcessNames()); err != nil {
			return err
		}
	}
	if a == b || replicaOf(a) != replicaOf(b) {
		return &words.Error{Word: b, Want: "another process of replica " + replicaOf(a)}
	}
	return nil
}

// pair draws two processes of one replica, if there are two.
func (d *drawer) pair() (a, b string, ok bool) {
	if d.site.Processes < 2 {
		return "", "", false
	}
	replica := d.src.IntN("faults/pair/replica", d.site.Replicas)
	one := d.src.IntN("faults/pair/process", d.site.Processes)
	other := (one + 1 + d.src.IntN("faults/pair/other", d.site.Processes-1)) % d.site.Processes
	return ProcessName(replica, min(one, other)), ProcessName(replica, max(one, other)), true
}
