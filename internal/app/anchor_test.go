package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/sqldb"
)

// anchorTries bounds the anchors of a machine that is too busy to have one in a block in
// time.
const anchorTries = 4

// The program shows a period's entries on a real chain within nine seconds, signed
// by a signer that is a program of its own, and reads them back from its blocks.
func TestTheProgramAnchors(t *testing.T) {
	t.Parallel()
	w := newTwoChains(t)
	if got := w.p.facts().AnchorAddress; got != w.anchor.Hex() {
		t.Errorf("the published address is %q", got)
	}
	rounds, text, round := w.p.settings.Beacon, "", uint64(0)
	for tries, isAnchored := 0, false; !isAnchored; tries++ {
		if tries == anchorTries {
			t.Fatalf("none of %d anchors was in a block in time", tries)
		}
		lock, period := time.Now(), fmt.Sprintf("20260101-%03d", tries+1)
		round = rounds.Round(lock.Add(15 * time.Second))
		text = signertest.AnchorText(period, strings.Repeat("5a", 32), round)
		isAnchored = w.anchors(period, text) && time.Since(lock) < 9*time.Second
		t.Logf("%s after the lock in a block: %t", time.Since(lock).Round(100*time.Millisecond), isAnchored)
	}
	// The chain's clock passes the beacon's round, and some blocks become final.
	if err := w.first.process.Control.Advance(t.Context(), time.Until(rounds.Time(round))+3*time.Second); err != nil {
		t.Fatal(err)
	}
	w.first.mine(finalAfter)
	decided := rounds.Time(round)
	found, err := gameChain{w.p}.Search(t.Context(), w.anchor.Hex(), decided.Add(-30*time.Second), decided.Add(-payout.AnchorMargin))
	if err != nil || len(found.Sent) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	if sent := found.Sent[len(found.Sent)-1]; sent.Text != text || sent.Address != w.anchor.Hex() || found.First > sent.Block || found.Last < sent.Block {
		t.Fatalf("%+v", found)
	}
	if err := w.p.WorkPayouts(t.Context()); err != nil {
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

// anchors publishes an anchor and says whether it came into a block or was given up.
func (w *twoChains) anchors(period, text string) (isInBlock bool) {
	w.t.Helper()
	w.p.update(w.t, func(tx *sqldb.Tx) error { return w.p.payout.Anchors.Publish(tx, period, []byte(text)) })
	var state payout.State
	for began := time.Now(); time.Since(began) < twoChainsWithin; time.Sleep(100 * time.Millisecond) {
		if err := w.p.WorkPayouts(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		w.p.update(w.t, func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&state), `SELECT state FROM payout_anchor WHERE reference = $1`, signer.AnchorReference(period))
			return err
		})
		if isInBlock = state == payout.Mined || state == payout.Final; isInBlock || state == payout.Failed {
			return isInBlock
		}
	}
	w.t.Fatalf("the anchor is still %q", state)
	return false
}
