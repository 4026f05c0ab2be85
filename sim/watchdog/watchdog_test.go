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
		d := start(time.Minute, &out, func(code int) { codes = append(codes, code) }, false)
		defer d.Stop()
		d.Feed("storm --seed 0x7")
		time.Sleep(59 * time.Second)
		d.Feed("storm --seed 0x8")
		time.Sleep(59 * time.Second)
		synctest.Wait()
		require.Empty(t, codes)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, []int{ExitStatus}, codes)
		require.Contains(t, out.String(), "watchdog: no progress for 1m0s: storm --seed 0x8")
		require.Contains(t, out.String(), "goroutine ")
	})
}

func TestAStoppedDogDoesNotBite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bite := func(int) { t.Error("bitten") }
		start(time.Second, &strings.Builder{}, bite, false).Stop()
		start(time.Second, &strings.Builder{}, bite, true).Feed("under a debugger")
		time.Sleep(time.Hour)
	})
}

func TestTracedIsReadFromTheStatus(t *testing.T) {
	require.True(t, traced("Name:\tx\nTracerPid:\t1234\nUid:\t0\n"))
	require.False(t, traced("Name:\tx\nTracerPid:\t0\n"))
	require.False(t, traced("Name:\tx\n"))
}
