package app

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A database written by an earlier version opens with this one, and everything
// in it holds: balances, chain, machines, withdrawals, payouts and audit log.
// So it does after a fortnight's work on it.
func TestADatabaseOfAnEarlierVersionIsInOrder(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address := dbtest.Kept(t, engine)
		checkKept(t, address)
		workOnKept(t, address, 14*24*time.Hour)
		checkKept(t, address)
	})
}

func checkKept(t *testing.T, address string) {
	t.Helper()
	var out strings.Builder
	err := Run(t.Context(), []string{"check", "--database", address, "--host", dbtest.KeptHost, "--log-level", "error"}, &out, io.Discard)
	if err != nil || !strings.HasPrefix(out.String(), "the books are in order\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// workOnKept lets the program's jobs do what fell due in a time.
func workOnKept(t *testing.T, address string, span time.Duration) {
	t.Helper()
	on, err := noChains(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	on.Genesis = dbtest.KeptGenesis
	c := dbtest.NewClock()
	p, err := Build(t.Context(), Settings{Config: config.Config{Host: dbtest.KeptHost, Database: address, Jobs: true}, World: sqldb.WorldDemo, Clock: c,
		Chance: entropy.System(), Log: slog.New(slog.DiscardHandler), Chain: on, Beacon: testBeacon(t, c)})
	if err != nil {
		t.Fatal(err)
	}
	c.Advance(span)
	if err := p.runner.Drain(t.Context()); err != nil {
		t.Errorf("the jobs: %v", err)
	}
	before := journalLines(t, p)
	if before <= keptLines {
		t.Errorf("%d lines of the journal after the work, %d before it", before, keptLines)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}

// keptLines are the journal's lines in the kept database.
const keptLines = 2085

func journalLines(t *testing.T, p *Program) (n int) {
	t.Helper()
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM ledger_transfer`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
