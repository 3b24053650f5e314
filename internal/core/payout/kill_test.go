package payout_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// soon is when a worker bumps that is not patient.
const soon = 1500 * time.Millisecond

// TestKilled kills a real process at every step of a payout on a real chain,
// starts another, and finds exactly one payment.
func TestKilled(t *testing.T) {
	t.Parallel()
	dev := newDevChain(t)
	for _, test := range []struct {
		point string
		count int
		plan  func(p *plan)
		// mined says that blocks must pass before the point is reached.
		mined int
	}{
		{point: "before reserving"},
		{point: "before signing"},
		{point: "after signing"},
		{point: "before broadcast"},
		{point: "after broadcast"},
		{point: "after broadcast", plan: func(p *plan) { p.LoseAnswers = true }, count: 2},
		{point: "after looking", count: 2},
		{point: "before signing", count: 2, plan: func(p *plan) { p.FirstFee, p.StuckAfter = 1_000, soon }},
		{point: "after signing", count: 2, plan: func(p *plan) { p.FirstFee, p.StuckAfter = 1_000, soon }},
		{point: "seen mined", mined: 1},
		{point: "seen final", mined: 8},
		{point: "settling", mined: 8},
	} {
		name := fmt.Sprintf("%s %d", test.point, max(1, test.count))
		if test.plan != nil {
			name += " after trouble"
		}
		t.Run(name, func(t *testing.T) {
			s := newScene(t, dev, sqldb.SQLite)
			o := s.order("w", "49")
			victim := s.start(func(p *plan) {
				p.Die, p.Count = test.point, test.count
				if test.plan != nil {
					test.plan(p)
				}
			})
			if test.mined > 0 {
				s.untilSent(o)
				s.mine(test.mined)
			}
			s.mustDie(victim)
			s.wantSound()
			next := s.start(nil)
			s.until(o.WithdrawalID, true, inState(payout.Final))
			s.wantPaidOnChain(1, o)
			next.stop()
		})
	}
}

// TestSignerKilled kills the signer's own process between its journal and its
// answer. The worker, which lives on, gets the same bytes from the next one.
func TestSignerKilled(t *testing.T) {
	t.Parallel()
	s := newScene(t, newDevChain(t), sqldb.SQLite)
	folder, err := os.MkdirTemp("", "payout")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	s.plan.Socket = filepath.Join(folder, "socket")
	o := s.order("w", "49")
	victim := s.start(func(p *plan) { p.Role, p.Die = "signer", "after journal" })
	worker := s.start(nil)
	s.mustDie(victim)
	journal := s.seals()
	if len(journal) != 1 {
		t.Fatalf("the journal has %d rows", len(journal))
	}
	if p := s.find(o.WithdrawalID); p.State != payout.Queued {
		t.Fatalf("it is %s without a signature", p.State)
	}
	s.start(func(p *plan) { p.Role = "signer" })
	s.until(o.WithdrawalID, true, inState(payout.Final))
	s.wantPaidOnChain(1, o)
	if again := s.seals(); !slices.Equal(journal, again) {
		t.Error("the payout was signed twice")
	}
	worker.stop()
}

// seals are those of the signer's journal, row by row.
func (s *scene) seals() (list []string) {
	s.T.Helper()
	conn, err := sqlite.OpenConn(s.plan.Journal, sqlite.OpenReadWrite)
	if err != nil {
		s.T.Fatal(err)
	}
	err = sqlitex.ExecuteTransient(conn, "SELECT seal FROM chain_signer_decision ORDER BY number", &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		list = append(list, row.ColumnText(0))
		return nil
	}})
	if err := errors.Join(err, conn.Close()); err != nil {
		s.T.Fatal(err)
	}
	return list
}

// TestOnARealChain is the rest of the faults, without a kill.
func TestOnARealChain(t *testing.T) {
	t.Parallel()
	dev := newDevChain(t)
	ctx := context.Background()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s *scene)
	}{
		{"priced below the minimum: blocks the next nonce until it is bumped", func(t *testing.T, s *scene) {
			first, second := s.order("first", "49"), s.order("second", "59")
			// The worker that bumps comes once nothing below the minimum was mined.
			patient := s.start(func(p *plan) { p.FirstFee = 1_000 })
			s.until(second.WithdrawalID, false, inState(payout.Broadcast))
			patient.stop()
			before := s.find(first.WithdrawalID).TxHash
			s.mine(3)
			if s.received(first).Sign() != 0 || s.received(second).Sign() != 0 {
				t.Fatal("a transaction below the minimum was mined")
			}
			s.start(func(p *plan) { p.StuckAfter = soon })
			p := s.until(first.WithdrawalID, true, inState(payout.Final))
			if p.TxHash == before {
				t.Error("it was mined without a bump")
			}
			s.wantPaidOnChain(2, first, second)
		}},
		{"mined, then reorganised away: the same bytes again", func(t *testing.T, s *scene) {
			o := s.order("w", "49")
			s.start(nil)
			s.untilSent(o)
			s.mine(2)
			hash := s.until(o.WithdrawalID, false, inState(payout.Mined)).TxHash
			if err := dev.process.Control.Reorganise(ctx, 3); err != nil {
				t.Fatal(err)
			}
			if s.received(o).Sign() != 0 {
				t.Fatal("the reorganisation did not take it away")
			}
			if p := s.until(o.WithdrawalID, true, inState(payout.Final)); p.TxHash != hash {
				t.Errorf("paid by %s, first mined was %s", p.TxHash, hash)
			}
			s.wantPaidOnChain(1, o)
		}},
		{"reverted: issued again only once it is final, by two operators", func(t *testing.T, s *scene) {
			o := s.order("w", "49")
			s.start(nil)
			s.untilSent(o)
			// The tokens vanish between sending and inclusion.
			s.setTokens(new(big.Int))
			s.mine(1)
			p := s.until(o.WithdrawalID, false, inState(payout.NeedsAttention))
			if p.Proof != payout.NoProof || s.reissue(o.WithdrawalID) == nil {
				t.Fatalf("not final, and yet proof %q", p.Proof)
			}
			s.setTokens(wei(10_000))
			s.until(o.WithdrawalID, true, func(p payout.Payout) bool { return p.Proof == payout.ProofReverted })
			s.Clock.Set(s.real.Now())
			if err := s.reissue(o.WithdrawalID); err != nil {
				t.Fatal(err)
			}
			s.until(o.WithdrawalID, true, inState(payout.Final))
			s.wantPaidOnChain(2, o)
		}},
		{"nonce used by an unknown transaction: breaker, then issued again", func(t *testing.T, s *scene) {
			o := s.order("w", "49")
			s.start(nil)
			s.until(o.WithdrawalID, false, inState(payout.Broadcast))
			s.steal(t, 0)
			s.mine(8)
			p := s.until(o.WithdrawalID, true, inState(payout.NeedsAttention))
			if p.Proof != payout.ProofSuperseded || s.overview().Breaker != payout.BreakerNonce || s.received(o).Sign() != 0 {
				t.Fatalf("proof %q, breaker %q, received %s", p.Proof, s.overview().Breaker, s.received(o))
			}
			s.Update(func(tx *sqldb.Tx) error { return s.service.Resume(tx, network) })
			s.Clock.Set(s.real.Now())
			if err := s.reissue(o.WithdrawalID); err != nil {
				t.Fatal(err)
			}
			s.until(o.WithdrawalID, true, inState(payout.Final))
			s.wantPaidOnChain(2, o)
		}},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, newScene(t, dev, sqldb.SQLite)) })
	}
}

// TestInstances lets three processes work one wallet in one PostgreSQL and kills
// the one that holds it, at one step after another.
func TestInstances(t *testing.T) {
	t.Parallel()
	dbtest.Cluster(t)
	s := newScene(t, newDevChain(t), sqldb.Postgres)
	// One signer serves all: its journal is for one process.
	folder, err := os.MkdirTemp("", "payout")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	s.plan.Socket = filepath.Join(folder, "socket")
	s.start(func(p *plan) { p.Role = "signer" })
	var orders []payout.Order
	for _, point := range []string{"after signing", "after broadcast", "seen mined", "seen final", "settling"} {
		var batch []payout.Order
		for n := range 6 {
			batch = append(batch, s.order(fmt.Sprintf("w%d", n), "5"))
		}
		orders = append(orders, batch...)
		// The victim holds the wallet before the others come.
		victim := s.start(func(p *plan) { p.Die, p.Count = point, 2 })
		s.until(batch[0].WithdrawalID, false, func(p payout.Payout) bool { return p.State != payout.Queued || isDead(victim) })
		others := []*child{s.start(nil), s.start(nil)}
		for deadline := time.Now().Add(patience); !isDead(victim) && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			s.mine(1)
		}
		s.mustDie(victim)
		for _, o := range batch {
			s.until(o.WithdrawalID, true, inState(payout.Final))
		}
		for _, other := range others {
			other.stop()
		}
	}
	s.wantPaidOnChain(uint64(len(orders)), orders...)
}
