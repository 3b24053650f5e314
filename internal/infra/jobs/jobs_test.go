package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Several workers share a period of ten chunks; each chunk takes effect once.
func TestParallelWorkersDoEachChunkOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for done := false; !done; {
					err := db.Update(ctx, func(tx *sqldb.Tx) error {
						run, err := jobs.Begin(tx, "count", 7)
						if err != nil || run.Done {
							done = true
							return err
						}
						n, _ := strconv.Atoi(run.Cursor)
						if _, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, '')`, "chunk"+strconv.Itoa(n)); err != nil {
							return err
						}
						return jobs.Move(tx, run, strconv.Itoa(n+1), n == 9)
					})
					if err != nil && !errors.Is(err, jobs.ErrLost) {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		err := db.View(ctx, func(tx *sqldb.Tx) error {
			var chunks, last int64
			if _, err := tx.QueryOne(sqldb.Dest(&chunks), `SELECT COUNT(*) FROM sqldb_meta WHERE name LIKE 'chunk%'`); err != nil {
				return err
			}
			last, found, err := jobs.LastDone(tx, "count")
			if chunks != 10 || !found || last != 7 {
				t.Errorf("%d chunks, last %d, %v", chunks, last, found)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A chunk whose cursor was read before another one moved it is refused.
func TestAStaleCursorIsLost(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		var stale jobs.Run
		for i := range 2 {
			err := db.Update(ctx, func(tx *sqldb.Tx) error {
				run, err := jobs.Begin(tx, "count", 1)
				if i == 0 {
					stale = run
				}
				if err != nil {
					return err
				}
				return jobs.Move(tx, stale, "x"+strconv.Itoa(i), false)
			})
			if (i == 1) != errors.Is(err, jobs.ErrLost) {
				t.Errorf("move %d: %v", i, err)
			}
		}
	})
}

func TestDrainGoesOnUntilEveryJobIsIdle(t *testing.T) {
	t.Parallel()
	made, taken := 0, 0
	runner := jobs.NewRunner(slog.New(slog.DiscardHandler), nil,
		jobs.Job{Name: "take", Work: func(context.Context) (bool, error) {
			if taken < made {
				taken++
			}
			return taken < made, nil
		}},
		jobs.Job{Name: "make", Work: func(context.Context) (bool, error) {
			if made < 5 {
				made++
				return true, nil
			}
			return false, nil
		}})
	if err := runner.Drain(context.Background()); err != nil || made != 5 || taken != 5 {
		t.Errorf("made %d, taken %d, %v", made, taken, err)
	}
}
