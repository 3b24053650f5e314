package operator

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/operator/audit"
	"etld/internal/core/worldtest"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const host = "etld.example"

// action is the payload of the test's own kind.
type testAct struct {
	About     string `json:"about"`
	Approvals int    `json:"approvals"`
	Fail      bool   `json:"fail"`
}

type world struct {
	*worldtest.World
	service *Service
	// basis belongs to the test's own kind.
	basis string
	mu    sync.Mutex
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	w.service = w.open(Config{})
	return w
}

// open builds a service on the world's database; zero settings are filled in.
func (w *world) open(c Config) *Service {
	w.T.Helper()
	c.DB, c.Chance = w.DB, entropy.System()
	c.Log, c.Host, c.ChainID = slog.New(slog.DiscardHandler), host, 56
	if c.Key == nil {
		c.Key = bytes.Repeat([]byte{7}, seal.KeyBytes)
	}
	s, err := New(c)
	if err != nil {
		w.T.Fatal(err)
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
			return audit.Write(tx, audit.By{}, "act", audit.Note{Subject: d.About, Reason: by.Reason, After: len(by.Approvals)})
		}})
	return s
}

// executed counts how often the test's kind was executed about something.
func (w *world) executed(about string) (n int) {
	w.T.Helper()
	for _, r := range w.audit() {
		if r.Action == "act" && r.Subject == about {
			n++
		}
	}
	return n
}

// now is a new moment: signed texts are used once.
func (w *world) now() time.Time {
	w.Clock.Advance(time.Millisecond)
	return w.Clock.Now()
}

func data[T any](w *world, r reply) (out T) {
	w.T.Helper()
	if r.Code != 200 {
		w.T.Fatalf("refused: %s", r.body)
	}
	if err := json.Unmarshal(r.Data, &out); err != nil {
		w.T.Fatalf("%s: %v", r.body, err)
	}
	return out
}

func (w *world) expect(what string, r reply, code int) {
	w.T.Helper()
	if r.Code != code || r.status != http.StatusOK {
		w.T.Errorf("%s: HTTP %d %s, want code %d", what, r.status, r.body, code)
	}
	if code != 200 && (r.Message == "" || strings.Contains(r.Message, "{")) {
		w.T.Errorf("%s: the message is %q", what, r.Message)
	}
}

// stored is a proposal as the database has it.
func (w *world) stored(id string) (p Proposal) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		p, _, err = findProposal(tx, selectProposal, id)
		return err
	})
	return p
}

// audit is the whole log.
func (w *world) audit() (list []audit.Record) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = audit.Between(tx, 0, 1<<40)
		return err
	})
	return list
}

// last is the newest record as text.
func (w *world) last() string {
	w.T.Helper()
	list := w.audit()
	if len(list) == 0 {
		return ""
	}
	r := list[len(list)-1]
	refusal := struct{ Refusal string }{}
	_ = json.Unmarshal(r.After, &refusal) // not every state is an object
	return strings.TrimSpace(r.Action + " " + r.Outcome + " " + refusal.Refusal)
}

func (w *world) clean() {
	w.T.Helper()
	w.Check(w.service.Check)
}
