package controller

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

func TestEventTexts(t *testing.T) {
	id := query.ID{N: 3, Name: "mv1"}
	for _, c := range []struct {
		event trace.Event
		want  string
	}{
		{
			ControllerSent{Plane: Compute, Replica: "r1", Epoch: 2, Nonce: 0xab, Index: 4, Command: protocol.Schedule{ID: id}},
			`controller.sent plane=compute replica=r1 epoch=2 nonce=00000000000000ab index=4 command="Schedule mv1"`,
		},
		{
			ControllerReceived{Plane: Storage, Replica: "r1", Epoch: 2, Response: protocol.DroppedID{ID: id}},
			`controller.received plane=storage replica=r1 epoch=2 response="DroppedID mv1"`,
		},
		{
			Connected{Plane: Compute, Replica: "r1", Epoch: 1, Nonce: 1},
			`controller.connected plane=compute replica=r1 epoch=1 nonce=0000000000000001`,
		},
		{
			Disconnected{Plane: Storage, Replica: "r2", Epoch: 1, Nonce: 1, Reason: "cut"},
			`controller.disconnected plane=storage replica=r2 epoch=1 nonce=0000000000000001 reason="cut"`,
		},
		{FrontierAdvanced{Plane: Compute, ID: id, Frontier: frontier.At(7)}, `controller.frontier plane=compute id=mv1 frontier={7}`},
		{Forgotten{Plane: Storage, ID: id}, `controller.forgotten plane=storage id=mv1`},
	} {
		require.Equal(t, c.want, string(c.event.Append(nil)))
	}
}
