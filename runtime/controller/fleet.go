package controller

import (
	"fmt"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// member is a replica as its controller sees it: the queue of the task that currently serves it.
type member[C command] struct {
	epoch     uint64
	commands  *sim.Queue[C]
	connected bool
	resting   bool // between the end of a task and the start of the next
}

// fleet is the set of replica tasks of one controller.
type fleet[C command, R fmt.Stringer] struct {
	plane      Plane
	cfg        Config
	node       *sim.Node
	reports    *sim.Queue[report[R]]
	members    []*member[C]
	zombies    []*zombies[C, R] // by replica
	partition  func(shards int) partition[C, R]
	specialise func(command C, nonce protocol.Nonce) C
}

func newFleet[C command, R fmt.Stringer](
	n *sim.Node, plane Plane, cfg Config,
	layer func(shards int) partition[C, R], specialise func(C, protocol.Nonce) C,
) *fleet[C, R] {
	f := &fleet[C, R]{
		plane: plane, cfg: cfg, node: n, partition: layer, specialise: specialise,
		reports: sim.NewQueue[report[R]](n.World(), plane.String()+"-controller/reports"),
	}
	for range cfg.Replicas {
		f.members = append(f.members, &member[C]{resting: true})
		f.zombies = append(f.zombies, newZombies[C, R]())
	}
	return f
}

// start replaces the task of a replica: the next epoch, with a queue that begins with the replayed commands.
func (f *fleet[C, R]) start(t *sim.Task, replica int, replay []C) {
	m, name := f.members[replica], f.cfg.Replicas[replica].Name
	m.epoch++
	m.resting = false
	task := fmt.Sprintf("%s-%s", f.plane, name)
	m.commands = sim.NewQueue[C](f.node.World(), task+"/commands")
	for _, command := range replay {
		m.commands.Push(t, command)
	}
	l := &link[C, R]{
		plane: f.plane, cfg: f.cfg, index: replica, epoch: m.epoch,
		commands: m.commands, reports: f.reports, connected: &m.connected,
		partition:  f.partition(len(f.cfg.Replicas[replica].Processes)),
		specialise: f.specialise, zombies: f.zombies[replica],
	}
	l.zombies.replayed = len(replay)
	f.node.Go(task, l.run)
}

// send queues a command for the replicas that pass the filter. A replica without a task gets nothing: what it misses is
// in the history that its next task replays.
func (f *fleet[C, R]) send(t *sim.Task, command C, to func(replica int) bool) {
	for replica, m := range f.members {
		if f.serves(replica) && to(replica) {
			m.commands.Push(t, command)
		}
	}
}

// rest leaves a replica without a task for a while, after which it calls the driver function.
func (f *fleet[C, R]) rest(t *sim.Task, replica int, rested func()) {
	f.members[replica].resting = true
	f.node.After(rehydrateAfter(t.Stream("rehydrate"), f.cfg.RehydrateMax), f.plane.String()+"-rehydrate", rested)
}

// serves says whether a task will deliver what is sent to the replica now, if its connections come about and last.
func (f *fleet[C, R]) serves(replica int) bool { return !f.members[replica].resting }

// stale says whether a report comes from a task that has been replaced.
func (f *fleet[C, R]) stale(r report[R]) bool {
	return f.members[r.replica].epoch != r.epoch
}

// everyReplica is the filter of commands that concern all replicas.
func everyReplica(int) bool { return true }
