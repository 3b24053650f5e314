package board

import (
	"testing"

	"etld/internal/core/payment"
	"etld/internal/infra/chain"
)

// A network is shown as its watcher sees it, each node with what is wrong with it.
func TestNetworksAreShownAsTheyAreWatched(t *testing.T) {
	t.Parallel()
	n := networkOf(payment.Network{Name: "BEP-20", ChainID: 56}, chain.Status{State: chain.StateHalted, Reason: "a final block was taken back", Head: 20, Finalized: 5, Lag: 3,
		Providers: []chain.ProviderHealth{{Name: "one", Usable: true}, {Name: "two", Demerits: 12, LastProblem: "429"}}})
	if n.Network != "BEP-20" || n.ChainID != 56 || n.State != "halted" || n.IsCrediting || !n.NeedsPerson || n.Head != 20 || n.Lag != 3 {
		t.Errorf("a halted network: %+v", n)
	}
	if len(n.Nodes) != 2 || !n.Nodes[0].IsUsable || n.Nodes[1] != (Node{Node: "two", Demerits: 12, LastProblem: "429"}) {
		t.Errorf("its nodes: %+v", n.Nodes)
	}
	if n := networkOf(payment.Network{}, chain.Status{State: chain.StateFollowing}); !n.IsCrediting || n.NeedsPerson || n.Nodes == nil {
		t.Errorf("a network that is followed: %+v", n)
	}
}
