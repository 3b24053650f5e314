package withdrawal

import (
	"testing"

	"etld/internal/infra/chain"
)

// A database that was away for a moment, as in a failover, refuses no withdrawal once it is
// back; a chain that cannot be relied on does.
func TestTheDatabasesTroubleIsNotTheChains(t *testing.T) {
	t.Parallel()
	for state, want := range map[chain.State]string{"": "", chain.StateStoreFailing: "", chain.StateUnreachable: pausedChain, chain.StateHalted: pausedChain,
		pausedFinality: pausedFinality} {
		p := pauses{halted: func(string) (string, error) { return string(state), nil }}
		if got, err := p.of("BEP-20"); got != want || err != nil {
			t.Errorf("%q closes withdrawals by %q, want %q (%v)", state, got, want, err)
		}
	}
}
