package sim

type fifoSchedule struct{}

// FIFO picks the actor that has been enabled longest. It is the schedule from which deviations are counted.
func FIFO() Schedule { return fifoSchedule{} }

func (fifoSchedule) Name() string         { return "fifo" }
func (fifoSchedule) Reset(*World)         {}
func (fifoSchedule) Pick([]*Actor) int    { return 0 } // the list is in the order of Ready
func (fifoSchedule) New(*Actor)           {}
func (fifoSchedule) Ran(*Actor, []Access) {}
