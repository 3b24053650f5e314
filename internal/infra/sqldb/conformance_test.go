package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The suite uses the account table, whose checks every money column shares.
type account struct {
	id, class, asset, owner string
	balance                 int64
}

var (
	accountTable = sqldb.NewTable[account]("ledger_account", "id, asset, balance").Once("class, owner")
	accounts     = sqldb.NewLookup("test accounts", accountTable.Select("WHERE id"), sqldb.Single(accountTable.ByKey(func(a account) string { return a.id })))
	byClass      = sqldb.NewLookup("test accounts of a class", accountTable.Select("WHERE class"), sqldb.Several(accountTable.ByKey(func(a account) string { return a.class })))
	saveAccount  = accountTable.Upsert()
)

const (
	insertAccount = `INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ($1, 'U.AVL', 'USDT', '', $2)`
	selectBalance = `SELECT balance FROM ledger_account WHERE id = $1`
)

var errRefused = errors.New("refused")

func add(tx sqldb.Command, id string, by int64) error {
	a, _, err := accounts.Get(tx, id)
	if err != nil {
		return err
	}
	a = account{id: id, class: "U.AVL", asset: "USDT", balance: a.balance + by}
	accounts.Set(tx, id, a)
	saveAccount.Add(tx, a)
	return nil
}

func balance(t *testing.T, db *sqldb.DB, id string) int64 {
	t.Helper()
	var b int64 = -1
	if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&b), selectBalance, id)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParametersBindByNumber(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		var first, second string
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&first, &second), `SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)`, "one", "two")
			return err
		})
		if err != nil || first != "two" || second != "one" {
			t.Errorf("got %q, %q, %v", first, second, err)
		}
	})
}

func TestAmountColumnsRefuseWhatIsNotAnAmount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for name, literal := range map[string]string{
			"negative": "-1", "too large": "4000000000000000001", "fraction": "1.5", "text": "'x'",
			"overflow": "9223372036854775807 + 1",
		} {
			err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ('a', 'c', 's', '', ` + literal + `)`)
				return err
			})
			// PostgreSQL rounds 1.5 to an integer before the check; both engines must keep a float out.
			if b := balance(t, db, "a"); err == nil && (name != "fraction" || b != 2) {
				t.Errorf("%s was stored as %d", name, b)
			}
			_ = db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`DELETE FROM ledger_account`)
				return err
			})
		}
	})
}

func TestRefusedBodiesLeaveNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				body := func(tx sqldb.Command) error {
					if err := add(tx, "shared", 1); err != nil {
						return err
					}
					switch i % 3 {
					case 1:
						return errRefused
					case 2:
						panic("a mistake")
					}
					return nil
				}
				var err error
				if i%2 == 0 {
					err = db.Command(ctx, body, accounts.Hint("shared"))
				} else {
					err = db.Update(ctx, func(tx *sqldb.Tx) error { return body(tx) })
				}
				var panicked *fault.PanicError
				if i%3 == 1 && !errors.Is(err, errRefused) || i%3 == 2 && !errors.As(err, &panicked) || i%3 == 0 && err != nil {
					t.Errorf("body %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		if got := balance(t, db, "shared"); got != 20 {
			t.Errorf("20 bodies succeeded, the balance is %d", got)
		}
	})
}

func TestPartsFailAlone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		body := func(tx sqldb.Command) error {
			if err := add(tx, "kept", 1); err != nil {
				return err
			}
			err := tx.Try(func() error {
				if err := add(tx, "kept", 10); err != nil {
					return err
				}
				if err := tx.Try(func() error { return add(tx, "gone", 5) }); err != nil {
					return err
				}
				return errRefused
			})
			if !errors.Is(err, errRefused) {
				return fmt.Errorf("the part answered %w", err)
			}
			return add(tx, "kept", 2)
		}
		if err := db.Command(context.Background(), body); err != nil {
			t.Fatal(err)
		}
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return body(tx) }); err != nil {
			t.Fatal(err)
		}
		if kept, gone := balance(t, db, "kept"), balance(t, db, "gone"); kept != 6 || gone != -1 {
			t.Errorf("kept %d, gone %d; want 6 and no row", kept, gone)
		}
	})
}

// A part whose statement the engine refused leaves the rest of the body alive,
// also on a connection that has never undone anything before.
func TestABodyGoesOnAfterARefusedStatement(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(insertAccount, "kept", 1); err != nil {
				return err
			}
			err := tx.Try(func() error {
				_, err := tx.Exec(insertAccount, "kept", 2)
				return err
			})
			if !sqldb.IsUniqueViolation(err) {
				return fmt.Errorf("the double row gave %w", err)
			}
			_, err = tx.Exec(insertAccount, "after", 3)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if kept, after := balance(t, db, "kept"), balance(t, db, "after"); kept != 1 || after != 3 {
			t.Errorf("kept %d, after %d; want 1 and 3", kept, after)
		}
	})
}

func TestFreeStatementsSeeWhatIsStaged(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			if err := add(tx, "a", 7); err != nil {
				return err
			}
			var got int64
			if _, err := tx.QueryOne(sqldb.Dest(&got), selectBalance, "a"); err != nil || got != 7 {
				return fmt.Errorf("staged 7, read %d, %w", got, err)
			}
			if _, err := tx.Exec(`UPDATE ledger_account SET balance = balance + 1 WHERE id = $1`, "a"); err != nil {
				return err
			}
			a, _, err := accounts.Get(tx, "a")
			if err != nil || a.balance != 8 {
				return fmt.Errorf("the lookup remembered %d, %w", a.balance, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A long body learns when others come, and that nobody does.
func TestShouldYield(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		arrived := make(chan error, 1)
		err := db.Update(ctx, func(tx *sqldb.Tx) error {
			if tx.ShouldYield() {
				return errors.New("somebody waits before anybody came")
			}
			go func() { arrived <- db.Update(ctx, func(*sqldb.Tx) error { return nil }) }()
			for began := time.Now(); !tx.ShouldYield(); {
				if time.Since(began) > time.Minute {
					return errors.New("who waits is not noticed")
				}
				runtime.Gosched()
			}
			return nil
		})
		if err = errors.Join(err, <-arrived); err != nil {
			t.Error(err)
		}
	})
}

func TestLookupOfSeveralRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := range 3 {
				if _, err := tx.Exec(insertAccount, fmt.Sprint(i), i+1); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		err := db.Command(ctx, func(tx sqldb.Command) error {
			rows, found, err := byClass.Get(tx, "U.AVL")
			if err != nil || !found || len(rows) != 3 {
				return fmt.Errorf("found %v: %v, %w", found, rows, err)
			}
			if _, found, err := byClass.Get(tx, "none"); err != nil || found {
				return fmt.Errorf("a missing key was found: %w", err)
			}
			sizes := []int{}
			err = byClass.Each(tx, []string{"none", "U.AVL"}, func(rows []account) error {
				sizes = append(sizes, len(rows))
				return nil
			})
			if err != nil || !slices.Equal(sizes, []int{3}) {
				return fmt.Errorf("of two keys, one missing: %v rows, %w", sizes, err)
			}
			stop := errors.New("enough")
			if err := byClass.Each(tx, []string{"U.AVL"}, func([]account) error { return stop }); !errors.Is(err, stop) {
				return fmt.Errorf("a refused row: %w", err)
			}
			return nil
		}, byClass.Hint("U.AVL"), byClass.Hint("none"))
		if err != nil {
			t.Error(err)
		}
	})
}

// A batch whose staged rows break a constraint is repeated body by body, so
// that only the wrong body fails, also where an update is the first to send them.
func TestOneBrokenWriteFailsOneBody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		var wg sync.WaitGroup
		failures := make([]error, 40)
		for i := range failures {
			wg.Go(func() {
				if i%3 == 0 {
					failures[i] = db.Update(ctx, func(tx *sqldb.Tx) error { return add(tx, "good", 1) })
					return
				}
				failures[i] = db.Command(ctx, func(tx sqldb.Command) error {
					if i == 13 {
						saveAccount.Add(tx, account{id: "bad", class: "U.AVL", asset: "USDT", balance: -1})
						return nil
					}
					return add(tx, "good", 1)
				})
			})
		}
		wg.Wait()
		for i, err := range failures {
			if (err != nil) != (i == 13) {
				t.Errorf("body %d: %v", i, err)
			}
		}
		if got := balance(t, db, "good"); got != 39 {
			t.Errorf("39 bodies succeeded, the balance is %d", got)
		}
	})
}

func TestTwoInstancesLoseNothing(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	instances := []*sqldb.DB{dbtest.Open(t, address, dbtest.NewClock()), dbtest.Open(t, address, dbtest.NewClock())}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			db := instances[i%2]
			run := db.Command
			if err := run(context.Background(), func(tx sqldb.Command) error { return add(tx, "shared", 1) }, accounts.Hint("shared")); err != nil {
				t.Errorf("body %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if got := balance(t, instances[0], "shared"); got != 200 {
		t.Errorf("200 bodies succeeded, the balance is %d", got)
	}
}

func TestBackgroundWorkIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		if err := db.Background(ctx, func(tx *sqldb.Tx) error { return add(tx, "a", 5) }); err != nil {
			t.Fatal(err)
		}
		refuse := func(tx *sqldb.Tx) error {
			if err := add(tx, "a", 5); err != nil {
				return err
			}
			if _, err := tx.Exec(insertAccount, "b", int64(1)); err != nil {
				return err
			}
			return errRefused
		}
		background := func(ctx context.Context, body func(*sqldb.Tx) error) error { return db.Background(ctx, body) }
		for _, run := range []func(context.Context, func(*sqldb.Tx) error) error{background, db.Update} {
			if err := run(ctx, refuse); !errors.Is(err, errRefused) {
				t.Errorf("a refusing body yields %v", err)
			}
		}
		if a, b := balance(t, db, "a"), balance(t, db, "b"); a != 5 || b != -1 {
			t.Errorf("the balances are %d and %d", a, b)
		}
		if err := db.Background(ctx, func(*sqldb.Tx) error { panic("on purpose") }); err == nil {
			t.Error("a panic is no error")
		}
		if err := db.Background(ctx, func(tx *sqldb.Tx) error { return add(tx, "a", 1) }); err != nil || balance(t, db, "a") != 6 {
			t.Errorf("after a panic: %v, %d", err, balance(t, db, "a"))
		}
	})
}

// PostgreSQL ends a transaction in which a statement failed without a word when
// it is committed. Whoever is told that his body succeeded must find its rows.
func TestABodyThatHidesAFailureIsNotTakenForCommitted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		// Later transactions need no statement of their own at the end.
		if err := db.Update(context.Background(), func(*sqldb.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		background := func(ctx context.Context, body func(*sqldb.Tx) error) error { return db.Background(ctx, body) }
		for id, run := range map[string]func(context.Context, func(*sqldb.Tx) error) error{"a": db.Update, "b": background} {
			err := run(context.Background(), func(tx *sqldb.Tx) error {
				if _, err := tx.Exec(insertAccount, id, int64(1)); err != nil {
					return err
				}
				if _, err := tx.Exec(insertAccount, id, int64(2)); !sqldb.IsUniqueViolation(err) {
					t.Errorf("a second row of one key: %v", err)
				}
				return nil
			})
			if stored := balance(t, db, id) == 1; (err == nil) != stored {
				t.Errorf("the caller hears %v, and the row is stored: %t", err, stored)
			}
		}
	})
}

func TestBalancesHaveRoomOnTheirPages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		if db.Engine() != sqldb.Postgres {
			return // It is an option of PostgreSQL's tables.
		}
		var tables int64
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&tables), `SELECT COUNT(*) FROM pg_class
				WHERE oid IN ('ledger_account'::regclass, 'machine_user'::regclass) AND 'fillfactor=50' = ANY(reloptions)`)
			return err
		})
		if err != nil || tables != 2 {
			t.Errorf("%d tables with room, %v", tables, err)
		}
	})
}

// A check may take longer than a statement of a call.
func TestInspectHasNoLimit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		if db.Engine() == sqldb.SQLite {
			return
		}
		for want, read := range map[string]func(context.Context, func(*sqldb.Tx) error) error{"1min": db.View, "0": db.Inspect} {
			err := read(context.Background(), func(tx *sqldb.Tx) error {
				var limit string
				_, err := tx.QueryOne(sqldb.Dest(&limit), `SELECT current_setting('statement_timeout')`)
				if limit != want {
					t.Errorf("the limit is %q, want %q", limit, want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// A table that has just grown has no statistics, and is looked up by its index
// all the same; one without an index is read without compiling the statement.
func TestTablesWithoutStatisticsAreLookedUpByIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		if db.Engine() != sqldb.Postgres {
			return
		}
		plan := func(query string) string {
			var lines []string
			err := db.View(context.Background(), func(tx *sqldb.Tx) error {
				return tx.Query(func(row *sqldb.Row) error {
					var line string
					if err := row.Scan(&line); err != nil {
						return err
					}
					lines = append(lines, line)
					return nil
				}, query)
			})
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(lines, "\n")
		}
		if got := plan(`EXPLAIN SELECT id, params, reply FROM api_reply WHERE id = ANY(ARRAY['` + strings.Repeat("a','", 100) + `'])`); strings.Contains(got, "Seq Scan") {
			t.Error(got)
		}
		if got := plan(`EXPLAIN (ANALYZE) SELECT value FROM sqldb_meta WHERE value = 'a'`); strings.Contains(got, "JIT") {
			t.Error(got)
		}
	})
}
