package solvency

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payout"
	"etld/internal/core/worldtest"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/chain"
	"etld/internal/infra/receipt"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world has a few users, and anchors that are in a block at once.
type world struct {
	*worldtest.World
	service *Service
	anchors *anchors
	delayed map[string]money.Amount
	chain   *blocks
}

// anchors keep what was ordered.
type anchors struct{ sent map[string]string }

func (a *anchors) Publish(_ *sqldb.Tx, name string, data []byte) error {
	if before, found := a.sent[name]; found && before != string(data) {
		return payout.ErrOrdered
	}
	a.sent[name] = string(data)
	return nil
}

// Hint names something, as anchors are not in the database.
func (a *anchors) Hint(string) sqldb.Hint { return param.Hint() }

func (a *anchors) Find(_ sqldb.Command, name string) (payout.Payout, bool, error) {
	_, found := a.sent[name]
	return payout.Payout{State: payout.Final, TxHash: "0x" + name, Block: 7}, found, nil
}

// blocks come until an instant, or nobody answers.
type blocks struct {
	until  time.Time
	failed error
}

func (b *blocks) LastBefore(_ context.Context, at time.Time) (chain.Block, error) {
	if b.failed != nil {
		return chain.Block{}, b.failed
	}
	if at.After(b.until) {
		return chain.Block{}, chain.ErrNotFinalYet
	}
	return chain.Block{BlockRef: chain.BlockRef{Number: uint64(at.Unix()), Hash: common.Hash{1}}}, nil
}

func newWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock) *world {
	w := &world{World: worldtest.New(t, db, c), anchors: &anchors{sent: make(map[string]string)}, delayed: make(map[string]money.Amount),
		chain: &blocks{until: c.Now().Add(100 * 24 * time.Hour)}}
	w.service = w.another(entropy.System())
	return w
}

// another is a second program on the same database.
func (w *world) another(chance entropy.Source) *Service {
	sealer, err := seal.New(make([]byte, seal.KeyBytes), chance)
	w.Must(err)
	return New(Config{DB: w.DB, Chance: chance, Sealer: sealer, Receipts: receipt.New(entropy.Seeded(5)), Anchors: w.anchors,
		Delayed: func(*sqldb.Tx, time.Time) (map[string]money.Amount, error) { return w.delayed, nil }, Sender: "0xA", Chains: []Chain{{Network: "BEP-20", Pool: w.chain}}, Log: slog.New(slog.DiscardHandler)})
}

// at moves the clock and links what was posted.
func (w *world) at(t time.Time) {
	w.T.Helper()
	w.Clock.Set(t)
	w.link()
}

func (w *world) link() {
	w.T.Helper()
	for linked := 1; linked > 0; {
		w.Must(w.DB.Background(context.Background(), func(tx *sqldb.Tx) (err error) {
			linked, err = ledger.Extend(tx)
			return err
		}))
	}
}

// work makes all snapshots that are due.
func (w *world) work(s *Service) {
	w.T.Helper()
	for more := true; more; {
		var err error
		more, err = s.step(context.Background())
		w.Must(err)
	}
}

func (w *world) snapshots() (list []SnapshotRow) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = w.service.Snapshots(tx, "", 31)
		return err
	})
	return list
}

func (w *world) prove(day, address string) (proof sumtree.Proof, err error) {
	w.View(func(tx *sqldb.Tx) error {
		row, found, findErr := find(tx, day)
		if findErr != nil || !found {
			w.T.Fatalf("snapshot %s: %v %v", day, found, findErr)
		}
		proof, err = w.service.prove(tx, row, address)
		return nil
	})
	return proof, err
}

func midnight(after clock.Day) time.Time { return after.End() }

func address(n int) string {
	return "0x" + strings.Repeat("0", 38) + string("0123456789"[n/10]) + string("0123456789"[n%10])
}

func TestASnapshotCountsWhatStoodAtMidnight(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		day := clock.DayOf(c.Now())
		name := strings.ReplaceAll(day.String(), "-", "")
		ann, bob := w.User(0, "100 USDT", "7 ETLD"), w.User(1, "5.00000001 USDT", "0.5 ETH")
		w.User(2)
		w.delayed[bob] = 30
		w.Deposit(bob, "7 USDT")
		w.Post(
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.AvailableOf(bob, money.USDT), Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: money.Units(7)},
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.House(ledger.PointsOut, money.GP), Credit: ledger.Of(bob, ledger.Points, money.GP), Amount: 700})
		w.at(midnight(day).Add(-time.Second))
		w.Deposit(ann, "1 USDT")
		// What comes after midnight is not of that day, whoever counts and when.
		w.at(midnight(day).Add(time.Minute))
		w.Deposit(ann, "50 USDT")
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold, Debit: ledger.Of(bob, ledger.Available, money.USDT),
			Credit: ledger.Of(bob, ledger.Withdraw, money.USDT), Amount: 3})
		w.User(3, "9 USDT")
		w.at(midnight(day).Add(2 * time.Minute))
		w.work(w.service)

		list := w.snapshots()
		if len(list) != 1 || list[0].Snapshot != name || list[0].People != 2 || list[0].USDT != "11300000031" || list[0].ETLD != "700000000" || list[0].ETH != "50000000" {
			t.Fatalf("%+v", list)
		}
		if list[0].Depth != 2 || list[0].State != "final" || list[0].Sender != "0xA" || w.anchors.sent[name] != list[0].Text {
			t.Errorf("%+v", list[0])
		}
		text, err := sumtree.ParseText(list[0].Text)
		if err != nil || len(text.Blocks) != 1 || text.Blocks[0].Number != uint64(midnight(day).Unix()) || text.Head.Number != 7 {
			t.Errorf("%+v %v", text, err)
		}
		for n, want := range []string{"10100000000 700000000 0", "1200000031 0 50000000"} {
			proof, err := w.prove(name, address(n+1))
			if err != nil {
				t.Fatal(err)
			}
			owed, err := sumtree.Verify(proof, text, address(n+1))
			if got := owed[0].String() + " " + owed[1].String() + " " + owed[2].String(); err != nil || got != want {
				t.Errorf("user %d: %s instead of %s, %v", n, got, want, err)
			}
		}
		for _, n := range []int{3, 4} {
			if _, err := w.prove(name, address(n)); !errors.Is(err, sumtree.ErrSomebody) {
				t.Errorf("user %d, who was owed nothing, has a proof: %v", n, err)
			}
		}
	})
}

// Whoever makes a snapshot, and when, makes the same.
func TestASnapshotIsTheSameWhoeverMakesIt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		day := clock.DayOf(c.Now())
		for n := range 20 {
			w.User(n, "100 USDT", "3 ETLD")
		}
		w.at(midnight(day).Add(time.Minute))
		key, err := w.service.begin(t.Context(), midnight(day))
		w.Must(err)
		before, err := w.service.grow(t.Context(), midnight(day), key)
		w.Must(err)
		first := before.tree
		w.Must(w.service.keep(t.Context(), nameOf(midnight(day)), first))

		// That one was killed; three days later another one goes on.
		for n := range 20 {
			w.Deposit(w.User(50+n), "1 USDT")
		}
		w.at(midnight(day + 2).Add(time.Minute))
		w.work(w.another(entropy.System()))
		list := w.snapshots()
		if len(list) != 3 || list[2].Root != first.Root.Hash.String() || list[2].Snapshot != nameOf(midnight(day)) || list[0].Root == list[1].Root {
			t.Fatalf("%s: %+v", first.Root.Hash, list)
		}
		again, err := w.service.grow(t.Context(), midnight(day), key)
		if err != nil || again.tree.Root != first.Root || !slices.Equal(again.tree.Leaves, first.Leaves) {
			t.Errorf("grown again: %v %v", again.tree.Root, err)
		}
	})
}

func TestASnapshotWaitsForWhatIsNotComplete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		day := clock.DayOf(c.Now())
		w.work(w.service)
		if list := w.snapshots(); len(list) != 0 {
			t.Errorf("there is a snapshot of an empty journal: %+v", list)
		}
		w.User(0, "1 USDT")
		w.Clock.Set(midnight(day).Add(time.Minute))
		w.work(w.service)
		if list := w.snapshots(); len(list) != 0 {
			t.Errorf("it does not wait for the journal's chain: %+v", list)
		}
		w.link()
		w.chain.until = midnight(day).Add(-time.Second)
		w.work(w.service)
		if list := w.snapshots(); len(list) != 0 {
			t.Errorf("it does not wait for final blocks: %+v", list)
		}
		w.chain.until, w.chain.failed = midnight(day+9), chain.ErrNoQuorum
		w.work(w.service)
		if list := w.snapshots(); len(list) != 0 {
			t.Errorf("it does not wait for a chain that answers: %+v", list)
		}
		w.chain.failed = nil
		w.work(w.service)
		w.work(w.service)
		if list := w.snapshots(); len(list) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

func TestAnAlteredLeafIsFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		day := clock.DayOf(c.Now())
		for n := range 3 {
			w.User(n, "100 USDT")
		}
		w.at(midnight(day).Add(time.Minute))
		w.work(w.service)
		w.Check(worldtest.Alone(func(tx *sqldb.Tx, _ ledger.Claims) ([]ledger.Violation, error) { return w.service.Check(tx) }))
		text, err := sumtree.ParseText(w.snapshots()[0].Text)
		w.Must(err)
		proof, err := w.prove(text.Snapshot, address(2))
		w.Must(err)
		w.Update(func(tx *sqldb.Tx) error {
			b, _, err := sqldb.Find(tx, blockTable.Scan, selectBlocks, text.Snapshot)
			if err != nil {
				return err
			}
			raw, err := base64.StdEncoding.DecodeString(b.Leaves)
			raw[proof.Leaves[0].Index*56+39] ^= 1
			b.Leaves = base64.StdEncoding.EncodeToString(raw)
			saveBlock.Add(tx, b)
			return err
		})
		proof, err = w.prove(text.Snapshot, address(2))
		w.Must(err)
		if _, err := sumtree.Verify(proof, text, address(2)); !errors.Is(err, sumtree.ErrTotals) {
			t.Errorf("a proof of an altered leaf: %v", err)
		}
		found := w.Violations(worldtest.Alone(func(tx *sqldb.Tx, _ ledger.Claims) ([]ledger.Violation, error) { return w.service.Check(tx) }))
		if len(found) != 1 || found[0].Invariant != "solvency" {
			t.Errorf("found: %v", found)
		}
	})
}

func TestOldSnapshotsCannotBeConnectedWithAnybody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.chain.until = c.Now().Add(1000 * 24 * time.Hour)
		day := clock.DayOf(c.Now())
		w.User(0, "100 USDT")
		w.at(midnight(day).Add(time.Minute))
		w.work(w.service)
		w.at(midnight(day).Add(keptFor + time.Minute))
		w.work(w.service)
		w.View(func(tx *sqldb.Tx) error {
			row, _, err := find(tx, nameOf(midnight(day)))
			if err != nil || row.State != Expired || row.Sealed != "" || row.Nodes != "" || row.Text == "" {
				t.Errorf("%+v %v", row, err)
			}
			_, found, err := sqldb.Find(tx, blockTable.Scan, selectBlocks, row.ID)
			if err != nil || found {
				t.Errorf("its leaves are kept: %v", err)
			}
			return nil
		})
		if _, err := w.prove(nameOf(midnight(day+1)), address(1)); err != nil {
			t.Errorf("the next one went with it: %v", err)
		}
	})
}
