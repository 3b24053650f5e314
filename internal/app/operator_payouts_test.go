package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/board"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/payout/desk"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// nowhere is a chain and a signer that are never asked.
type nowhere struct{ payout.Chain }

func (nowhere) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	return signer.Signed{}, errors.New("nobody signs here")
}

// payingProgram is a program with a hot wallet, whose jobs do not run.
func payingProgram(t *testing.T) *Program {
	t.Helper()
	anchors := walletOfAnchors(common.HexToAddress("0xa9c"), nowhere{}, nowhere{})
	anchors.FeeCapMax = gwei
	return newDemo(t, sqldb.SQLite, hotWallet(), anchors)
}

func (one *person) overview() (out desk.OperatorOverview) {
	one.t.Helper()
	r := one.call("payouts/overview", nil)
	if err := json.Unmarshal(r.Data, &out); err != nil || r.Code != http.StatusOK || len(out.Wallets) != 2 {
		one.t.Fatalf("overview: %+v, %v", r, err)
	}
	return out
}

// One person stops a network at once, two let it pay again, and everything is
// in the audit log.
func TestOperatorsStopANetworksPayouts(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	maker, checker, risk := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Risk)
	auditor, support := p.staff(t, operator.Auditor), p.staff(t, operator.Support)
	for _, path := range []string{"payouts/overview", "payouts/attention", "payouts/forgotten", "payouts/stop", "payouts/resume"} {
		proposal := map[string]any{"payload": map[string]any{"network": networkName}, "reason": "curious"}
		if strings.Contains(path, "overview") || strings.Contains(path, "attention") {
			proposal = map[string]any{}
		}
		if r := support.call(path, proposal); r.Code == http.StatusOK {
			t.Errorf("support may call %s", path)
		}
	}
	if w := auditor.overview().Wallets[0]; w.Network != networkName || w.Breaker != "" || len(w.Currencies) != 4 {
		t.Errorf("a wallet that nobody stopped: %+v", w)
	}
	proposal := func(reason string) map[string]any {
		return map[string]any{"payload": map[string]any{"network": networkName}, "reason": reason}
	}
	if r := risk.call("payouts/stop", map[string]any{"payload": map[string]any{"network": "TRC-20"}, "reason": "no such network"}); r.Code != payout.ErrUnknown.Code {
		t.Errorf("an unknown network: %+v", r)
	}
	if r := maker.call("payouts/resume", proposal("nothing to resume")); r.Code == http.StatusOK {
		t.Error("what was not stopped was let go on")
	}
	if r := risk.call("payouts/stop", proposal("the wallet behaves oddly")); r.Code != http.StatusOK {
		t.Fatalf("stop: %+v", r)
	}
	if w := maker.overview().Wallets[0]; w.Breaker != payout.BreakerOperator || w.Detail != "the wallet behaves oddly" {
		t.Errorf("after the stop: %+v", w)
	}
	if stops := dataOf[board.Today](t, support.call("boards/today", map[string]any{})).Stops; len(stops) != 1 || stops[0].Reason != string(payout.BreakerOperator) ||
		stops[0].Detail != "the wallet behaves oddly" {
		t.Errorf("what stands still: %+v", stops)
	}
	if r := risk.call("payouts/stop", proposal("once more")); r.Code == http.StatusOK {
		t.Error("stopped twice")
	}
	if text := p.scrape(t); !strings.Contains(text, `etld_hot_wallet_stopped{network="BEP-20"} 1`) || !strings.Contains(text, `etld_payouts{state="needs_attention"} 0`) ||
		!strings.Contains(text, `etld_hot_wallet_low_gas{network="BEP-20"} 0`) {
		t.Errorf("metrics: %s", text)
	}
	proposed := maker.call("payouts/resume", proposal("it was a drill"))
	if proposed.Code != http.StatusOK {
		t.Fatalf("propose: %+v", proposed)
	}
	if r := maker.approve(proposed); r.Code == http.StatusOK {
		t.Error("the maker approved his own proposal")
	}
	if w := maker.overview().Wallets[0]; w.Breaker == "" {
		t.Error("one person let payouts go on")
	}
	if r := checker.approve(proposed); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	if w := maker.overview().Wallets[0]; w.Breaker != "" || w.Detail != "" {
		t.Errorf("after the restart: %+v", w)
	}
	admin := p.staff(t, operator.Administrator)
	for _, action := range []string{"payouts/stop", "payouts/resume"} {
		r := admin.call("audit/list", map[string]any{"action": action})
		if r.Code != http.StatusOK || !strings.Contains(string(r.Data), action) {
			t.Errorf("the audit log on %s: %+v", action, r)
		}
	}
}

// Anchors cannot be switched off: players' entries are in rounds that must be shown.
// What stopped by itself two people let go on.
func TestNobodyStopsAnchors(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	maker, checker, risk := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Risk)
	payload := map[string]any{"payload": map[string]any{"network": anchorNetwork}, "reason": "a drill"}
	if w := maker.overview().Wallets[1]; w.Network != anchorNetwork || len(w.Currencies) != 1 || w.Currencies[0].Currency != string(gasBEP20) {
		t.Errorf("operators read %+v", w)
	}
	if r := risk.call("payouts/stop", payload); r.Code != payout.ErrUnknown.Code {
		t.Errorf("stopped: %+v", r)
	}
	err := p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO payout_wallet (network, chain_id, address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since, holder, held_until, term)
			VALUES ('anchor', 56, '', 3, 'nonce_used_elsewhere', 'nonce 3', 1, 0, '', 0, '', 0, 0)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	proposed := maker.call("payouts/resume", payload)
	if proposed.Code != http.StatusOK {
		t.Fatalf("propose: %+v", proposed)
	}
	if w := maker.overview().Wallets[1]; w.Breaker == "" {
		t.Error("one person let anchors go on")
	}
	if r := checker.approve(proposed); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	if w := maker.overview().Wallets[1]; w.Breaker != "" {
		t.Errorf("after the restart: %+v", w)
	}
}

// A restart that somebody asked for after one stop does not end another.
func TestARestartEndsOnlyItsOwnStop(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	maker, checker := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker)
	p.brake(t, func(tx *sqldb.Tx) error { return p.payout.Stop(tx, networkName, payout.BreakerOperator, "first") })
	proposed := maker.call("payouts/resume", map[string]any{"payload": map[string]any{"network": networkName}, "reason": "first is over"})
	if proposed.Code != http.StatusOK {
		t.Fatalf("propose: %+v", proposed)
	}
	p.brake(t, func(tx *sqldb.Tx) error { return p.payout.Resume(tx, networkName) })
	p.brake(t, func(tx *sqldb.Tx) error { return p.payout.Stop(tx, networkName, payout.BreakerOperator, "second") })
	if r := checker.approve(proposed); r.Code == http.StatusOK {
		t.Error("a restart ended a stop that it does not speak of")
	}
	if w := maker.overview().Wallets[0]; w.Detail != "second" {
		t.Errorf("afterwards: %+v", w)
	}
}

func (p *Program) brake(t *testing.T, change func(tx *sqldb.Tx) error) {
	t.Helper()
	if err := p.db.Update(context.Background(), change); err != nil {
		t.Fatal(err)
	}
}

// An emergency stop of payouts shows in the overview, with its reason.
func TestOverviewNamesAnEmergencyStop(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	risk := p.staff(t, operator.Risk)
	if r := risk.call("emergency/change", map[string]any{"payload": map[string]any{"part": "payouts", "stop": true}, "reason": "a drill"}); r.Code != http.StatusOK {
		t.Fatalf("stop: %+v", r)
	}
	if out := risk.overview(); !out.Stopped || out.Reason != "a drill" {
		t.Errorf("overview: %+v", out)
	}
	r := risk.call("payouts/attention", nil)
	if string(r.Data) != `{"list":[],"nextCursor":"","hasMore":false}` {
		t.Errorf("attention: %+v", r)
	}
}

func (p *Program) scrape(t *testing.T) string {
	t.Helper()
	m := newInstruments()
	m.registry.MustRegister(desk.Metrics(p.payout))
	recorder := httptest.NewRecorder()
	m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return recorder.Body.String()
}

// pausedBy is why a network's chain keeps payouts.
func (p *Program) pausedBy(t *testing.T, network string) (reason string) {
	t.Helper()
	if err := p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
		reason, err = p.payout.Halted(tx, network)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return reason
}

// Payouts of a network pause while its watcher says that finality stalls. Anchors, which
// have their time, go on.
func TestPayoutsPauseWhileFinalityStalls(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	for _, state := range []chain.State{chain.StateFollowing, chain.StateFinalityStalled} {
		p.payment.SetStatus(chainID, func() chain.Status { return chain.Status{State: state} })
		if isPaused := p.pausedBy(t, networkName) == payout.ReasonFinality; isPaused != (state == chain.StateFinalityStalled) {
			t.Errorf("while the watcher is %s payouts pause: %t", state, isPaused)
		}
		if got := p.pausedBy(t, anchorNetwork); got != "" {
			t.Errorf("anchors pause: %q", got)
		}
	}
}
