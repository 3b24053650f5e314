package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/core/board"
	"etld/internal/core/operator"
	"etld/internal/infra/chain"
)

// A chain that took a final block back credits again when two people say so.
func TestOperatorsEndAHalt(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	maker, checker, support := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
	resume := func(who *person, network string) reply {
		return who.call("crediting/resume", map[string]any{"payload": map[string]any{"network": network}, "reason": "a node was wrong; it is replaced"})
	}
	if r := resume(maker, networkName); r.Code != operator.ErrNothing.Code {
		t.Errorf("a chain that does not stand still: %+v", r)
	}
	watch, err := p.payment.Incoming.Watch(chainID)
	if err != nil {
		t.Fatal(err)
	}
	final := chain.BlockRef{Number: 100}
	halt := func(expect int64, step chain.Step) {
		t.Helper()
		step.Expect = expect
		if err := watch.Apply(t.Context(), step); err != nil {
			t.Fatal(err)
		}
	}
	halt(0, chain.Step{Append: []chain.BlockRef{final}, Finalized: &final})
	halt(1, chain.Step{Halt: "block 100 was taken back"})
	stands := func() string {
		t.Helper()
		progress, err := watch.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return progress.Halt
	}
	var today struct{ Stops []board.Stop }
	if err := json.Unmarshal(maker.call("boards/today", map[string]any{}).Data, &today); err != nil || len(today.Stops) != 1 || today.Stops[0].Since.IsZero() {
		t.Errorf("since when crediting stands still: %+v, %v", today, err)
	}
	wantFieldsOf(t, "stop", maker.call("boards/today", map[string]any{}), "stops")
	if r := resume(support, networkName); r.Code == http.StatusOK {
		t.Error("support may end a halt")
	}
	if r := resume(maker, "TRC-20"); r.Code != fault.NotFound.Code {
		t.Errorf("an unknown network: %+v", r)
	}
	tried := maker.call("proposals/try", map[string]any{"kind": "crediting_resume", "payload": map[string]any{"network": networkName}, "reason": "it is replaced"})
	if tried.Code != http.StatusOK || stands() == "" {
		t.Errorf("the trial: %+v", tried)
	}
	proposed := resume(maker, networkName)
	if proposed.Code != http.StatusOK || !strings.Contains(string(proposed.Data), "block 100 was taken back") {
		t.Fatalf("propose: %+v", proposed)
	}
	if r := maker.approve(proposed); r.Code == http.StatusOK || stands() == "" {
		t.Errorf("one person ended the halt: %+v", r)
	}
	// Meanwhile it halts for another reason, which nobody has looked into.
	halt(2, chain.Step{Halt: "block 99 was taken back"})
	if r := checker.approve(proposed); r.Code != operator.ErrBasisChanged.Code || stands() == "" {
		t.Errorf("a halt ended that nobody looked into: %+v", r)
	}
	halt(3, chain.Step{Halt: "block 100 was taken back"})
	if r := checker.approve(proposed); r.Code != http.StatusOK || stands() != "" {
		t.Errorf("approve: %+v, stands still for %q", r, stands())
	}
}
