package clusterd_test

import (
	"fmt"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// partition is the layer between a controller and the processes.
type partition[C, R any] interface {
	Split(C) []C
	Absorb(shard int, response R) ([]R, error)
}

// session is one connection of a controller to all processes of the replica.
type session[C comparable, R any] struct {
	conns []*protocol.CTPConn[C, R]
	layer partition[C, R]
}

// dial connects to all processes, trying again until it can.
func dial[C comparable, R any](t *sim.Task, w *world, port string, layer partition[C, R]) *session[C, R] {
	s := &session[C, R]{layer: layer}
	for _, node := range w.processes {
		for {
			conn, err := protocol.DialCTP[C, R](t, node, port, version, protocol.CTPConfig{})
			if err == nil {
				s.conns = append(s.conns, conn)
				break
			}
			t.Sleep(10 * time.Millisecond)
		}
	}
	return s
}

// send sends commands in order, one in each pause, until a connection ends.
func (s *session[C, R]) send(t *sim.Task, pause time.Duration, commands ...C) {
	var none C
	for _, command := range commands {
		t.Sleep(pause)
		for process, part := range s.layer.Split(command) {
			if part != none && s.conns[process].Send(t, part) != nil {
				return
			}
		}
	}
}

// receive takes responses until one of the connections ends or the deadline has come.
func (s *session[C, R]) receive(t *sim.Task, until sim.Time, take func(R)) {
	cases := []sim.Case{sim.Deadline(until)}
	for _, conn := range s.conns {
		cases = append(cases, conn.Case())
	}
	for t.Now() < until {
		ready := sim.Select(t, cases...)
		if ready == 0 {
			return
		}
		response, ok, err := s.conns[ready-1].TryRecv(t)
		if err != nil {
			return
		}
		if !ok {
			continue
		}
		merged, err := s.layer.Absorb(ready-1, response)
		require.NoError(t, err)
		for _, response := range merged {
			take(response)
		}
	}
}

func (s *session[C, R]) close(t *sim.Task) {
	for _, conn := range s.conns {
		conn.Close(t)
	}
}

// compute spawns a compute controller that connects, says Hello and the commands, and hears answers for d.
func (w *world) compute(nonce protocol.Nonce, d time.Duration, commands ...protocol.ComputeCommand) {
	w.env.Go("compute", func(t *sim.Task) {
		s := dial(t, w, "compute", protocol.NewPartitionedCompute(len(w.processes)))
		s.send(t, w.pause, append([]protocol.ComputeCommand{protocol.ComputeHello{Nonce: nonce}}, commands...)...)
		s.receive(t, t.Now().Add(d), func(r protocol.ComputeResponse) {
			if report, ok := r.(protocol.Frontiers); ok && report.Output != nil {
				w.frontiers[report.ID.Name] = *report.Output
			}
		})
		s.close(t)
	})
}

// storage spawns a storage controller of the same kind.
func (w *world) storage(nonce protocol.Nonce, d time.Duration, commands ...protocol.StorageCommand) {
	w.env.Go("storage", func(t *sim.Task) {
		s := dial(t, w, "storage", protocol.NewPartitionedStorage(len(w.processes)))
		s.send(t, w.pause, append([]protocol.StorageCommand{protocol.StorageHello{Nonce: nonce}}, commands...)...)
		s.receive(t, t.Now().Add(d), func(r protocol.StorageResponse) {
			if report, ok := r.(protocol.FrontierUpper); ok {
				w.frontiers[report.ID.Name] = report.Upper
			}
		})
		s.close(t)
	})
}

var (
	sourceID = query.ID{N: 2, Name: "s1"}
	remapID  = query.ID{N: 1, Name: "s1/remap"}
	indexID  = query.ID{N: 3, Name: "i1"}
	params   = protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second}
)

// computeCommands creates an index on the source.
func computeCommands() []protocol.ComputeCommand {
	return []protocol.ComputeCommand{
		protocol.CreateInstance{Config: protocol.InstanceConfig{LoggingInterval: time.Second}},
		protocol.ComputeUpdateConfiguration{Params: params},
		protocol.CreateDataflow{Description: &query.Description{
			Name:          "i1",
			SourceImports: []query.SourceImport{{ID: sourceID, Shard: query.ShardOf(sourceID)}},
			Query:         query.Input(sourceID),
			Exports:       []query.Export{{ID: indexID, Kind: query.Index}},
		}},
		protocol.Schedule{ID: indexID},
		protocol.ComputeInitializationComplete{},
	}
}

// manyIndexes creates n more indexes on the source, once it is initialised.
func manyIndexes(n int) []protocol.ComputeCommand {
	commands := computeCommands()
	for i := range n {
		name := fmt.Sprintf("i%d", i+2)
		id := query.ID{N: uint64(100 + i), Name: name}
		create := commands[2].(protocol.CreateDataflow)
		description := *create.Description
		description.Name, description.Exports = name, []query.Export{{ID: id, Kind: query.Index}}
		commands = append(commands, protocol.CreateDataflow{Description: &description}, protocol.Schedule{ID: id})
	}
	return commands
}

// manySources creates n sources that tick as given.
func manySources(n int, tick time.Duration) []protocol.StorageCommand {
	commands := storageCommands()
	commands[2].(protocol.RunIngestion).Ingestion.Tick = tick
	for i := range n - 1 {
		id := query.ID{N: uint64(201 + 2*i), Name: fmt.Sprintf("s%d", i+2)}
		ingestion := *commands[2].(protocol.RunIngestion).Ingestion
		ingestion.ID, ingestion.Exports = id, []query.ID{id}
		ingestion.Remap = query.ID{N: id.N - 1, Name: id.Name + "/remap"}
		commands = append(commands, protocol.RunIngestion{Ingestion: &ingestion})
	}
	return commands
}

// storageCommands creates the source.
func storageCommands() []protocol.StorageCommand {
	return []protocol.StorageCommand{
		protocol.StorageUpdateConfiguration{Params: params},
		protocol.StorageAllowWrites{},
		protocol.RunIngestion{Ingestion: &query.Ingestion{
			ID: sourceID, Remap: remapID, Exports: []query.ID{sourceID}, Rate: 100, Partitions: 2, Tick: 100 * time.Millisecond,
		}},
		protocol.StorageInitializationComplete{},
	}
}
