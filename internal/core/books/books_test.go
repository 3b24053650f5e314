package books

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

// A check that fails hides nothing of the others: where it claims nothing of account
// classes they are compared all the same, and where it does, somebody is told that
// they were not.
func TestAFailingCheckLeavesTheOthers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		fails := func(*sqldb.Tx, ledger.Claims) ([]ledger.Violation, error) { return nil, errors.New("broken") }
		compare := Check{Name: AccountClasses, Look: func(*sqldb.Tx, ledger.Claims) ([]ledger.Violation, error) {
			return []ledger.Violation{{Invariant: "I7", Detail: "compared"}}, nil
		}}
		for claims, want := range map[bool]string{
			false: "[I7: compared unchecked: the check of a part failed: broken]",
			true:  "[unchecked: the check of a part failed: broken unchecked: account classes were not compared with what the parts claim of them]",
		} {
			found, err := Make(t.Context(), db, []Check{{"a part", fails, claims}, compare})
			if got := fmt.Sprint(found); err != nil || got != want {
				t.Errorf("claims %v: %s %v, want %s", claims, got, err, want)
			}
		}
	})
}

// brakeOf is a brake of books without a movement, and what its last line had.
func brakeOf(db *sqldb.DB, c dbtest.Clock, checks ...Check) (b *Brake, line *[]ledger.Violation) {
	line = new([]ledger.Violation)
	return NewBrake(Config{DB: db, Log: slog.New(slog.DiscardHandler), Now: c.Now, Started: time.Now(), Checks: func() []Check { return checks },
		Readings: func() []reconciliation.Reading { return nil },
		Line:     func(_ context.Context, _ Added, found []ledger.Violation) error { *line = found; return nil }}), line
}

// The whole check is made by its cost: every time where it takes seconds, nightly where
// it takes an hour; and one that failed not at once again.
func TestWhenTheWholeCheckIsDue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		made := 0
		b, line := brakeOf(db, c, Plain("a part", func(*sqldb.Tx) ([]ledger.Violation, error) { made++; return nil, errors.New("broken") }))
		for range 2 {
			if err := b.Check(t.Context()); err != nil || made == 0 || !slices.ContainsFunc(*line, func(v ledger.Violation) bool { return v.Invariant == Unchecked }) {
				t.Errorf("made %d times: %v %v", made, *line, err)
			}
		}
		if b.isWholeDue(time.Now()) {
			t.Error("a whole check that failed is made again at once")
		}
		for _, test := range []struct {
			took, since time.Duration
			due         bool
		}{
			{time.Second, brakeEvery, true},
			{time.Second, brakeEvery / 3, false},
			{time.Minute, time.Hour, false},
			{time.Minute, 200 * time.Minute, true},
			{time.Hour, 23 * time.Hour, false},
			{time.Hour, 24 * time.Hour, true},
		} {
			b.wholeTook = test.took
			if got := b.isWholeDue(b.wholeAt.Add(test.since)); got != test.due {
				t.Errorf("%s after one that took %s: due %v", test.since, test.took, got)
			}
		}
	})
}

// standing are the parts that stand still.
func standing(t *testing.T, db *sqldb.DB) (parts []emergency.Part) {
	t.Helper()
	if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
		list, err := emergency.Active(tx)
		for _, s := range list {
			parts = append(parts, s.Part)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return parts
}

// A breach stops what somebody could lose by and nothing else; what alarms alone stops
// nothing, and what stands still is not stopped again.
func TestWhatABreachStops(t *testing.T) {
	t.Parallel()
	claims := []emergency.Part{emergency.Sales, emergency.Swap, emergency.Sell, emergency.Game}
	for invariant, want := range map[string][]emergency.Part{
		"I1": claims, "I2": claims, "I3": claims, "I5": claims, "I6": claims, "I7": claims, "I8": claims, "I9": claims, "I10": claims,
		"I11": {emergency.Sales}, "I12": {emergency.Sales, emergency.Swap, emergency.Sell},
		"I4":            {emergency.Sales, emergency.Withdrawals, emergency.Payouts, emergency.Swap, emergency.Sell, emergency.Game},
		ledger.ChainLag: nil, Unchecked: nil, "public line": nil,
	} {
		t.Run(invariant, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				b, _ := brakeOf(db, c)
				for range 2 {
					if err := b.Trip(t.Context(), []ledger.Violation{{Invariant: invariant, Detail: "of a test"}}, c.Now()); err != nil {
						t.Fatal(err)
					}
					if got := standing(t, db); !slices.Equal(got, want) {
						t.Errorf("standing still: %v, want %v", got, want)
					}
				}
			})
		})
	}
}

// A check whose statement the database refuses is a finding, which is not made again before
// it is due. What the chain lacks has stopped its parts before that check, and goes on to be
// looked at without it.
func TestARefusedStatementHidesNoDeficit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		var stopped [][]emergency.Stop
		b, line := brakeOf(db, c, Plain("a part", func(tx *sqldb.Tx) ([]ledger.Violation, error) {
			before, err := emergency.Active(tx)
			if err != nil {
				return nil, err
			}
			stopped = append(stopped, before)
			_, err = tx.Exec(`SELECT nothing FROM nowhere`)
			return nil, err
		}))
		b.Readings = func() []reconciliation.Reading { return []reconciliation.Reading{readingOf(104, c.Now())} }
		for range 2 {
			err := b.Check(t.Context())
			if len(stopped) != 1 || len(stopped[0]) != len(braking["I4"]) {
				t.Errorf("made %d times, with %v stopped before", len(stopped), stopped)
			}
			var found []string
			for _, v := range *line {
				found = append(found, v.Invariant)
			}
			if slices.Sort(found); err != nil || !slices.Equal(found, []string{"I4", Unchecked}) {
				t.Errorf("found %v: %v", *line, err)
			}
			c.Advance(time.Second)
		}
	})
}

// readingOf is a comparison at which the books want 105 on the chain.
func readingOf(held int64, at time.Time) reconciliation.Reading {
	return reconciliation.Reading{Network: "BEP-20", Asset: money.USDT, Block: 7, At: at,
		OnChain: big.NewInt(held), Booked: big.NewInt(100), Recorded: big.NewInt(5), Leaving: new(big.Int)}
}

// A chain that holds less than the books is a finding of the moment at which it was
// read; a surplus is none.
func TestDeficits(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	reading := func(held int64) reconciliation.Reading { return readingOf(held, at) }
	if found, _ := Deficits([]reconciliation.Reading{reading(105), reading(106)}, at); len(found) > 0 {
		t.Errorf("nothing is missing: %v", found)
	}
	if found, read := Deficits([]reconciliation.Reading{reading(105), reading(104)}, at); len(found) != 1 || found[0].Invariant != "I4" || !read.Equal(at) {
		t.Errorf("one is missing: %v at %s", found, read)
	}
	if found, _ := Deficits([]reconciliation.Reading{reading(104)}, at.Add(time.Hour)); len(found) > 0 {
		t.Errorf("an hour later: %v", found)
	}
}

// What the whole check found stands until the whole check does not find it any more,
// whatever the short one sees in between.
func TestFindingsStandUntilTheWholeCheck(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		broken := []ledger.Violation{{Invariant: "public line", Detail: "changed"}}
		found := broken
		b, line := brakeOf(db, c, Plain("a part", func(*sqldb.Tx) ([]ledger.Violation, error) { return found, nil }))
		registry := prometheus.NewPedanticRegistry()
		registry.MustRegister(b.Metrics()...)
		figure := func() (n float64) {
			families, err := registry.Gather()
			if err != nil {
				t.Fatal(err)
			}
			for _, family := range families {
				for _, one := range family.Metric {
					if len(one.Label) == 1 && one.Label[0].GetValue() == "public line" {
						n = one.Gauge.GetValue()
					}
				}
			}
			return n
		}
		expect := func(when string, err error, want []ledger.Violation) {
			t.Helper()
			if err != nil || !slices.Equal(*line, want) || figure() != float64(len(want)) {
				t.Errorf("%s: %v %v, counted %v", when, *line, err, figure())
			}
		}
		expect("found", b.CheckWhole(t.Context()), broken)
		found = nil
		expect("the short check", b.Check(t.Context()), broken)
		expect("mended", b.CheckWhole(t.Context()), nil)
	})
}

// What one instance found stands for the others, and what one of them no longer finds in the
// whole books is over for all.
func TestFindingsStandForAllInstances(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		broken := []ledger.Violation{{Invariant: "I1", Detail: "of a test"}}
		found := broken
		check := Plain("a part", func(*sqldb.Tx) ([]ledger.Violation, error) { return found, nil })
		first, firstLine := brakeOf(db, c, check)
		second, secondLine := brakeOf(db, c, check)
		// The whole check of the other one is not due.
		second.wholeAt = time.Now()
		for _, one := range []struct {
			check func(context.Context) error
			line  *[]ledger.Violation
			want  []ledger.Violation
		}{{first.CheckWhole, firstLine, broken}, {second.Check, secondLine, broken}, {second.CheckWhole, secondLine, nil}, {first.Check, firstLine, nil}} {
			if one.want == nil {
				found = nil
			}
			c.Advance(brakeEvery)
			if err := one.check(t.Context()); err != nil || !slices.Equal(*one.line, one.want) {
				t.Errorf("the line has %v, want %v; %v", *one.line, one.want, err)
			}
		}
	})
}

// reporting is a brake whose reports a test makes. Times are minutes of one day.
type reporting struct {
	t *testing.T
	*Brake
}

func eachReporting(t *testing.T, test func(t *testing.T, r reporting)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		b, _ := brakeOf(db, c)
		test(t, reporting{t, b})
	})
}

func reportOf(minute int, invariants ...string) (f finding) {
	f.At = time.Date(2026, 6, 1, 0, minute, 0, 0, time.UTC)
	for _, one := range invariants {
		f.Found = append(f.Found, ledger.Violation{Invariant: one, Detail: "of a test"})
	}
	return f
}

// want reports what a check found and holds what stands then to these invariants.
func (r reporting) want(f finding, whole bool, want ...string) {
	r.t.Helper()
	r.wantOf(r.t.Context(), f, whole, nil, want...)
}

func (r reporting) wantOf(ctx context.Context, f finding, whole bool, failure error, want ...string) {
	r.t.Helper()
	list, err := r.report(ctx, f, whole)
	var got []string
	for _, v := range list {
		got = append(got, v.Invariant)
	}
	if !errors.Is(err, failure) || !slices.Equal(got, want) {
		r.t.Errorf("at %s there stand %v, want %v: %v", f.At, got, want, err)
	}
}

// A whole check sees what was there when it began: what was found since then, by a short
// check or by a whole one that began later, stands.
func TestAWholeCheckForgetsNothingFoundSince(t *testing.T) {
	t.Parallel()
	eachReporting(t, func(_ *testing.T, r reporting) {
		const whole, short = true, false
		r.want(reportOf(1, "I1"), short, "I1")
		r.want(reportOf(3, "I3"), short, "I1", "I3")
		r.want(reportOf(2), whole, "I3")
		r.want(reportOf(4, "I3"), short, "I3")
		r.want(reportOf(3), whole, "I3")
		r.want(reportOf(2, "I3"), whole, "I3")
		r.want(reportOf(6, "I7"), whole, "I7")
		r.want(reportOf(5), whole, "I7")
		r.want(reportOf(7), whole)
	})
}

// So many findings of one invariant hide none of another.
func TestWhatStandsIsBounded(t *testing.T) {
	t.Parallel()
	eachReporting(t, func(t *testing.T, r reporting) {
		var many finding
		for n := range standOfEach + 1 {
			many.Found = append(many.Found, ledger.Violation{Invariant: "I1", Detail: fmt.Sprint(n)})
		}
		many.Found = append(many.Found, ledger.Violation{Invariant: "I2", Detail: "one"})
		for range 2 {
			list, err := r.report(t.Context(), many, false)
			if err != nil || len(list) != standOfEach+1 || list[standOfEach].Invariant != "I2" {
				t.Errorf("%d stand: %v", len(list), err)
			}
		}
	})
}

// What was kept and cannot be read hides nothing of what is found, and is kept anew.
func TestFindingsThatCannotBeReadAreFoundAnew(t *testing.T) {
	t.Parallel()
	eachReporting(t, func(t *testing.T, r reporting) {
		r.want(reportOf(1, "I1"), true, "I1")
		if err := r.DB.Update(t.Context(), func(tx *sqldb.Tx) error { return meta.KeepNote(tx, foundNote, `{"Found":`) }); err != nil {
			t.Fatal(err)
		}
		r.want(reportOf(2, "I2"), false, "I2")
		r.want(reportOf(3), false, "I2")
	})
}

// What cannot be kept is told all the same, beside what this process saw before.
func TestFindingsThatCannotBeKeptAreTold(t *testing.T) {
	t.Parallel()
	eachReporting(t, func(t *testing.T, r reporting) {
		r.want(reportOf(1, "I1"), true, "I1")
		ended, end := context.WithCancel(t.Context())
		end()
		r.wantOf(ended, reportOf(2, "I2"), true, context.Canceled, "I1", "I2")
		r.want(reportOf(3), false, "I1")
	})
}

// Who does not wait for the answer, and a part that panics, are told apart: the one is
// an error, the other a finding beside what the rest found once.
func TestWhatIsNoFinding(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		twice := ledger.Violation{Invariant: "I7", Detail: "found"}
		list := []Check{
			Plain("damaged rows", func(*sqldb.Tx) ([]ledger.Violation, error) { panic("out of range") }),
			Plain("the rest", func(*sqldb.Tx) ([]ledger.Violation, error) { return []ledger.Violation{twice, twice}, nil }),
		}
		found, err := Make(t.Context(), db, list)
		want := []ledger.Violation{twice, {Invariant: Unchecked, Detail: "the check of damaged rows failed: panic: out of range"}}
		stands := each.Of(findings{}.with(finding{Found: found}, false).Found, func(one seen) ledger.Violation { return one.Violation })
		if err != nil || !slices.Equal(stands, want) {
			t.Errorf("%v %v", stands, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if found, err := Make(ended, db, list); err == nil || len(found) > 0 {
			t.Errorf("after the end: %v %v", found, err)
		}
	})
}
