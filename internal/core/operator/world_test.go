package operator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const host = "etld.example"

var (
	testFee   = param.NewRatio("test.fee", money.Percent(500), param.WorseHigher)
	testShare = param.NewRatio("test.share", money.Percent(400), param.WorseNever)
)

// notices records what users were told.
type notices struct {
	mu   sync.Mutex
	sent []string
}

func (n *notices) Send(_ *sqldb.Tx, userID, kind string, params map[string]string, _ string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	text := kind + " " + userID
	for _, name := range slices.Sorted(maps.Keys(params)) {
		text += " " + name + "=" + params[name]
	}
	n.sent = append(n.sent, text)
	return nil
}

// action is the payload of the test's own kind.
type testAct struct {
	About     string `json:"about"`
	Approvals int    `json:"approvals"`
	Fail      bool   `json:"fail"`
}

type world struct {
	t       testing.TB
	db      *sqldb.DB
	clock   dbtest.Clock
	service *Service
	ledger  *ledger.Ledger
	notices *notices
	// basis belongs to the test's own kind.
	basis string
	mu    sync.Mutex
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, ledger: ledger.New(entropy.System()), notices: &notices{}}
	w.service = w.open(Config{})
	return w
}

// open builds a service on the world's database; zero settings are filled in.
func (w *world) open(c Config) *Service {
	w.t.Helper()
	set, err := param.NewSet([]param.Defined{testFee, testShare}, func(v param.Values) error {
		if v.Of(testShare) > v.Of(testFee) {
			return fmt.Errorf("the share is above the fee")
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	c.DB, c.Ledger, c.Params, c.Notices, c.Chance = w.db, w.ledger, set, w.notices, entropy.System()
	c.Log, c.Host, c.ChainID = slog.New(slog.DiscardHandler), host, 56
	if c.Key == nil {
		c.Key = bytes.Repeat([]byte{7}, seal.KeyBytes)
	}
	s, err := New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	Handle(s, Kind[testAct]{Name: "act", Makers: []Role{FinanceMaker, FinanceChecker}, Checkers: []Role{FinanceChecker, Risk},
		Describe: func(_ *sqldb.Tx, d testAct) (Description, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return Description{Subject: d.About, Approvals: d.Approvals, Basis: w.basis, Diff: []Change{{Field: "about", After: d.About}}}, nil
		},
		Execute: func(tx *sqldb.Tx, d testAct, by Decision) error {
			if d.Fail {
				return ErrNothing
			}
			return Audit(tx, "act", Note{Subject: d.About, Reason: by.Reason, After: len(by.Approvals)})
		}})
	return s
}

// executed counts how often the test's kind was executed about something.
func (w *world) executed(about string) (n int) {
	w.t.Helper()
	for _, r := range w.audit() {
		if r.Action == "act" && r.Subject == about {
			n++
		}
	}
	return n
}

func (w *world) update(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.Update(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) view(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.View(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

// now is a new moment: signed texts are used once.
func (w *world) now() time.Time {
	w.clock.Advance(time.Millisecond)
	return w.clock.Now()
}

func data[T any](w *world, r reply) (out T) {
	w.t.Helper()
	if r.Code != 200 {
		w.t.Fatalf("refused: %s", r.body)
	}
	if err := json.Unmarshal(r.Data, &out); err != nil {
		w.t.Fatalf("%s: %v", r.body, err)
	}
	return out
}

func (w *world) expect(what string, r reply, code int) {
	w.t.Helper()
	if r.Code != code || r.status != http.StatusOK {
		w.t.Errorf("%s: HTTP %d %s, want code %d", what, r.status, r.body, code)
	}
	if code != 200 && (r.Message == "" || strings.Contains(r.Message, "{")) {
		w.t.Errorf("%s: the message is %q", what, r.Message)
	}
}

// stored is a proposal as the database has it.
func (w *world) stored(id string) (p Proposal) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) (err error) {
		p, _, err = findProposal(tx, selectProposal, id)
		return err
	})
	return p
}

// audit is the whole log.
func (w *world) audit() (list []Record) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) (err error) {
		list, err = auditBetween(tx, 0, 1<<40)
		return err
	})
	return list
}

// last is the newest record as text.
func (w *world) last() string {
	w.t.Helper()
	list := w.audit()
	if len(list) == 0 {
		return ""
	}
	r := list[len(list)-1]
	refusal := struct{ Refusal string }{}
	_ = json.Unmarshal(r.After, &refusal) // not every state is an object
	return strings.TrimSpace(r.Action + " " + r.Outcome + " " + refusal.Refusal)
}

func (w *world) violations() (found []ledger.Violation) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) (err error) {
		if found, err = w.service.Check(tx); err != nil {
			return err
		}
		books, err := ledger.Check(tx)
		found = append(found, books...)
		return err
	})
	return found
}

func (w *world) clean() {
	w.t.Helper()
	if found := w.violations(); len(found) > 0 {
		w.t.Errorf("not in order: %v", found)
	}
}

// person makes a user of the product with a balance, and capital.
func (w *world) user(balance, capital string) string {
	w.t.Helper()
	id := ""
	w.update(func(tx *sqldb.Tx) error {
		u, err := user.Create(tx, entropy.System(), user.New{Address: crypto.CreateAddress(common.Address{}, uint64(tx.Now().UnixNano())).Hex()})
		if err != nil {
			return err
		}
		id = u.ID
		chain := ledger.House(ledger.ChainBEP20, money.USDT)
		_, err = w.ledger.Post(tx, ledger.Entry{RefType: "test", RefID: "1", Transfers: []ledger.Transfer{
			{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: chain, Credit: ledger.Of(id, ledger.Available, money.USDT), Amount: money.MustParse(balance)},
			{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: chain, Credit: ledger.House(ledger.Capital, money.USDT), Amount: money.MustParse(capital)}}})
		return err
	})
	return id
}

func (w *world) balance(a ledger.Account) (text string) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		amount, err := w.ledger.Balance(tx, a)
		text = amount.String()
		return err
	})
	return text
}
