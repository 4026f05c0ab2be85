// Package bugs holds small programs with one known bug each, to measure how soon which schedule finds it. They are
// written after public descriptions: the kinds of Lu, Park, Seo and Zhou ("Learning from mistakes", ASPLOS 2008), the
// programs of SCTBench (Thomson, Donaldson, Betts, TOPC 2016), the kernels of GoBench (Yuan et al., CGO 2021) and
// textbook cases. Each has a known depth. Each can be built without its bug, too, so that a harness which cries wolf is
// noticed.
//
//	go test -bench Schedules ./sim/bugs
//
// prints how many schedules each strategy needs to the first failure.
package bugs
