package timely

// Button ends an operator: it goes on, on all workers, until every worker has pressed (mz_timely_util's
// PressOnDropButton). So an operator outlives its token by what the slowest worker needs to drop it.
type Button struct {
	op      *operator
	channel channel
	end     *endpoint
	pressed bool
	seen    int // workers that have pressed
	told    bool
}

// buttonType is the type of buttons' channels.
const buttonType = "button"

// NewButton gives an operator a button, once and before it is built. Its channel's identifier is taken now.
func NewButton(b *Builder) *Button {
	op := b.unbuilt()
	if op.button != nil {
		panic("timely: operator " + op.name + " has two buttons")
	}
	f := op.flow
	button := &Button{op: op}
	button.channel, button.end = f.worker.allocate(kindButton, buttonType, path{f, op.node})
	f.shape.add('b', buttonType)
	op.button = button
	return button
}

// WithButton is [NewButton].
func (b *Builder) WithButton() *Button { return NewButton(b) }

// Press tells all workers that this one does not want the operator any more. Pressing again does nothing, nor does
// pressing in a dataflow that is gone. It must be called on the worker's own thread.
func (b *Button) Press() {
	if b.pressed || b.op.flow.gone {
		return
	}
	b.pressed = true
	b.channel.broadcast(container{})
}

// Pressed says whether this worker has pressed.
func (b *Button) Pressed() bool { return b.pressed }

// poll counts the workers that have pressed since the last time.
func (b *Button) poll() {
	for {
		if _, ok := b.end.pull(); !ok {
			return
		}
		b.seen++
	}
}

func (b *Button) all() bool { return b.seen >= b.op.flow.worker.Peers() }
