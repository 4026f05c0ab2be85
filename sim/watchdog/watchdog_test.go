package watchdog

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestABiteDumpsAndExits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		var codes []int
		d := &Dog{limit: time.Minute, out: &out, exit: func(code int) { codes = append(codes, code) }}
		hangs := d.Watch("storm --seed 0x7")
		defer hangs()
		for range 3 { // others go on meanwhile
			over := d.Watch("storm --seed 0x8")
			time.Sleep(19 * time.Second)
			over()
		}
		synctest.Wait()
		require.Empty(t, codes)
		time.Sleep(4 * time.Second)
		synctest.Wait()
		require.Equal(t, []int{ExitStatus}, codes)
		require.Contains(t, out.String(), "watchdog: a world takes more than 1m0s: storm --seed 0x7\n")
		require.NotContains(t, out.String(), "storm --seed 0x8")
		require.Contains(t, out.String(), "goroutine ")
	})
}

func TestNobodyIsBittenForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &Dog{limit: time.Second, exit: func(int) { t.Error("bitten") }}
		over := d.Watch("a world that ends in time")
		over()
		d.off = true
		defer d.Watch("a world under a debugger")()
		time.Sleep(time.Hour)
		synctest.Wait()
	})
}

func TestTracedIsReadFromTheStatus(t *testing.T) {
	require.True(t, traced("Name:\tx\nTracerPid:\t1234\nUid:\t0\n"))
	require.False(t, traced("Name:\tx\nTracerPid:\t0\n"))
	require.False(t, traced("Name:\tx\n"))
}
