package timely

// Builder builds one operator: first its ports, then [Builder.Build].
type Builder struct{ op *operator }

// Interest says when a changed input frontier schedules an operator.
type Interest uint8

const (
	// InterestAlways schedules it for every change.
	InterestAlways Interest = iota
	// InterestIfCapability schedules it while it holds a capability.
	InterestIfCapability
	// InterestNever leaves it to messages and activations.
	InterestNever
)

// Input connects an input port to a stream; times that arrive at it may appear at all outputs. The channel's identifier
// is taken now.
func (b *Builder) Input(s Stream, p Pact) *Input { return b.connect(s, p, false) }

// InputApart is Input without a connection to the outputs: what arrives there neither holds their frontiers back nor
// justifies what is given.
func (b *Builder) InputApart(s Stream, p Pact) *Input { return b.connect(s, p, true) }

func (b *Builder) connect(s Stream, p Pact, apart bool) *Input {
	op := b.unbuilt()
	f := op.flow
	if s.from == nil || s.from.op.flow != f {
		panic("timely: operator " + op.name + " reads a stream of another dataflow")
	}
	in := &Input{op: op, port: len(op.inputs), from: s.from, apart: apart}
	op.inputs = append(op.inputs, in)
	e := edge{target: in}
	owner := path{f, op.node}
	if p.split == nil {
		in.end = f.worker.pipeline(s.Type, owner)
		f.shape.add('p', s.Type)
	} else {
		var c channel
		c, in.end = f.worker.allocate(kindData, s.Type, owner)
		e.exchange = newExchange(p, c, in)
		f.shape.add('x', s.Type)
	}
	s.from.edges = append(s.from.edges, e)
	return in
}

// Output adds an output port whose containers hold what typ names.
func (b *Builder) Output(typ string) *Output {
	op := b.unbuilt()
	out := &Output{op: op, port: len(op.outputs), typ: typ}
	op.outputs = append(op.outputs, out)
	return out
}

// Interest says when changed input frontiers schedule the operator; without it, always.
func (b *Builder) Interest(i Interest) { b.unbuilt().interest = i }

// Activator returns the means to schedule the operator from outside.
func (b *Builder) Activator() *Activator { return &Activator{path{b.op.flow, b.op.node}} }

// Build completes the operator. logic is called whenever it is scheduled: once in the beginning, for messages, changed
// frontiers and activations, and for no reason at times.
//
// The operator is over, and logic is not called again, once it has been scheduled, holds no capability, its inputs can
// receive nothing any more, and logic has not said [Op.Incomplete]. So one without inputs lives as long as its
// capabilities.
func (b *Builder) Build(logic func(*Op)) {
	op := b.unbuilt()
	op.logic = logic
	op.built = true
}

func (b *Builder) unbuilt() *operator {
	if b.op.built {
		panic("timely: operator " + b.op.name + " is built already")
	}
	return b.op
}
