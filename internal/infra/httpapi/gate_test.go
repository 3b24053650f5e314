package httpapi

import (
	"fmt"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// shut is a gate before one part.
type shut struct{ part string }

func (s *shut) Hints(string) []sqldb.Hint { return []sqldb.Hint{counters.Hint("gate")} }

func (s *shut) Pass(tx sqldb.Command, part string) error {
	if _, _, err := counters.Get(tx, "gate"); err != nil || part != s.part {
		return err
	}
	return fault.Maintenance
}

func TestGateHoldsCommandsAndNothingIsStored(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		gate := &shut{}
		w.api.Gate = gate
		token := w.signIn("user")
		for i, path := range commandPaths {
			first, second := fmt.Sprintf("%s-%d-1", requestID, i), fmt.Sprintf("%s-%d-2", requestID, i)
			gate.part = ""
			done := w.call(path, token, "requestId", first, "amount", "3")
			gate.part = path
			before := w.total("user")
			if got := w.call(path, token, "requestId", second, "amount", "4"); got.Code != 1011 || w.total("user") != before {
				t.Errorf("%s: held with %s, total %s", path, got.body, w.total("user"))
			}
			if got := w.call(path, token, "requestId", first, "amount", "3"); got.body != done.body || done.Code != 200 {
				t.Errorf("%s: a stored answer behind a gate: %s, first %s", path, got.body, done.body)
			}
			if got := w.call(commandPaths[1-i], token, "requestId", second, "amount", "0.5"); got.Code != 200 {
				t.Errorf("%s: the gate before another part: %s", commandPaths[1-i], got.body)
			}
			gate.part = ""
			if got := w.call(path, token, "requestId", second+"x", "amount", "4"); got.Code != 200 {
				t.Errorf("%s: after the gate opened: %s", path, got.body)
			}
		}
	})
}
