package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const parcelJob = "parcel_send"

// parcels are a job's items: rows of a table that it does one by one. It parks
// for ten minutes what cannot be done.
type parcels struct {
	t  *testing.T
	db *sqldb.DB
	// failures are the parcels that cannot be done, and why.
	failures map[string]error
}

func (p parcels) add(names ...string) {
	p.t.Helper()
	p.do(func(tx *sqldb.Tx) error {
		for _, name := range names {
			if _, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, 'waits')`, name); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p parcels) do(body func(tx *sqldb.Tx) error) {
	p.t.Helper()
	if err := p.db.Update(context.Background(), body); err != nil {
		p.t.Fatal(err)
	}
}

// run does what can be done and returns what was tried.
func (p parcels) run() (tried []string) {
	p.t.Helper()
	p.do(func(tx *sqldb.Tx) error {
		due, err := jobs.Due(tx, parcelJob, 10)
		if err != nil {
			return err
		}
		fresh, err := sqldb.Collect(tx, sqldb.One[string], `SELECT name FROM sqldb_meta WHERE value = 'waits' AND `+
			jobs.NotParked(parcelJob, "sqldb_meta.name")+` ORDER BY name LIMIT $1`, 2)
		if err != nil {
			return err
		}
		tried = append(due, fresh...)
		for _, name := range tried {
			item := jobs.Item{Job: parcelJob, Subject: name}
			failure := tx.Try(func() error {
				if _, err := tx.Exec(`UPDATE sqldb_meta SET value = 'sent' WHERE name = $1`, name); err != nil {
					return err
				}
				return p.failures[name]
			})
			if failure != nil {
				err = jobs.Park(tx, item, failure, tx.Now().Add(10*time.Minute))
			} else {
				_, err = jobs.Unpark(tx, item)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return tried
}

func (p parcels) parked() (list []jobs.ParkedItem) {
	p.t.Helper()
	err := p.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		list, err = jobs.Parked(tx, parcelJob)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return list
}

func (p parcels) wantTried(what string, want ...string) {
	p.t.Helper()
	if got := p.run(); !slices.Equal(got, want) {
		p.t.Errorf("%s tried were %q, want %q", what, got, want)
	}
}

// What fails is tried again at its time and holds up nobody, also when there is
// more of it than a job takes on at once. It is listed with its cause until it is
// done.
func TestAParkedItemHoldsUpNobody(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		lost := errors.New("the address is lost")
		p := parcels{t: t, db: db, failures: map[string]error{"a": lost, "b": lost, "c": lost}}
		p.add("a", "b", "c", "d", "e")
		began := c.Now()
		p.wantTried("at first", "a", "b")
		p.wantTried("then", "c", "d")
		p.wantTried("then", "e")
		p.wantTried("when all is done or parked")
		list := p.parked()
		if len(list) != 3 || list[0].Subject != "a" || !list[0].Since.Equal(began) || !list[0].RetryAt.Equal(began.Add(10*time.Minute)) ||
			list[0].Tries != 1 || list[0].Cause != lost.Error() {
			t.Errorf("parked are %+v", list)
		}
		c.Advance(10*time.Minute - time.Microsecond)
		p.wantTried("before their time")
		c.Advance(time.Microsecond)
		delete(p.failures, "b")
		p.add("f")
		p.wantTried("at their time", "a", "b", "c", "f")
		list = p.parked()
		if len(list) != 2 || list[0].Tries != 2 || !list[0].Since.Equal(began) || !list[0].RetryAt.Equal(c.Now().Add(10*time.Minute)) {
			t.Errorf("parked are %+v", list)
		}
		p.failures = nil
		c.Advance(10 * time.Minute)
		p.wantTried("when the cause is gone", "a", "c")
		if list := p.parked(); len(list) != 0 {
			t.Errorf("afterwards parked are %+v", list)
		}
		p.wantTried("when all is done")
	})
}

// Whoever has mended the cause need not wait for the next try.
func TestAnOperatorHasAParkedItemTriedAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		p := parcels{t: t, db: db, failures: map[string]error{"a": errors.New("lost")}}
		p.add("a")
		p.run()
		p.failures = nil
		p.wantTried("before its time")
		retry := func(subject string, want bool) {
			t.Helper()
			p.do(func(tx *sqldb.Tx) error {
				isSooner, err := jobs.Retry(tx, jobs.Item{Job: parcelJob, Subject: subject})
				if isSooner != want {
					t.Errorf("retry of %s: %v", subject, isSooner)
				}
				return err
			})
		}
		retry("a", true)
		retry("a", false)
		retry("unknown", false)
		p.wantTried("at once", "a")
		retry("a", false)
	})
}

// What is parked is in the database alone: a second instance, or the same after
// a restart, knows who, why, since when and what is due, and only one of them
// tells.
func TestInstancesAgreeOnWhatIsParked(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.Address(t, engine), dbtest.NewClock()
		one := parcels{t: t, db: dbtest.Open(t, address, c), failures: map[string]error{"a": errors.New("lost")}}
		one.add("a")
		one.run()
		var first, second strings.Builder
		remind(t, one.db, &first)
		want := one.parked()
		other := parcels{t: t, db: dbtest.Open(t, address, c)}
		if got := other.parked(); len(got) != 1 || !slices.Equal(got, want) {
			t.Errorf("the other instance has %+v, want %+v", got, want)
		}
		remind(t, other.db, &second)
		if strings.Count(first.String(), "subject=a") != 1 || second.Len() > 0 {
			t.Errorf("told were %q and %q", &first, &second)
		}
		other.wantTried("before its time")
		c.Advance(10 * time.Minute)
		other.wantTried("at its time", "a")
		if got := other.parked(); len(got) != 0 {
			t.Errorf("afterwards parked are %+v", got)
		}
	})
}

func remind(t *testing.T, db *sqldb.DB, log *strings.Builder) {
	t.Helper()
	if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, jobs.Remind(db, slog.New(slog.NewTextHandler(log, nil)))).Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// Each item is told of once, then after 1, 2, 4, 8 and 16 hours, then each day;
// and anew when it is done and fails again.
func TestEachParkedItemIsToldOfOnceThenSeldom(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		p := parcels{t: t, db: db, failures: map[string]error{"a": errors.New("lost"), "b": errors.New("torn")}}
		p.add("a", "b")
		began := c.Now()
		told := make(map[string][]float64)
		until := func(hours int) {
			t.Helper()
			for end := began.Add(time.Duration(hours) * time.Hour); c.Now().Before(end); c.Advance(30 * time.Minute) {
				p.run()
				var log strings.Builder
				remind(t, db, &log)
				for _, name := range []string{"a", "b"} {
					if strings.Contains(log.String(), `level=ERROR msg="parked: an item fails and is tried again later" job=`+parcelJob+" subject="+name+" cause="+p.causeOf(name)) {
						told[name] = append(told[name], c.Now().Sub(began).Hours())
					}
				}
			}
		}
		until(60)
		if want := []float64{0, 1, 2, 4, 8, 16, 32, 56}; !slices.Equal(told["a"], want) || !slices.Equal(told["b"], want) {
			t.Errorf("told at %v hours, want %v", told, want)
		}
		delete(p.failures, "a")
		until(61)
		p.do(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE sqldb_meta SET value = 'waits' WHERE name = 'a'`)
			return err
		})
		p.failures["a"] = errors.New("lost")
		until(62)
		if n := len(told["a"]); n != 9 || told["a"][8] != 61 {
			t.Errorf("anew told at %v hours", told["a"])
		}
	})
}

func (p parcels) causeOf(name string) string {
	if p.failures[name] == nil {
		return ""
	}
	return p.failures[name].Error()
}

// Any error's text can be stored.
func TestCausesAreBoundedText(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		p := parcels{t: t, db: db, failures: map[string]error{"a": errors.New("\x00\xff" + strings.Repeat("é", 1000))}}
		p.add("a")
		p.run()
		if list := p.parked(); len(list) != 1 || len(list[0].Cause) > 510 || !utf8.ValidString(list[0].Cause) || !strings.HasPrefix(list[0].Cause, "\ufffd\ufffdé") {
			t.Errorf("parked are %+v", list)
		}
	})
}

func TestMetricsCountParkedItemsByJob(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		registry := prometheus.NewRegistry()
		registry.MustRegister(metrics.Read(db, slog.New(slog.DiscardHandler), "parked", jobs.Figures))
		if families, err := registry.Gather(); err != nil || len(families) != 0 {
			t.Errorf("without a parked item: %v, %v", families, err)
		}
		p := parcels{t: t, db: db, failures: map[string]error{"a": errors.New("lost"), "b": errors.New("lost")}}
		p.add("a", "b")
		p.run()
		families, err := registry.Gather()
		if err != nil || len(families) != 1 || families[0].GetName() != "etld_jobs_parked" || len(families[0].GetMetric()) != 1 {
			t.Fatalf("%v, %v", families, err)
		}
		if one := families[0].GetMetric()[0]; one.GetGauge().GetValue() != 2 || one.GetLabel()[0].GetValue() != parcelJob {
			t.Errorf("the metric is %v", one)
		}
	})
}
