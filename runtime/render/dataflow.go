package render

import "onelane.test/runtime/frontier"

// Frontiers is how far an export has come on this worker. Write: it will not be written any more before it. Input: its
// inputs will not be read any more before it. Output: all before it has been produced.
type Frontiers struct {
	Write, Input, Output frontier.Antichain
}

// Frontiers returns how far the export has come. In the read-only state of a materialized view, in which others write,
// what is written says nothing about what this dataflow has produced.
func (e *Export) Frontiers() Frontiers {
	f := Frontiers{Input: e.dataflow.inputFrontier()}
	if e.Trace != nil {
		f.Write = e.Trace.Upper()
		f.Output = f.Write.Meet(e.computed.Frontier())
		return f
	}
	f.Write = e.written.Frontier()
	f.Output = e.computed.Frontier()
	if e.Sink.writable {
		f.Output = f.Output.Meet(f.Write)
	}
	return f
}

// inputFrontier is the meet over the imports; without imports there is nothing left to read.
func (d *Dataflow) inputFrontier() frontier.Antichain {
	f := frontier.Empty()
	for _, probe := range d.inputs {
		f = f.Meet(probe.Frontier())
	}
	return f
}

// Drop removes the dataflow from its worker, in the middle of whatever it does. Its traces are cut off.
func (d *Dataflow) Drop() {
	d.worker.Drop(d.Index)
	for _, do := range d.closers {
		do()
	}
	for _, e := range d.Exports {
		if e.Trace != nil {
			e.Trace.Seal()
		}
	}
}
