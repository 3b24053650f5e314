package app

import (
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/sqldb"
)

// The program shows a period's entries on a real chain within nine seconds, signed
// by a signer that is a program of its own, and reads them back from its blocks.
func TestTheProgramAnchors(t *testing.T) {
	t.Parallel()
	w := newTwoChains(t)
	if got := w.p.facts().AnchorAddress; got != w.anchor.Hex() {
		t.Errorf("the published address is %q", got)
	}
	const period = "20260101-001"
	rounds, lock, root := w.p.settings.Beacon, time.Now(), strings.Repeat("5a", 32)
	round := rounds.Round(lock.Add(15 * time.Second))
	text := signertest.AnchorText(period, root, round)
	err := w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error { return w.p.payout.Anchors.Publish(tx, period, []byte(text)) })
	if err != nil {
		t.Fatal(err)
	}
	var state string
	for deadline := lock.Add(9 * time.Second); state != string(payout.Mined) && state != string(payout.Final); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the anchor is still %q", state)
		}
		if err := w.p.drainPayouts(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := w.p.db.View(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&state), `SELECT state FROM payout_anchor`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("in a block %s after the lock", time.Since(lock).Round(100*time.Millisecond))
	// The chain's clock passes the beacon's round, and some blocks become final.
	if err := w.first.process.Control.Advance(t.Context(), time.Until(rounds.Time(round))+3*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := w.first.process.Control.Mine(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	decided := rounds.Time(round)
	found, err := gameChain{w.p}.Search(t.Context(), w.anchor.Hex(), decided.Add(-30*time.Second), decided.Add(-payout.AnchorMargin))
	if err != nil || len(found.Sent) != 1 || found.Sent[0].Text != text || found.Sent[0].Address != w.anchor.Hex() || found.First > found.Sent[0].Block || found.Last < found.Sent[0].Block {
		t.Fatalf("%+v, %v", found, err)
	}
	if err := w.p.drainPayouts(t.Context()); err != nil {
		t.Fatal(err)
	}
	err = w.p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		left, err := w.p.ledger.Balance(tx, ledger.House(ledger.ChainAnchor, gasBEP20))
		if left <= 0 || left >= money.Unit {
			t.Errorf("%s of 1 BNB are left by the books", left)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
