package app

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

var forestSeed = flag.Uint64("forest.seed", 0, "repeat the random forest of this seed")

// forestSteps are random acts, with random time between them: together one month,
// or two.
var forestSteps = long.Or(40, 80)

const (
	// forestMost bounds the steps until everything has happened that is to be held.
	forestMost = 400
	// forestEvery is after how many of them everything is recomputed.
	forestEvery = 10
	// forestUsers bounds the forest.
	forestUsers = 24
)

// forest is a ring: every account and every node are one person's. Its services are
// the program's, wired as it wires them.
type forest struct {
	*worldtest.World
	p      *Program
	client *apitest.Client
	chance *rand.Rand
	users  []string
	// deposited is all that the ring brought.
	deposited money.Amount
	// acted counts what was done, and what was refused.
	acted map[string]int
}

// holding is a machine or a node, and whose it is.
type holding struct{ userID, id string }

// Random people invite each other, buy, change their minds, buy again from what came
// back, leave machines that stood, and own all nodes, while days are closed and months
// divided. What they were promised holds after every few steps.
func TestRandomForests(t *testing.T) {
	t.Parallel()
	seed := *forestSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat it with: go test ./internal/app -run TestRandomForests -forest.seed=%d", seed)
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		f := newForest(t, engine, seed)
		for i := 0; i < forestSteps || i < forestMost && f.missing() != ""; i++ {
			f.step()
			if i%forestEvery == forestEvery-1 {
				f.work()
				f.recompute()
			}
			if t.Failed() {
				t.Fatalf("after step %d", i)
			}
		}
		// A test in which something never happened says nothing of it.
		if missing := f.missing(); missing != "" {
			t.Errorf("there were no %s: %v", missing, f.acted)
		}
		t.Log(f.acted)
	})
}

// programAt is the program of a demo without chains and jobs whose clock the test moves.
func programAt(t *testing.T, engine sqldb.Engine, c dbtest.Clock, chance entropy.Source, wallets ...payout.Wallet) *Program {
	t.Helper()
	on, err := noChains(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	on.Wallets = wallets
	p, err := Build(t.Context(), Settings{World: meta.Demo, Clock: c, Chance: chance, Log: slog.New(slog.DiscardHandler), Chain: on,
		Beacon: testBeacon(t, c), Config: config.Config{Database: dbtest.Address(t, engine), Host: "localhost", PersonalKey: strings.Repeat("5a", 32)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func newForest(t *testing.T, engine sqldb.Engine, seed uint64) *forest {
	t.Helper()
	c := dbtest.NewClock()
	p := programAt(t, engine, c, entropy.Seeded(seed))
	f := &forest{World: worldtest.New(t, p.db, c), p: p, client: apitest.New(t, p.db), chance: rand.New(rand.NewPCG(seed, 0)), acted: make(map[string]int)}
	p.machine.Register(f.client.API)
	p.node.Register(f.client.API)
	// Terms are short, so that the test is.
	f.Update(func(tx *sqldb.Tx) error {
		return second(tx.Exec(`UPDATE machine_product SET term_days = CASE size WHEN 'small' THEN 6 WHEN 'medium' THEN 11 ELSE 30 END`))
	})
	f.Fund(ledger.InterestFree, "500000 USDT")
	f.Fund(ledger.Emission, "1000000 ETLD")
	f.plant()
	return f
}

// plant grows the first tree, whose root reaches a level: of two friends each buys a
// large machine.
func (f *forest) plant() {
	f.T.Helper()
	f.Must(f.joinBelow(""))
	f.Must(f.joinBelow(f.users[0]))
	f.Must(f.joinBelow(f.users[0]))
	catalogue := f.catalogue("/api/miner/all")
	for i, product := range []forSale{catalogue[0], catalogue[2], catalogue[2]} {
		o := checkout.Order{UserID: f.users[i], ProductID: product.ID, Quantity: 1, PayType: checkout.PayBalance, TermsVersion: product.TermsVersion, StartNow: true}
		f.bring(o.UserID, product.PayNew)
		f.Command(func(tx sqldb.Command) error { return second(f.p.machine.Purchase(tx, o)) })
	}
}

// forestActs are what people do, with how often.
var forestActs = []struct {
	name   string
	weight int
	do     func(*forest) error
}{
	{"join", 4, (*forest).join},
	{"buy", 12, (*forest).buy},
	// Something new is bought first, as most are started or running a day later.
	{"start", 2, after((*forest).buy, onMachine("cooling", func(f *forest, tx sqldb.Command, m holding) error {
		return second(f.p.machine.StartNow(tx, m.userID, m.id))
	}))},
	{"cancel", 4, onMachine("cooling", func(f *forest, tx sqldb.Command, m holding) error {
		return second(f.p.machine.Cancel(tx, m.userID, m.id))
	})},
	{"pause", 4, onMachine("running", func(f *forest, tx sqldb.Command, m holding) error {
		return second(f.p.machine.Pause(tx, m.id, machine.Decision{Actor: "RISK", Second: "CHECKER", Reason: "a look at it"}))
	})},
	{"resume", 2, onMachine("paused", func(f *forest, tx sqldb.Command, m holding) error {
		return second(f.p.machine.Resume(tx, m.id, machine.Decision{Actor: "RISK", Reason: "it is in order"}))
	})},
	{"leave", 4, onMachine("paused", func(f *forest, tx sqldb.Command, m holding) error {
		return second(f.p.machine.Exit(tx, m.userID, m.id))
	})},
	{"buy nodes", 2, (*forest).buyNodes},
	{"start a node", 2, after((*forest).buyNodes, onNode(func(f *forest, tx sqldb.Command, n holding) error {
		return second(f.p.node.Sale.StartNow(tx, n.userID, n.id))
	}))},
	{"cancel a node", 3, after((*forest).buyNodes, onNode(func(f *forest, tx sqldb.Command, n holding) error {
		return second(f.p.node.Sale.Cancel(tx, n.userID, n.id))
	}))},
}

func second[T any](_ T, err error) error { return err }

// step is one act, and some time: none, hours, or days in which the server may sleep.
func (f *forest) step() {
	f.T.Helper()
	all := 0
	for _, act := range forestActs {
		all += act.weight
	}
	n := f.chance.IntN(all)
	for _, act := range forestActs {
		if n -= act.weight; n >= 0 {
			continue
		}
		name := act.name
		if err := act.do(f); err != nil {
			if _, refused := fault.As(err); !refused {
				f.T.Fatalf("%s: %v", name, err)
			}
			name += ": refused"
		}
		f.acted[name]++
		break
	}
	switch f.chance.IntN(6) {
	case 0:
		f.Clock.Advance(time.Duration(1+f.chance.IntN(9)) * 24 * time.Hour)
	case 1, 2, 3:
		// The next act comes at once.
		return
	}
	f.Clock.Advance(time.Duration(1+f.chance.Int64N(16*3600)) * time.Second)
	if f.chance.IntN(3) > 0 {
		f.work()
	}
}

// work lets the parts that are about machines, nodes and teams do what is due.
func (f *forest) work() {
	f.T.Helper()
	var list []jobs.Job
	for _, part := range [][]jobs.Job{f.p.payment.Jobs(), f.p.machine.Jobs(), f.p.node.Jobs(), f.p.team.Jobs(), ledger.Jobs(f.p.db)} {
		list = append(list, part...)
	}
	f.Drain(list)
}

// join makes a user as a sign-in does, mostly below one of the newest, so that the
// trees grow deep.
func (f *forest) join() error {
	if len(f.users) == forestUsers {
		return nil
	}
	parent := ""
	if len(f.users) > 0 && f.chance.IntN(6) > 0 {
		parent = f.users[max(0, len(f.users)-1-f.chance.IntN(4))]
	}
	return f.joinBelow(parent)
}

func (f *forest) joinBelow(parent string) error {
	return f.p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		p, err := user.Create(tx, f.p.settings.Chance, user.New{Address: fmt.Sprintf("0x%040x", len(f.users)+1), ParentID: parent})
		if err != nil {
			return err
		}
		f.users = append(f.users, p.ID)
		return f.p.team.Members.Joined(tx, p)
	})
}

// order is an order of what stands at a place of a catalogue, by somebody who is
// brought the money for it where not enough is left of what came back.
func (f *forest) order(catalogue string, at, most int) checkout.Order {
	f.T.Helper()
	product := f.catalogue(catalogue)[at]
	o := checkout.Order{UserID: f.users[f.chance.IntN(len(f.users))], ProductID: product.ID, Quantity: int64(1 + f.chance.IntN(most)),
		PayType: checkout.PayBalance, TermsVersion: product.TermsVersion, StartNow: f.chance.IntN(3) == 0}
	if f.chance.IntN(10) == 0 {
		// It is cancelled, or left unpaid.
		o.PayType = checkout.PayChain
		return o
	}
	f.bring(o.UserID, max(product.Price, product.PayNew)*money.Amount(o.Quantity))
	return o
}

// bring deposits what somebody lacks of a sum.
func (f *forest) bring(userID string, sum money.Amount) {
	f.T.Helper()
	if missing := sum - f.Balance(ledger.AvailableOf(userID, money.USDT)); missing > 0 {
		f.Deposit(userID, missing.String()+" USDT")
		f.deposited += missing
	}
}

// forSale is a row of a catalogue, as far as buyers need it here.
type forSale struct {
	ID, TermsVersion string
	Price, PayNew    money.Amount
}

func (f *forest) catalogue(path string) []forSale {
	f.T.Helper()
	return apitest.Data[struct{ List []forSale }](f.T, f.client.Call(path, f.users[0])).List
}

func (f *forest) buy() error {
	o := f.order("/api/miner/all", f.chance.IntN(3), 3)
	return f.Try(func(tx sqldb.Command) error {
		return second(f.p.machine.Purchase(tx, o))
	}, f.p.machine.PurchaseHints(o)...)
}

func (f *forest) buyNodes() error {
	o := f.order("/api/node/all", f.chance.IntN(3), 3)
	return f.Try(func(tx sqldb.Command) error {
		return second(f.p.node.Sale.Purchase(tx, o))
	}, f.p.node.Sale.PurchaseHints(o)...)
}

// onMachine does something to a machine of a state, or at times of any.
func onMachine(state string, do func(f *forest, tx sqldb.Command, m holding) error) func(*forest) error {
	return func(f *forest) error {
		return f.on(`SELECT user_id, id FROM machine_machine WHERE state = $1 OR $1 = '' ORDER BY id`, state, do)
	}
}

// after does something once something else has succeeded.
func after(first, then func(*forest) error) func(*forest) error {
	return func(f *forest) error {
		if err := first(f); err != nil {
			return err
		}
		return then(f)
	}
}

// onNode does something to a node that waits for its start, or at times to any.
func onNode(do func(f *forest, tx sqldb.Command, n holding) error) func(*forest) error {
	return func(f *forest) error {
		return f.on(`SELECT user_id, id FROM node_node WHERE state = $1 OR $1 = '' ORDER BY id`, "cooling", do)
	}
}

func (f *forest) on(query, state string, do func(f *forest, tx sqldb.Command, one holding) error) error {
	if f.chance.IntN(6) == 0 {
		state = ""
	}
	var list []holding
	f.View(func(tx *sqldb.Tx) (err error) {
		list, err = sqldb.Collect(tx, func(row *sqldb.Row) (one holding, err error) {
			err = row.Scan(&one.userID, &one.id)
			return one, err
		}, query, state)
		return err
	})
	if len(list) == 0 {
		return fault.NotFound
	}
	one := list[f.chance.IntN(len(list))]
	return f.Try(func(tx sqldb.Command) error { return do(f, tx, one) })
}

// missing names an act that was never done, or something that follows purchases and
// never came to anybody.
func (f *forest) missing() (what string) {
	f.T.Helper()
	for _, act := range forestActs {
		if f.acted[act.name] == 0 {
			return act.name
		}
	}
	f.View(func(tx *sqldb.Tx) error {
		for _, one := range []struct{ what, query string }{
			{"refunds", `SELECT COUNT(*) FROM machine_machine WHERE state = 'cancelled' AND cooling_end_at > 0`},
			{"machines at their end", `SELECT COUNT(*) FROM machine_machine WHERE state = 'matured'`},
			{"repurchases", `SELECT COUNT(*) FROM machine_machine WHERE repurchase_part > 0 AND start_at > 0`},
			{"referral rewards", `SELECT COUNT(*) FROM ledger_transfer WHERE type = 'referral_rewards'`},
			{"level rewards", `SELECT COUNT(*) FROM ledger_transfer WHERE type = 'level_rewards'`},
			{"dividends", `SELECT COUNT(*) FROM ledger_transfer WHERE type = 'node_dividends'`},
		} {
			var n int64
			if _, err := tx.QueryOne(sqldb.Dest(&n), one.query); err != nil {
				return err
			}
			if n == 0 {
				what = one.what
			}
		}
		return nil
	})
	return what
}
