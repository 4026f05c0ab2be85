// Package register is a counter that is kept twice: clients add to it at the primary, which tells the backup, and go to
// the backup when the primary dies. It has a bug that can be switched on, and knows nothing of the system that the
// simulator was written for.
package register

import (
	"fmt"
	"time"

	"onelane.test/sim"
)

// Add asks a server to add to the counter, Copy asks the backup to take over a total. Total answers both.
type (
	Add   struct{ N int }
	Copy  struct{ Total int }
	Total struct{ Total int }
)

const (
	port    = "register"
	patient = 50 * time.Millisecond
)

// server is a process that keeps the counter.
type server struct {
	node   *sim.Node
	backup *sim.Node // nil at the backup itself
	locked bool
	total  int
	mutex  *sim.Mutex
}

// serve makes a factory of servers.
func serve(backup *sim.Node, locked bool) func(*sim.Node) {
	return func(n *sim.Node) {
		s := &server{node: n, backup: backup, locked: locked, mutex: sim.NewMutex(n.World(), n.Name())}
		n.Go("accept", func(t *sim.Task) {
			l, err := n.Listen(t, port)
			for err == nil {
				var c *sim.Conn
				if c, err = l.Accept(t); err == nil {
					n.Go("serve", func(t *sim.Task) { s.answer(t, c) })
				}
			}
		})
	}
}

func (s *server) answer(t *sim.Task, c *sim.Conn) {
	for {
		m, err := c.Recv(t)
		if err != nil {
			return
		}
		switch m := m.(type) {
		case Add:
			err = c.Send(t, Total{s.add(t, m.N)})
		case Copy:
			s.total = m.Total
			err = c.Send(t, Total{s.total})
		}
		if err != nil {
			return
		}
	}
}

// add is where the bug is: without the lock two copies can be under way at a time, and the backup may take the older
// total over after the newer one. Nobody sees it unless the primary dies before the next addition.
func (s *server) add(t *sim.Task, n int) int {
	if s.locked {
		s.mutex.Lock(t)
		defer s.mutex.Unlock(t)
	}
	s.total += n
	total := s.total
	if s.backup != nil {
		s.copy(t, total)
	}
	return total
}

// copy tells the backup, and waits until it has the total.
func (s *server) copy(t *sim.Task, total int) {
	for {
		if c, err := s.node.Dial(t, s.backup, port, patient); err == nil {
			if _, err = ask(t, c, Copy{total}); err == nil {
				c.Close(t)
				return
			}
		}
		t.Sleep(time.Millisecond)
	}
}

func ask(t *sim.Task, c *sim.Conn, m any) (Total, error) {
	if err := c.Send(t, m); err != nil {
		return Total{}, err
	}
	answer, err := c.Recv(t)
	if err != nil {
		return Total{}, err
	}
	return answer.(Total), nil
}

// client adds until it has made so many additions, and counts what was acknowledged and what is in doubt.
type client struct {
	servers      []*sim.Node
	acknowledged int
	inDoubt      int
}

func (c *client) run(t *sim.Task, additions int) {
	var conn *sim.Conn
	for i := 1; i <= additions; {
		if conn == nil {
			var err error
			if conn, err = t.Node().Dial(t, c.servers[0], port, patient); err != nil {
				c.servers = c.servers[1:]
				continue
			}
		}
		if _, err := ask(t, conn, Add{i}); err != nil {
			c.inDoubt += i
			conn, c.servers = nil, c.servers[1:]
		} else {
			c.acknowledged += i
		}
		i++
		t.Sleep(t.Stream("think").Duration(0, 2*time.Millisecond))
	}
}

// Run runs two clients against a primary, which dies in one of two worlds, and its backup. The world stops with a
// violation if an acknowledged addition is missing in the end.
func Run(cfg sim.Config, locked bool) (*sim.World, *sim.Stop) {
	w := sim.New(cfg)
	defer w.Close()
	backup := w.AddNode("backup", sim.NodeOptions{Start: serve(nil, locked)})
	primary := w.AddNode("primary", sim.NodeOptions{Start: serve(backup, locked)})
	clients := []*client{{servers: []*sim.Node{primary, backup}}, {servers: []*sim.Node{primary, backup}}}
	left := len(clients)
	user := w.AddNode("user", sim.NodeOptions{Start: func(n *sim.Node) {
		for i, c := range clients {
			n.Go(fmt.Sprint("client", i), func(t *sim.Task) {
				c.run(t, 4)
				if left--; left == 0 {
					check(t, c.servers[0], clients)
				}
			})
		}
	}})
	for _, n := range w.Nodes() {
		n.Start()
	}
	if rng := w.Stream("faults"); rng.Chance(1, 2) {
		at := rng.Duration(0, 20*time.Millisecond)
		w.At(sim.Time(at), "kill", func() { primary.Kill("fault") })
	}
	if stop := w.RunUntil(func() bool { return len(user.Tasks()) == 0 }); stop != nil {
		return w, stop
	}
	return w, w.Stop()
}

// check reads the counter where the last client would add to it.
func check(t *sim.Task, at *sim.Node, clients []*client) {
	var total Total
	conn, err := t.Node().Dial(t, at, port, patient)
	if err == nil {
		total, err = ask(t, conn, Add{0})
	}
	if err != nil { // the primary died just now
		check(t, clients[0].servers[len(clients[0].servers)-1], clients)
		return
	}
	least := clients[0].acknowledged + clients[1].acknowledged
	most := least + clients[0].inDoubt + clients[1].inDoubt
	if total.Total < least || total.Total > most {
		t.World().Violate("lost update", fmt.Sprintf("the total is %d, want %d to %d", total.Total, least, most))
	}
}
