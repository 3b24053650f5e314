package payment_test

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// event is one thing that happens; its numbers mean what its kind makes of them.
type event struct {
	kind, who, count int
	amount           int64
}

const (
	eventMine = iota
	eventReorganise
	eventFinalize
	eventWork
	eventOpen
	eventCancel
	eventWait
	eventReplay
	eventRefuse
	eventKinds
)

func events(most int) *rapid.Generator[[]event] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) event {
		return event{kind: rapid.IntRange(0, eventKinds-1).Draw(t, "kind"), who: rapid.IntRange(0, 1<<20).Draw(t, "who"),
			count: rapid.IntRange(1, 4).Draw(t, "count"), amount: rapid.Int64Range(1, 1<<40).Draw(t, "amount")}
	}), 5, most)
}

// history plays events and remembers what the chain did.
type history struct {
	w       *world
	orphans []chain.Transfer
	opened  []payment.Intent
}

// play runs the events, lets everything come to its end and adds up.
func play(w *world, list []event) {
	w.T.Helper()
	h := &history{w: w}
	for _, d := range list {
		h.do(d)
		h.holds()
	}
	w.shop.refuseWith(nil)
	w.Clock.Advance(time.Hour)
	w.line.land()
	w.work()
	// What was refused is tried again after a pause, intents wait for it.
	w.Clock.Advance(2 * time.Minute)
	w.line.land()
	w.work()
	h.holds()
	h.addUp()
}

// holds is what must be true after every event, however much is still to be
// done: the books, this package's rows, and I4 at the final block.
func (h *history) holds() {
	t := h.w.T
	t.Helper()
	h.w.clean()
	received, _ := h.received()
	vault := &vault{held: map[[2]common.Address]*big.Int{{usdt, treasury}: received[usdt], {etld, treasury}: received[etld]}}
	if r := h.w.reconcile(vault); r.Difference().Sign() != 0 {
		t.Errorf("credits, remainders, dust and suspense differ from what was received by %s units", r.Difference())
	}
}

func (h *history) do(d event) {
	h.w.T.Helper()
	line := h.w.line
	user := []string{"ann", "bob"}[d.who%2]
	unfinal := len(line.blocks) - 1 - line.final
	switch d.kind {
	case eventMine:
		line.mine(h.transfers(d)...)
	case eventReorganise:
		if depth := min(d.count, unfinal); depth > 0 {
			for _, b := range line.blocks[len(line.blocks)-depth:] {
				h.orphans = append(h.orphans, b.transfers...)
			}
			line.reorganise(depth, h.transfers(d)...)
		}
	case eventFinalize:
		if unfinal > 0 {
			line.apply(line.finalStep(d.count))
		}
	case eventWork:
		h.w.work()
	case eventOpen:
		i, err := h.w.open(user, fmt.Sprint("order", len(h.opened)), money.Units(1+d.amount%90))
		if err == nil {
			h.opened = append(h.opened, i)
		} else if !is(err, payment.ErrAlreadyOpen) {
			h.w.T.Fatal(err)
		}
	case eventCancel:
		if len(h.opened) > 0 {
			if err := h.w.cancel(h.opened[d.who%len(h.opened)].No); err != nil && !is(err, payment.ErrNotOpen) {
				h.w.T.Fatal(err)
			}
		}
	case eventWait:
		h.w.Clock.Advance(time.Duration(d.amount%20) * time.Minute)
	case eventReplay:
		stale := chain.Step{Expect: line.progress().Version - 1, Final: line.blocks[line.final].transfers}
		if err := line.watch.Apply(context.Background(), stale); !is(err, chain.ErrConflict) {
			h.w.T.Fatalf("a stale step: %v", err)
		}
		// A second reading at the present version is welcome and changes nothing.
		line.apply(chain.Step{Final: line.blocks[line.final].transfers})
	case eventRefuse:
		h.w.shop.refuseWith(map[bool]error{true: errClosed}[d.who%2 == 0])
	}
}

// transfers makes new transfers and includes some that were taken back again,
// the way a reorganisation shuffles them.
func (h *history) transfers(d event) []chain.Transfer {
	var list []chain.Transfer
	for n := range d.count {
		from := []common.Address{ann, bob, ann, bob, stranger, funder, hot}[(d.who+n)%7]
		token := []common.Address{usdt, usdt, usdt, etld}[(d.who/7+n)%4]
		wei := units(money.Units(1 + (d.amount+int64(n))%60))
		switch (d.who / 28) % 6 {
		case 0:
			wei = big.NewInt(d.amount%9_999_999_999 + 1)
		case 1:
			wei.Add(wei, big.NewInt(d.amount))
		case 2:
			if n == 0 {
				wei.Lsh(big.NewInt(1), 255)
			}
		}
		list = append(list, h.w.line.transfer(from, token, wei))
	}
	for len(h.orphans) > 0 && d.amount%3 != 0 {
		list = append(list, h.orphans[0])
		h.orphans = h.orphans[1:]
		d.amount /= 3
	}
	return list
}

// received is what the final blocks hold: units by token, and atoms of USDT by
// sender.
func (h *history) received() (map[common.Address]*big.Int, map[common.Address]money.Amount) {
	units := map[common.Address]*big.Int{usdt: new(big.Int), etld: new(big.Int)}
	atoms := map[common.Address]money.Amount{}
	for _, b := range h.w.line.blocks[:h.w.line.final+1] {
		for _, f := range b.transfers {
			wei, _ := new(big.Int).SetString(f.Wei, 10)
			if f.From == hot {
				continue
			}
			units[f.Token].Add(units[f.Token], wei)
			if credit, err := chain.CreditOf(f.Wei, 18); err == nil && f.Token == usdt {
				atoms[f.From] += credit.Amount
			}
		}
	}
	return units, atoms
}

// addUp compares the accounts with what the final blocks hold, once all of it
// is done: every transfer is somewhere, once.
func (h *history) addUp() {
	t := h.w.T
	t.Helper()
	_, atoms := h.received()
	want := map[string]money.Amount{"ann": h.w.Balance(ledger.AvailableOf("ann", money.USDT)) + h.w.Balance(cooling("ann")), "bob": h.w.Balance(ledger.AvailableOf("bob", money.USDT)) + h.w.Balance(cooling("bob"))}
	if want["ann"] != atoms[ann] || want["bob"] != atoms[bob] || h.w.Balance(suspense) != atoms[stranger] ||
		h.w.Balance(ledger.House(ledger.Capital, money.USDT)) != atoms[funder] {
		t.Errorf("users hold %v, suspense %s; the chain brought %v", want, h.w.Balance(suspense), atoms)
	}
	h.endings()
}

// endings checks that each intent came to exactly one end, of which its
// purpose heard once.
func (h *history) endings() {
	t := h.w.T
	t.Helper()
	heard := map[string][]string{}
	for _, event := range h.w.shop.take() {
		word, rest, _ := strings.Cut(event, " ")
		ref, _, _ := strings.Cut(rest, " ")
		heard[ref] = append(heard[ref], word)
	}
	bought := money.Amount(0)
	for _, opened := range h.opened {
		i := h.w.intent(opened.No)
		if i.State == payment.StateOpen || len(heard[i.Ref]) != 1 || heard[i.Ref][0] != string(i.State) {
			t.Errorf("intent %s is %s, its purpose heard %q", i.Ref, i.State, heard[i.Ref])
		}
		if i.State == payment.StatePaid {
			bought += i.Amount
		}
	}
	if got := h.w.Balance(cooling("ann")) + h.w.Balance(cooling("bob")); got != bought {
		t.Errorf("%s was spent on paid intents of %s", got, bought)
	}
}

// TestMain says how many histories are drawn, where the command line does not.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", long.Or("40", "100")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestAnyHistoryAddsUp(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(r *rapid.T) {
			list := events(30).Draw(r, "events")
			c := dbtest.NewClock()
			db := dbtest.Open(t, dbtest.Address(t, sqldb.SQLite), c)
			w := newWorld(verdict{t, r}, db, c)
			play(w, list)
			if err := db.Close(); err != nil {
				r.Fatal(err)
			}
		})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		for seed := range 6 {
			t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
				c := dbtest.NewClock()
				db := dbtest.Open(t, dbtest.Address(t, sqldb.Postgres), c)
				play(newWorld(t, db, c), events(60).Example(seed))
			})
		}
	})
}

// verdict lets a world's helpers fail the run of a property, so that it
// shrinks, and clean up after the test.
type verdict struct {
	testing.TB
	r *rapid.T
}

func (v verdict) Helper()                   {}
func (v verdict) Error(args ...any)         { v.r.Error(args...) }
func (v verdict) Errorf(f string, a ...any) { v.r.Errorf(f, a...) }
func (v verdict) Fatal(args ...any)         { v.r.Fatal(args...) }
func (v verdict) Fatalf(f string, a ...any) { v.r.Fatalf(f, a...) }
