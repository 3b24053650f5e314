package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// countOf is how many accounts of a class a glance sees, and how often its body ran.
func countOf(ctx context.Context, db *sqldb.DB, class string, hints ...sqldb.Hint) (count, ran int, err error) {
	err = db.Glance(ctx, func(tx sqldb.Command) error {
		ran++
		rows, _, err := byClass.Get(tx, class)
		count = len(rows)
		return err
	}, hints...)
	return count, ran, err
}

func TestAGlanceReadsWhatHintsNameAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		if err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(insertAccount, "0", 1)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		// A server is asked for more than was named by running the body again.
		missed := 1
		if db.Engine() == sqldb.Postgres {
			missed = 2
		}
		for _, c := range []struct {
			name, class string
			hints       []sqldb.Hint
			count, ran  int
		}{
			{"what is named", "U.AVL", []sqldb.Hint{byClass.Hint("none"), byClass.Hint("U.AVL")}, 1, 1},
			{"what is named and is not there", "none", []sqldb.Hint{byClass.Hint("none")}, 0, 1},
			{"what is not named", "U.AVL", []sqldb.Hint{byClass.Hint("none")}, 1, missed},
			{"nothing named", "U.AVL", nil, 1, 1},
		} {
			count, ran, err := countOf(t.Context(), db, c.class, c.hints...)
			if err != nil || count != c.count || ran != c.ran {
				t.Errorf("%s: %d rows, the body ran %d times, %v; want %d and %d", c.name, count, ran, err, c.count, c.ran)
			}
		}
	})
}

func TestAGlanceSaysWhatItsBodyRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		refusal := errors.New("refused")
		glance := func(body func(sqldb.Command) error) error { return db.Glance(t.Context(), body, byClass.Hint("none")) }
		if err := glance(func(sqldb.Command) error { return refusal }); !errors.Is(err, refusal) {
			t.Errorf("a refusal: %v", err)
		}
		var reason *fault.PanicError
		if err := glance(func(sqldb.Command) error { panic("no") }); !errors.As(err, &reason) {
			t.Errorf("a panic: %v", err)
		}
		wrong := sqldb.NewLookup("wrong", "SELECT id FROM no_such_table WHERE id", sqldb.Single(func(row *sqldb.Row) (id, same string, err error) {
			err = row.Scan(&id)
			return id, id, err
		}))
		ran := 0
		err := db.Glance(t.Context(), func(tx sqldb.Command) error {
			ran++
			_, _, err := wrong.Get(tx, "1")
			return err
		}, wrong.Hint("1"))
		if err == nil || ran > 1 {
			t.Errorf("a statement that fails: %v, the body ran %d times", err, ran)
		}
		// What failed left every connection as it was.
		for range 20 {
			if _, _, err := countOf(t.Context(), db, "none", byClass.Hint("none")); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// All that a glance reads is of one snapshot, though each statement comes by itself.
func TestAGlanceIsOneSnapshot(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		deposit := func() error {
			return db.Command(t.Context(), func(tx sqldb.Command) error { return add(tx, "moving", 1) })
		}
		if err := deposit(); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		moved := make(chan error, 1)
		go func() {
			var err error
			for ctx.Err() == nil && err == nil {
				err = deposit()
			}
			moved <- err
		}()
		for range 500 {
			err := db.Glance(t.Context(), func(tx sqldb.Command) error {
				byID, _, err1 := accounts.Get(tx, "moving")
				list, _, err2 := byClass.Get(tx, "U.AVL")
				if len(list) != 1 || list[0] != byID {
					return fmt.Errorf("the account is %v, and %v in its class", byID, list)
				}
				return errors.Join(err1, err2)
			}, accounts.Hint("moving"), byClass.Hint("U.AVL"))
			if err != nil {
				t.Error(err)
				break
			}
		}
		stop()
		if err := <-moved; err != nil {
			t.Error(err)
		}
	})
}
