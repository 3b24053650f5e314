package simulation

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// brokenSteps has the half of the way, where something is broken, be right before a step
// after which everything is checked.
const brokenSteps = 2 * (checkEvery - 1)

// The simulation finds what is broken on purpose.
func TestTheSimulationFindsWhatIsBroken(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		meddle func(w *world)
		// says is part of what must be found; what is on the chain is compared by
		// the server and by the simulation, whoever comes first.
		says string
	}{
		"a balance was changed": {byHand(`UPDATE ledger_account SET balance = balance + 1 WHERE class = 'U.AVL' AND asset = 'USDT'`), "credits less debits"},
		"two balances were changed so that the sides are equal": {
			byHand(`UPDATE ledger_account SET balance = balance + CASE class WHEN 'O.CAP' THEN -1 ELSE 1 END WHERE id IN ('O.CAP/USDT', 'P.INT.FREE/USDT')`), "I9"},
		"a transfer was taken out of the journal":          {byHand(`DELETE FROM ledger_transfer WHERE id = (SELECT MAX(id) FROM ledger_transfer WHERE sub_type = 'deposit')`), "I9"},
		"a machine is gone":                                {byHand(`DELETE FROM machine_machine WHERE state = 'running'`), "I5|I11: machine"},
		"an order is shipped and its money was not earned": {byHand(`UPDATE shop_order SET state = 'shipped' WHERE state = 'waiting_for_delivery'`), "more in U.ORD"},
		"goods came to the stock and nobody knows from where": {
			byHand(`UPDATE checkout_stock SET rest = rest + 1 WHERE id = 'goods|seedPlate'`), "stock of seedPlate"},
		"tokens left without an event": {func(w *world) {
			for i := int(w.line.Finalized()); i < len(w.line.after); i++ {
				w.line.after[i] = w.line.after[i].with(tokens["USDT"], treasury, units(-1))
			}
		}, "I4|our addresses hold"},
		"the chain pays twice": {func(w *world) {
			w.line.paysTwice = true
			w.ask(w.users[len(w.users)-1], money.USDT, money.Units(50))
			// Before anybody cancels it.
			w.calmDown()
		}, "I4|our addresses hold"},
		"a payment is confirmed that never was": {byHand(`UPDATE withdrawal_request SET tx_hash = '0x00' WHERE status = 'confirmed'`), "is confirmed and its payout"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, found := simulate(t, sqldb.SQLite, 7, brokenSteps, func(w *world) {
				w.thrive()
				one.meddle(w)
			})
			if found == nil || !regexp.MustCompile(one.says).MatchString(found.Error()) {
				t.Errorf("found %v, want something about %q", found, one.says)
			}
			if report := w.report(t, found); !strings.Contains(report, "make sim SEED=7") {
				t.Errorf("the report does not say how to repeat it: %s", report)
			}
		})
	}
}

// A seed is a whole history: the same one comes out each time.
func TestASeedRepeats(t *testing.T) {
	t.Parallel()
	var first []string
	for range 2 {
		w, err := simulate(t, sqldb.SQLite, 11, 60, nil)
		if err != nil {
			t.Fatal(w.report(t, err))
		}
		lines := w.steps
		for _, e := range w.entries() {
			lines = append(lines, fmt.Sprint(e))
		}
		if first != nil && !slices.Equal(first, lines) {
			for i := range min(len(first), len(lines)) {
				if first[i] != lines[i] {
					t.Fatalf("line %d differs:\n%s\n%s", i, first[i], lines[i])
				}
			}
			t.Fatalf("%d lines, then %d", len(first), len(lines))
		}
		first = lines
	}
}

// byHand changes the database behind the server's back.
func byHand(statement string) func(w *world) {
	return func(w *world) {
		w.must(w.books.Update(context.Background(), func(tx *sqldb.Tx) error {
			changed, err := tx.Exec(statement)
			if changed == 0 {
				w.t.Errorf("nothing to change: %s", statement)
			}
			return err
		}))
	}
}

// thrive makes sure that there is something to break: a user with money, a
// machine that runs, an order that waits, and a withdrawal that was paid.
func (w *world) thrive() {
	w.changeNodesTo(healthy)
	p := w.newPerson()
	if a := p.signIn(); !a.ok() {
		w.fail("sign up: %+v", a)
	}
	w.line.send(tokens["USDT"], p.address, treasury, units(money.Units(500)))
	w.line.mine(finalityDepth + 1)
	w.work()
	var catalogue struct{ List []product }
	p.read("/api/miner/all", &catalogue)
	w.line.base, w.line.reverts = gwei, make(map[common.Address]bool)
	w.ask(p, money.USDT, money.Units(20))
	if !w.calmDown() {
		w.fail("it does not come to rest: %s", w.whatIsOpen())
	}
	if a := p.do("/api/miner/purchaseMiner", nil, "productId", catalogue.List[0].ID, "quantity", "1", "payType", "balance", "termsVersion", catalogue.List[0].TermsVersion, "startNow", "true"); !a.ok() {
		w.fail("buy: %+v", a)
	}
	if a := p.do("/api/shop/createOrder", nil, "goodsId", "seedPlate", "quantity", "1", "payType", "balance", "addressId", p.addressIn("TW")); !a.ok() {
		w.fail("order: %+v", a)
	}
}
