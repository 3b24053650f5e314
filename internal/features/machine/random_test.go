package machine

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/fault"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// TestMain says how many lives are drawn, where the command line does not.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", long.Or("40", "100")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Random purchases, cancellations, starts, pauses, exits, payments and jumps
// of the clock keep every invariant after every step; a refusal is always one
// of the declared ones.
func TestRandomLivesKeepTheInvariants(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.TermDays, offers[0].Product.ETLDCap, offers[0].Product.UserLimit = 6, amount("2.3"), 4
		offers[1].Product.TermDays = 11
		w := newWorld(t, db, c, offers...)
		r := &randomLives{world: w}
		for n := range 3 {
			parent := ""
			if n > 0 {
				parent = r.users[n-1]
			}
			r.users = append(r.users, w.Invited(parent, n, "4000 USDT"))
		}
		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 6).Draw(rt, "steps") {
				r.step(rt)
				if found := w.Violations(worldtest.Alone(w.machines.Check)); len(found) > 0 {
					rt.Fatal(found)
				}
			}
		})
		w.pass(60*day, day)
		r.checkTotals()
		w.check()
	})
}

type randomLives struct {
	*world
	users    []string
	machines []Machine
	intents  []payment.Intent
}

func (r *randomLives) step(rt *rapid.T) {
	steps := map[string]func(rt *rapid.T) error{
		"buy": r.buySome, "start": r.actOn(r.world.machines.StartNow), "cancel": r.actOn(r.world.machines.Cancel), "exit": r.actOn(r.world.machines.Exit),
		"pause": r.operate(r.pause), "resume": r.operate(r.resume), "pay": r.endPayment, "wait": r.wait, "sleep": r.sleep,
	}
	name := rapid.SampledFrom([]string{"buy", "buy", "start", "cancel", "exit", "pause", "resume", "pay", "wait", "wait", "sleep"}).Draw(rt, "step")
	if err := steps[name](rt); err != nil {
		if _, ok := fault.As(err); !ok {
			rt.Fatalf("%s: %v", name, err)
		}
	}
}

func (r *randomLives) buySome(rt *rapid.T) error {
	user := rapid.SampledFrom(r.users).Draw(rt, "user")
	order := r.orderOf(user, rapid.SampledFrom([]string{"small", "small", "medium"}).Draw(rt, "size"), rapid.Int64Range(1, 3).Draw(rt, "quantity"))
	order.StartNow = rapid.Bool().Draw(rt, "now")
	if rapid.IntRange(0, 3).Draw(rt, "way") == 0 {
		order.PayType = checkout.PayChain
	}
	b, err := r.try(order)
	if err != nil {
		return err
	}
	r.machines = append(r.machines, b.Machines...)
	if b.Intent != nil {
		r.intents = append(r.intents, *b.Intent)
	}
	return nil
}

func (r *randomLives) pick(rt *rapid.T) (Machine, bool) {
	if len(r.machines) == 0 {
		return Machine{}, false
	}
	return rapid.SampledFrom(r.machines).Draw(rt, "machine"), true
}

func (r *randomLives) actOn(act func(tx sqldb.Command, userID, id string) (Machine, error)) func(rt *rapid.T) error {
	return func(rt *rapid.T) error {
		m, ok := r.pick(rt)
		if !ok {
			return nil
		}
		return r.Try(func(tx sqldb.Command) error {
			_, err := act(tx, m.UserID, m.ID)
			return err
		})
	}
}

func (r *randomLives) operate(act func(id string) error) func(rt *rapid.T) error {
	return func(rt *rapid.T) error {
		m, ok := r.pick(rt)
		if !ok {
			return nil
		}
		return act(m.ID)
	}
}

// endPayment pays the oldest open payment, or lets it expire.
func (r *randomLives) endPayment(rt *rapid.T) error {
	if len(r.intents) == 0 {
		return nil
	}
	i := r.intents[0]
	r.intents = r.intents[1:]
	if _, open := r.payments.Intents[i.No]; !open {
		return nil
	}
	pay := rapid.Bool().Draw(rt, "pay")
	r.Update(func(tx *sqldb.Tx) error {
		if !pay {
			return r.payments.Lapse(tx, i, payment.Expired)
		}
		if _, err := r.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(i.UserID, money.USDT, i.Amount)}}); err != nil {
			return err
		}
		return r.payments.Pay(tx, i)
	})
	return nil
}

func (r *randomLives) wait(rt *rapid.T) error {
	r.Clock.Advance(time.Duration(rapid.Int64Range(1, 30*3600).Draw(rt, "seconds")) * time.Second)
	r.drain()
	return nil
}

// sleep moves the clock and lets the next action meet overdue events.
func (r *randomLives) sleep(rt *rapid.T) error {
	r.Clock.Advance(time.Duration(rapid.Int64Range(1, 20*24*3600).Draw(rt, "seconds")) * time.Second)
	return nil
}

// checkTotals compares, per user, what the formulas say was earned with the
// account's totals and with the journal.
func (r *randomLives) checkTotals() {
	r.T.Helper()
	for _, userID := range r.users {
		var interest, output money.Amount
		var a payrun.Payee
		r.View(func(tx *sqldb.Tx) error {
			f, err := r.world.machines.owners.open(tx, userID)
			if err != nil {
				return err
			}
			a = f.Payee
			for _, bought := range r.machines {
				if bought.UserID != userID {
					continue
				}
				m, err := r.world.machines.owners.one(tx, userID, bought.ID)
				if err != nil {
					return err
				}
				e, err := r.world.machines.Views.earner(tx, &m)
				if err != nil {
					return err
				}
				rows, err := r.world.machines.PayRun.Income(tx, e)
				if err != nil {
					return err
				}
				for _, row := range rows {
					switch row.Kind {
					case payrun.IncomeInterest:
						interest += row.Amount
					case payrun.IncomeOutput:
						output += row.Amount
					}
				}
			}
			for kind, want := range map[ledger.Type]money.Amount{ledger.MachineIncome: interest, ledger.MiningIncome: output} {
				asset := money.USDT
				if kind == ledger.MiningIncome {
					asset = money.ETLD
				}
				posted, err := r.Ledger.Received(tx, userID, kind, asset, time.Time{}, earning.Never())
				if err != nil {
					return err
				}
				if posted != want {
					err = errors.Join(err, fmt.Errorf("%s: the logs say %s, the journal %s", kind, want, posted))
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		r.expect("total interest", a.TotalInterest, interest)
		r.expect("total output", a.TotalOutput, output)
	}
}
