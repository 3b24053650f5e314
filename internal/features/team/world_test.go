package team

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a tree of invitations, and machines that start when a test says so.
type world struct {
	*worldtest.World
	team     *Service
	machines *machines
	inbox    *inbox
	gifts    gifts
	// users counts them, bought the machines.
	users, bought int
}

// machines have all started by until. Days before it are closed with a budget, and
// their output is paid.
type machines struct {
	until  time.Time
	budget money.Amount
	// owed is what days still bring those who could not be paid.
	owed map[string]money.Amount
	// brokenFor is whose owed output cannot be worked out.
	brokenFor string
}

var errBroken = errors.New("the terms are missing")

func (m *machines) StartedUntil(sqldb.Command) (time.Time, error) { return m.until, nil }

func (m *machines) DayPaid(_ *sqldb.Tx, d clock.Day) (money.Amount, bool, error) {
	return m.budget, !d.End().After(m.until), nil
}

func (m *machines) OutputOwed(_ *sqldb.Tx, userID string, _ clock.Day) (money.Amount, error) {
	if userID == m.brokenFor {
		return 0, errBroken
	}
	return m.owed[userID], nil
}

// gifts are the levels that nodes give, at any time.
type gifts map[string]int64

func (g gifts) GiftsAt(*sqldb.Tx, time.Time) (map[string]int64, error) { return g, nil }

// inbox keeps what users were told, and takes nothing for one of them.
type inbox struct {
	told    []string
	fullFor string
}

var errFull = errors.New("the inbox is full")

func (b *inbox) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	if userID == b.fullFor {
		return errFull
	}
	b.told = append(b.told, fmt.Sprint(userID, " ", kind, " ", params["amount"], params["level"], params["cause"], params["reason"], " ", link))
	return nil
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), machines: &machines{budget: money.Units(2000), owed: map[string]money.Amount{}}, inbox: &inbox{}, gifts: gifts{}}
	w.restart()
	w.Update(w.team.Members.Seed)
	w.moveTo(w.Clock.Now())
	return w
}

// restart builds the service anew, as a new process does.
func (w *world) restart() {
	w.T.Helper()
	w.team = New(Config{DB: w.DB, Ledger: w.Ledger, Chance: entropy.System(), Notices: w.inbox, Machines: func() Machines { return w.machines }, Nodes: func() Nodes { return w.gifts }, Origin: "https://etld.example/",
		Log: slog.New(slog.DiscardHandler)})
}

func at(t testing.TB, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation(time.DateTime, text, clock.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

// moveTo lets time pass; the days before are closed at once.
func (w *world) moveTo(moment time.Time) {
	w.Clock.Advance(moment.Sub(w.Clock.Now()))
	w.machines.until = clock.DayOf(w.Clock.Now()).Start()
}

// user makes a person whom somebody, or nobody, invited.
func (w *world) user(parent string) string {
	w.T.Helper()
	w.users++
	var p user.Person
	w.Update(func(tx *sqldb.Tx) (err error) {
		if p, err = user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", w.users), ParentID: parent}); err != nil {
			return err
		}
		return w.team.Members.Joined(tx, p)
	})
	return p.ID
}

// start lets a machine of a new and a repurchase part start now.
func (w *world) start(userID, newPart, repurchasePart string) life.Machine {
	w.T.Helper()
	w.bought++
	m := life.Machine{ID: fmt.Sprintf("MACHINE%06d", w.bought), UserID: userID, NewPart: amount(newPart), Price: amount(newPart) + amount(repurchasePart), At: w.Clock.Now()}
	w.Update(func(tx *sqldb.Tx) error {
		_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, At: m.At, Transfers: []ledger.Transfer{
			worldtest.Deposited(userID, money.USDT, m.Price),
			{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(userID, money.USDT), Credit: ledger.Of(userID, ledger.Cooling, money.USDT), Amount: m.Price},
			{Type: ledger.InternalTransfer, SubType: ledger.MachineStarted, Debit: ledger.Of(userID, ledger.Cooling, money.USDT), Credit: ledger.Of(userID, ledger.Principal, money.USDT), Amount: m.Price}}})
		if err != nil {
			return err
		}
		return w.team.Members.MachineStarted(tx, m)
	})
	return m
}

// end lets a machine end now.
func (w *world) end(m life.Machine) {
	w.T.Helper()
	m.At = w.Clock.Now()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, At: m.At, Transfers: []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.PrincipalReturned,
			Debit: ledger.Of(m.UserID, ledger.Principal, money.USDT), Credit: ledger.AvailableOf(m.UserID, money.USDT), Amount: m.Price}}})
		if err != nil {
			return err
		}
		return w.team.Members.MachineEnded(tx, m)
	})
}

// work does what is due.
func (w *world) work() {
	w.T.Helper()
	w.Drain(w.team.Jobs())
}

func (w *world) member(userID string) (m Member) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		m, _, err = w.team.store.members.Get(tx, userID)
		return err
	})
	return m
}

// check fails on what is wrong with the tree.
func (w *world) check() {
	w.T.Helper()
	for _, v := range w.violations() {
		w.T.Error(v)
	}
}

func (w *world) violations() (found []ledger.Violation) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		found, err = worldtest.Alone(w.team.Check)(tx)
		return err
	})
	return found
}
