package simulation

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/long"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	seedFlag  = flag.Uint64("simulation.seed", 0, "repeat the simulation of this seed only")
	stepsFlag = flag.Int("simulation.steps", long.Or(120, 400), "steps of a simulation")
	runsFlag  = flag.Int("simulation.runs", long.Or(1, 5), "simulations per engine, each with a new seed")
)

const (
	// checkEvery is after how many steps everything is checked.
	checkEvery = 20
	// shown is how many notes a failure prints.
	shown = 60
	// calmMax bounds how long the world may take to come to rest.
	calmMax = 120
)

// TestSimulation lets people, operators, the chain and the server's own faults
// loose on the whole platform. Whatever happens, the books hold, and in the end
// everything has come to its one end.
func TestSimulation(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		for i := range *runsFlag {
			seed := *seedFlag
			if seed == 0 {
				seed = uint64(time.Now().UnixNano()) + uint64(i)
			}
			t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
				w, err := simulate(t, engine, seed, *stepsFlag, nil)
				if err != nil {
					t.Fatal(w.report(t, err))
				}
				t.Log(w.summary())
				if engine == sqldb.Postgres {
					w.expectFewWaits(t)
				}
			})
			if *seedFlag != 0 {
				break
			}
		}
	})
}

// simulate runs a seed to its end and says what it found. meddle, if it is not
// nil, breaks something at the half of the way.
func simulate(t *testing.T, engine sqldb.Engine, seed uint64, steps int, meddle func(w *world)) (w *world, found error) {
	t.Helper()
	w = newWorld(t, engine, seed)
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case failure:
			found = fmt.Errorf("%s", reason.text)
		default:
			t.Log(w.report(t, fmt.Errorf("panic: %v", reason)))
			panic(reason)
		}
	}()
	for i := range steps {
		if i == steps/2 && meddle != nil {
			meddle(w)
		}
		w.step(i)
	}
	w.rest()
	return w, nil
}

// step is one event and the work it makes.
func (w *world) step(i int) {
	w.clock.Advance(time.Duration(1+w.chance.IntN(20_000)) * time.Millisecond)
	d := w.draw()
	w.note("step %d: %s", i, d.name)
	w.counts["event "+d.name]++
	d.do(w)
	if w.oneIn(3) {
		w.line.mine(1)
	}
	// A server that is busy has not done its work when the next call comes.
	if !w.oneIn(4) {
		w.work()
	}
	w.checkCheaply()
	if i%checkEvery == checkEvery-1 {
		w.checkAll(false)
	}
}

// report is what a failure prints.
func (w *world) report(t *testing.T, err error) string {
	engine, _, _ := strings.Cut(w.address, ":")
	return fmt.Sprintf("%v\n\nthe last of the server's log:\n%s\n\nthe last of what happened:\n%s\n\nseed %d on %s; repeat it with: make sim SEED=%d STEPS=%d",
		err, strings.Join(w.log.lines, "\n"), strings.Join(w.steps[max(0, len(w.steps)-shown):], "\n"), w.seed, engine, w.seed, *stepsFlag)
}

// count adds to the summary what everything came to.
func (w *world) count() {
	for _, query := range []string{`SELECT 'machine ' || state, COUNT(*) FROM machine_machine GROUP BY state`,
		`SELECT 'machine with credit', COUNT(*) FROM machine_machine WHERE repurchase_part > 0`, `SELECT 'machine that was paused', COUNT(*) FROM machine_machine WHERE pauses > 0`,
		`SELECT 'intent ' || state, COUNT(*) FROM payment_intent GROUP BY state`, `SELECT 'transfer ' || state, COUNT(*) FROM payment_transfer GROUP BY state`,
		`SELECT 'withdrawal ' || status, COUNT(*) FROM withdrawal_request GROUP BY status`, `SELECT 'payout of issue ' || issue, COUNT(*) FROM payout_payout GROUP BY issue`,
		`SELECT 'order ' || state || ' ' || cause, COUNT(*) FROM shop_order GROUP BY state, cause`, `SELECT 'order paid by wallet', COUNT(*) FROM shop_order WHERE pay_type = 'chain' AND paid_at <> 0`,
		`SELECT 'goods sold out', COUNT(*) FROM checkout_stock WHERE id LIKE 'goods|%' AND rest = 0`,
		`SELECT 'bumps', COUNT(*) FROM payout_event WHERE reason = 'bumped'`, `SELECT 'transfers in the journal', COUNT(*) FROM ledger_transfer`,
		`SELECT 'referral rewards', COUNT(*) FROM ledger_transfer WHERE type = 'referral_rewards'`, `SELECT 'blocks', MAX(number) FROM payment_block`} {
		w.read(func(row *sqldb.Row) error {
			var name string
			var n int
			err := row.Scan(&name, &n)
			w.counts["in the end "+name] = n
			return err
		}, query)
	}
}

// summary says what happened, so that a simulation in which nothing succeeds
// does not pass for a good one.
func (w *world) summary() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(w.counts)) {
		lines = append(lines, fmt.Sprintf("%s: %d", name, w.counts[name]))
	}
	return strings.Join(lines, "\n")
}

// rest ends every fault, lets all that is open come to its end and checks it.
func (w *world) rest() {
	w.note("everything comes to rest")
	w.changeNodesTo(healthy)
	for _, f := range w.feeds {
		f.dead, f.price = false, w.feeds[0].price
	}
	w.line.limbo, w.owed = nil, nil
	clear(w.line.reverts)
	w.line.base = gwei
	if !w.calmDown() {
		w.fail("it does not come to rest: %s", w.whatIsOpen())
	}
	w.checkAll(true)
	w.outliveMachines()
	w.checkAll(true)
	w.count()
}

// calmDown lets people finish what is open; it says whether they could.
func (w *world) calmDown() bool {
	for i := range calmMax {
		w.clock.Advance(5 * time.Minute)
		if i%10 == 9 {
			// What waits for another day's limits.
			w.clock.Advance(7 * time.Hour)
		}
		for _, asset := range assets {
			if w.line.after[len(w.line.after)-1].of(tokens[asset], w.line.hot).Cmp(units(hotFunds[asset])) < 0 {
				w.refill(asset)
			}
		}
		w.line.mine(finalityDepth + 1)
		w.work()
		if w.whatIsOpen() == "" {
			return true
		}
		w.resumePayouts()
		w.attend(1)
		w.review(1)
	}
	return false
}

// whatIsOpen names what has not come to its end.
func (w *world) whatIsOpen() (open string) {
	w.read(func(row *sqldb.Row) error {
		var what, id, state string
		err := row.Scan(&what, &id, &state)
		open += fmt.Sprintf("%s %s is %s; ", what, id, state)
		return err
	}, `SELECT 'intent', no, state FROM payment_intent WHERE state = 'open'
		UNION ALL SELECT 'withdrawal', id, status FROM withdrawal_request WHERE status IN ('pending_review', 'approved')
		UNION ALL SELECT 'payout', withdrawal_id, state || ' ' || reason || ' ' || proof FROM payout_payout WHERE state NOT IN ('final', 'failed')`)
	return open
}

// outliveMachines lets time pass until the last machine has ended.
func (w *world) outliveMachines() {
	for _, p := range w.people() {
		w.resumeOf(p, 1)
	}
	for range calmMax {
		running := 0
		w.read(func(row *sqldb.Row) error { return row.Scan(&running) }, `SELECT COUNT(*) FROM machine_machine WHERE open = 1`)
		if running == 0 {
			return
		}
		w.pass(time.Duration(5+w.chance.Int64N(40)) * day)
		w.work()
		w.checkCheaply()
	}
	w.fail("machines do not come to their end")
}
