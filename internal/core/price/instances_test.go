package price

import (
	"context"
	"errors"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Another instance that hears the feeds keeps the price; one that hears
// nothing does not take it away.
func TestADeafInstanceTakesNoPriceAway(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.say("3500", "3500")
		w.poll()
		deaf := w.instance()
		w.a.err, w.b.err = errors.New("no answer"), errors.New("no answer")
		deaf.Poll(context.Background())
		w.expect("a new instance hears nothing", "3500", "")
	})
}

// An instance that heard the feeds before and no longer does writes no price over what
// another one hears, and what it remembers speaks against none.
func TestAnInstanceThatWentDeafBringsNoOldPriceBack(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		other := w.instance()
		w.say("3000", "3000")
		other.Poll(context.Background())
		w.poll()
		for _, step := range []struct {
			price  string
			silent []*scriptedFeed
		}{{"2970", []*scriptedFeed{w.a, w.b}}, {"2940", []*scriptedFeed{w.b}}, {"2910", []*scriptedFeed{w.a}}} {
			w.clock.Advance(10 * time.Second)
			w.say(step.price, step.price)
			w.poll()
			for _, feed := range step.silent {
				feed.err = errors.New("no answer")
			}
			other.Poll(context.Background())
			w.expect("the other instance is deaf", step.price, "")
		}
		// What is heard last counts, whoever hears it.
		w.clock.Advance(10 * time.Second)
		w.say("2900", "2900")
		other.Poll(context.Background())
		w.expect("it hears again", "2900", "")
	})
}

// What a feed answers now speaks against the price at once, also where another is only
// remembered; an instance that has heard nothing since halts nobody.
func TestWhatAFeedAnswersCountsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		other := w.instance()
		w.say("3000", "3000")
		w.poll()
		w.clock.Advance(5 * time.Second)
		w.say("3000", "1")
		other.Poll(context.Background())
		w.poll()
		w.expect("one answers out of its bounds", "3000", ReasonOutOfRange)
		w.clock.Advance(5 * time.Second)
		w.say("3010", "3010")
		w.poll()
		w.expect("both answer again", "3010", "")
		w.clock.Advance(5 * time.Second)
		w.a.err, w.b.err = errors.New("no answer"), errors.New("no answer")
		other.Poll(context.Background())
		w.expect("the other remembers the answer out of bounds alone", "3010", "")
	})
}

// A price that was fresh for long by the parameter of before keeps no new one out.
func TestAShorterFreshnessHoldsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		set, err := param.NewSet(Parameters())
		if err != nil {
			t.Fatal(err)
		}
		stay := func(seconds int64) {
			if err := w.db.Update(context.Background(), func(tx *sqldb.Tx) error {
				_, err := set.Change(tx, entropy.System(), param.Proposal{Name: staleSeconds.Name, Value: seconds, Actor: "x", Reason: "x"})
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		stay(600)
		w.say("3000", "3000")
		w.poll()
		w.clock.Advance(5 * time.Second)
		stay(60)
		w.say("2950", "2950")
		w.poll()
		w.expect("after the change", "2950", "")
	})
}
