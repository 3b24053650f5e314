package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/internal/infra/chain"
)

// Whether deposits are credited, and whether somebody has to act, stands in the metrics
// in each state of a watcher.
func TestStatesOfAWatcherAreMeasured(t *testing.T) {
	t.Parallel()
	var status chain.Status
	m := newInstruments()
	m.watchChain("BEP-20", func() chain.Status { return status })
	for _, one := range []struct {
		state                 chain.State
		isCrediting, needsAct int
	}{
		{chain.StateStarting, 0, 0}, {chain.StateCatching, 1, 0}, {chain.StateFollowing, 1, 0}, {chain.StateLagging, 0, 0},
		{chain.StateFinalityStalled, 0, 0}, {chain.StateDisagree, 0, 0}, {chain.StateThrottled, 0, 0}, {chain.StateUnreachable, 0, 0},
		{chain.StateStoreFailing, 0, 0}, {chain.StateWrongChain, 0, 1}, {chain.StateRestarted, 0, 1}, {chain.StateHalted, 0, 1},
	} {
		status.State = one.state
		page := httptest.NewRecorder()
		m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		for name, want := range map[string]int{"crediting": one.isCrediting, "needs_person": one.needsAct} {
			if line := fmt.Sprintf("\netld_chain_%s{network=\"BEP-20\"} %d\n", name, want); !strings.Contains(page.Body.String(), line) {
				t.Errorf("%s: the metrics lack %q", one.state, line)
			}
		}
	}
}
