package main

var walltime = newAnalyzer("walltime", "report uses of the machine's clock and timers", func(p *pass) {
	p.banUses(func(path, name string) string { return clockAdvice[path][name] })
})

const (
	useNow   = "the machine's clock; use Task.Now, World.Now or Node.WallClock"
	useSleep = "it waits for real time; use Task.Sleep or Task.Work"
	useTimer = "a timer of the machine; use Node.After, World.At or sim.Deadline"
	useZone  = "the machine's time zone; keep to durations, or to UTC"
	useBy    = "its timer is the machine's; give a deadline of sim.Time, as RecvBy takes it"
)

// clockAdvice says, for each banned name of a package, what to use instead.
var clockAdvice = map[string]map[string]string{
	"time": {
		"Now": useNow, "Since": useNow, "Until": useNow,
		"Sleep": useSleep,
		"After": useTimer, "AfterFunc": useTimer, "Tick": useTimer, "NewTimer": useTimer, "NewTicker": useTimer,
		"Timer": useTimer, "Ticker": useTimer, "Timer.Reset": useTimer, "Ticker.Reset": useTimer,
		"Timer.Stop": useTimer, "Ticker.Stop": useTimer,
		"Local": useZone, "LoadLocation": useZone, "Time.Local": useZone,
	},
	"context": {
		"WithTimeout": useBy, "WithDeadline": useBy, "WithTimeoutCause": useBy, "WithDeadlineCause": useBy,
	},
}
