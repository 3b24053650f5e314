package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/picture"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/features/machine/offer"
	"etld/internal/features/team"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	buyersMax  = 20_000
	buyerChunk = 500
	// warmCallers is how many connections the buyers share at first.
	warmCallers = 8
	// benchStock is more than any run can sell.
	benchStock = 1_000_000_000
)

// world is a database with a catalogue, funded pools and buyers.
type world struct {
	db      *sqldb.DB
	ledger  *ledger.Ledger
	machine *machine.Service
	terms   string
	users   []string
	// runs are how many have bought.
	runs int
}

// noPayments refuses what the benchmark never asks for.
type noPayments struct{}

var errNoPayments = errors.New("the benchmark pays from balances only")

func (noPayments) Open(sqldb.Command, payment.IntentRequest) (payment.Intent, error) {
	return payment.Intent{}, errNoPayments
}
func (noPayments) Cancel(sqldb.Command, string) error      { return errNoPayments }
func (noPayments) Handle(payment.Purpose, payment.Handler) {}
func (noPayments) OpenHints(string) []sqldb.Hint           { return nil }

type noPrice struct{}

func (noPrice) ETLDPrice() money.Amount { return 0 }

type noPictures struct{}

func (noPictures) ShownHints([]string) []sqldb.Hint { return nil }

func (noPictures) Shown(sqldb.Command, []string, httpapi.Language) ([]picture.Picture, error) {
	return []picture.Picture{}, nil
}

// StartedUntil tells the team how far machines have started.
func (w *world) StartedUntil(tx sqldb.Command) (time.Time, error) { return w.machine.StartedUntil(tx) }

// DayPaid is not asked: no night passes here.
func (w *world) DayPaid(*sqldb.Tx, clock.Day) (money.Amount, bool, error) { return 0, false, nil }

// OutputOwed is not asked either.
func (w *world) OutputOwed(*sqldb.Tx, string, clock.Day) (money.Amount, error) { return 0, nil }

// GiftsAt finds no nodes here.
func (w *world) GiftsAt(*sqldb.Tx, time.Time) (map[string]int64, error) { return nil, nil }

func newWorld(ctx context.Context, db *sqldb.DB, notices user.Notices) (*world, error) {
	w := &world{db: db, ledger: ledger.New(entropy.System())}
	rewards := team.New(team.Config{DB: db, Ledger: w.ledger, Chance: entropy.System(), Notices: notices, Machines: func() team.Machines { return w }, Nodes: func() team.Nodes { return w },
		Log: slog.Default()})
	w.machine = machine.New(machine.Config{DB: db, Ledger: w.ledger, Chance: entropy.System(), Notices: notices, Payments: noPayments{}, Prices: noPrice{}, Pictures: noPictures{}, Rewards: rewards.Rewarding,
		Listeners: []life.Listener{rewards.Members}})
	offers := offer.Catalogue()
	for i := range offers {
		offers[i].Stock = benchStock
	}
	if err := db.Update(ctx, func(tx *sqldb.Tx) error { return w.machine.SeedWith(tx, offers) }); err != nil {
		return nil, err
	}
	if err := w.fund(ctx); err != nil {
		return nil, err
	}
	err := db.View(ctx, func(tx *sqldb.Tx) error {
		rows, err := w.machine.Views.Products(tx, httpapi.English, "small")
		if err == nil {
			w.terms = rows[0].TermsVersion
		}
		return err
	})
	return w, err
}

func (w *world) fund(ctx context.Context) error {
	return w.db.Update(ctx, func(tx *sqldb.Tx) error {
		transfers := append(worldtest.Funded(ledger.InterestFree, money.USDT, money.Units(1_000_000_000)), worldtest.Funded(ledger.Emission, money.ETLD, money.Units(10_000_000))...)
		_, err := w.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: transfers})
		return err
	})
}

// addBuyers makes users with a session and money, whose addresses begin alike.
func (w *world) addBuyers(ctx context.Context, prefix string, n int) error {
	for first := 0; first < n; first += buyerChunk {
		err := w.db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := first; i < min(first+buyerChunk, n); i++ {
				p, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("%s%038x", prefix, i)})
				if err != nil {
					return err
				}
				w.users = append(w.users, p.ID)
				if _, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, httpapi.HashToken(token(i)), p.ID); err != nil {
					return err
				}
				if _, err := w.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{worldtest.Deposited(p.ID, money.USDT, money.Units(10_000))}}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// warmUp lets every buyer look at the catalogue once, as everybody does who
// buys: from then on the server knows the token.
func (w *world) warmUp(address string) error { return warmUp(address, "/api/miner/all", len(w.users)) }

// warmUp has so many users make one call each.
func warmUp(address, path string, users int) error {
	var wg sync.WaitGroup
	failures := make([]error, warmCallers)
	for n := range warmCallers {
		wg.Go(func() {
			c, err := dial(address)
			if err != nil {
				failures[n] = err
				return
			}
			defer c.conn.Close()
			for i := n; i < users && failures[n] == nil; i += warmCallers {
				failures[n] = c.post(path, token(i))
			}
		})
	}
	wg.Wait()
	return errors.Join(failures...)
}

// beginnings are how many runs begin with other buyers each, before one begins as the first did.
const beginnings = 8

// purchaseCall buys one small machine for the next buyer; nobody buys more
// than the limit of ten within a run.
func (w *world) purchaseCall(run string, clients int) func(client, i int) (string, string) {
	first := w.runs % beginnings * len(w.users) / beginnings
	w.runs++
	return func(client, i int) (string, string) {
		buyer := (first + i*clients + client) % len(w.users)
		return fmt.Sprintf("/api/miner/purchaseMiner?productId=machineSmall&quantity=1&payType=balance&termsVersion=%s&requestId=%s-%06d-%010d", w.terms, run, client, i), token(buyer)
	}
}
