package param_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	fee    = param.NewRatio("test.fee", money.Percent(500), param.WorseHigher)
	share  = param.NewRatio("test.share", money.Percent(400), param.WorseLower)
	price  = param.NewAmount("test.price", money.Units(100), param.WorseNever)
	limit  = param.NewInteger("test.limit", 10, param.WorseAny, param.Between(1, 20))
	errSum = errors.New("the share is above the fee")
)

func newSet(t *testing.T) *param.Set {
	t.Helper()
	set, err := param.NewSet([]param.Defined{fee, share, price, limit}, func(v param.Values) error {
		if share.In(v) > fee.In(v) {
			return errSum
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func propose(db *sqldb.DB, set *param.Set, p param.Proposal) error {
	if p.Actor == "" {
		p.Actor = "operator"
	}
	return db.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := set.Change(tx, entropy.System(), p)
		return err
	})
}

// feeIn reads the fee, once per kind of transaction.
func feeIn(t *testing.T, db *sqldb.DB) money.Ratio {
	t.Helper()
	var viewed, commanded money.Ratio
	ctx := context.Background()
	read := func(into *money.Ratio) func(tx sqldb.Command) error {
		return func(tx sqldb.Command) error {
			v, err := param.AsOf(tx, tx.Now())
			*into = fee.In(v)
			return err
		}
	}
	if err := errors.Join(db.View(ctx, func(tx *sqldb.Tx) error { return read(&viewed)(tx) }), db.Command(ctx, read(&commanded), param.Hint())); err != nil {
		t.Fatal(err)
	}
	if viewed != commanded {
		t.Errorf("a view reads %s, a command %s", viewed.Text(), commanded.Text())
	}
	return viewed
}

func TestValueFollowsItsChanges(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		set := newSet(t)
		start := c.Now()
		if got := feeIn(t, db); got != money.Percent(500) {
			t.Errorf("the default is %s", got.Text())
		}
		// Worse for users: not before a day has passed.
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 60_000, Reason: "costs"}); err != nil {
			t.Fatal(err)
		}
		c.Advance(param.NoticePeriod - time.Microsecond)
		if got := feeIn(t, db); got != money.Percent(500) {
			t.Errorf("before the notice is over the fee is %s", got.Text())
		}
		c.Advance(time.Microsecond)
		if got := feeIn(t, db); got != money.Percent(600) {
			t.Errorf("after the notice the fee is %s", got.Text())
		}
		// Better for users: at once.
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 45_000, Reason: "thanks"}); err != nil {
			t.Fatal(err)
		}
		if got := feeIn(t, db); got != money.Percent(450) {
			t.Errorf("a lower fee is %s", got.Text())
		}
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			past, err := param.AsOf(tx, start)
			if err != nil || fee.In(past) != money.Percent(500) {
				t.Errorf("as of the start the fee is %s, %v", fee.In(past).Text(), err)
			}
			log, err := set.Changelog(tx)
			got := ""
			for _, e := range log {
				got += fmt.Sprintf("%s %s→%s by %s: %s; ", e.Name, e.From, e.To, e.Actor, e.Reason)
			}
			if want := "test.fee 0.06→0.045 by operator: thanks; test.fee 0.05→0.06 by operator: costs; "; got != want {
				t.Errorf("the changelog is %q", got)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestChangeRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		set := newSet(t)
		now := c.Now()
		// A dip that is announced must not be the base of a rise without notice.
		if err := propose(db, set, param.Proposal{Name: "test.price", Value: int64(money.Units(50)), EffectiveAt: now.Add(time.Hour), Reason: "sale"}); err != nil {
			t.Fatal(err)
		}
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 41_000, EffectiveAt: now.Add(time.Hour), Reason: strings.Repeat("因", 500)}); err != nil {
			t.Fatal(err)
		}
		for name, test := range map[string]struct {
			proposal param.Proposal
			want     error
		}{
			"unknown":               {param.Proposal{Name: "test.none", Value: 1, Reason: "x"}, param.ErrUnknown},
			"above ten times":       {param.Proposal{Name: "test.price", Value: int64(money.Units(1000)) + 1, Reason: "x"}, param.ErrBounds},
			"below a tenth":         {param.Proposal{Name: "test.price", Value: int64(money.Units(10)) - 1, Reason: "x"}, param.ErrBounds},
			"outside stated bounds": {param.Proposal{Name: "test.limit", Value: 21, Reason: "x"}, param.ErrBounds},
			"no reason":             {param.Proposal{Name: "test.price", Value: int64(money.Units(20))}, param.ErrNoReason},
			"too long a reason":     {param.Proposal{Name: "test.price", Value: int64(money.Units(20)), Reason: strings.Repeat("因", 501)}, param.ErrNoReason},
			"higher fee too soon":   {param.Proposal{Name: "test.fee", Value: 50_001, EffectiveAt: now.Add(param.NoticePeriod - 1), Reason: "x"}, param.ErrTooSoon},
			"back up after the dip": {param.Proposal{Name: "test.fee", Value: 50_000, EffectiveAt: now.Add(2 * time.Hour), Reason: "x"}, param.ErrTooSoon},
			"lower share too soon":  {param.Proposal{Name: "test.share", Value: 30_000, EffectiveAt: now, Reason: "x"}, param.ErrTooSoon},
			"any change too soon":   {param.Proposal{Name: "test.limit", Value: 9, EffectiveAt: now, Reason: "x"}, param.ErrTooSoon},
			"a deeper dip":          {param.Proposal{Name: "test.fee", Value: 40_500, Reason: "x"}, param.ErrTooSoon},
			"in the past":           {param.Proposal{Name: "test.price", Value: int64(money.Units(20)), EffectiveAt: now.Add(-1), Reason: "x"}, param.ErrTooSoon},
			"share above the fee":   {param.Proposal{Name: "test.share", Value: 50_001, Reason: "x"}, param.ErrRule},
			// At once it would fit; after the announced dip it would not.
			"share above a later fee": {param.Proposal{Name: "test.share", Value: 42_000, Reason: "x"}, param.ErrRule},
			"the same value":          {param.Proposal{Name: "test.limit", Value: 10, Reason: "x"}, param.ErrUnchanged},
		} {
			if err := propose(db, set, test.proposal); !errors.Is(err, test.want) {
				t.Errorf("%s: %v, want %v", name, err, test.want)
			}
		}
		c.Advance(48 * time.Hour)
		if got := feeIn(t, db); got != money.Ratio(41_000) {
			t.Errorf("refused changes left a fee of %s", got.Text())
		}
	})
}

func TestNewSetRefusesMistakes(t *testing.T) {
	t.Parallel()
	bad := param.NewInteger("test.bad", 10, param.WorseNever, param.Between(11, 20))
	if _, err := param.NewSet([]param.Defined{fee, fee}); err == nil {
		t.Error("a double was accepted")
	}
	if _, err := param.NewSet([]param.Defined{bad}); !errors.Is(err, param.ErrBounds) {
		t.Errorf("a default outside its bounds: %v", err)
	}
	if _, err := param.NewSet([]param.Defined{fee}, func(param.Values) error { return errSum }); !errors.Is(err, errSum) {
		t.Errorf("defaults that break a rule: %v", err)
	}
}

func TestTheLeastThatIsDecided(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		set := newSet(t)
		want := func(want money.Ratio) {
			t.Helper()
			var got money.Ratio
			if err := db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
				got, err = share.LeastFrom(tx, tx.Now())
				return err
			}); err != nil || got != want {
				t.Errorf("%d, %v; want %d", got, err, want)
			}
		}
		want(40_000)
		for _, p := range []param.Proposal{
			{Name: "test.share", Value: 35_000, EffectiveAt: c.Now().Add(48 * time.Hour), Reason: "x"},
			{Name: "test.share", Value: 45_000, EffectiveAt: c.Now().Add(72 * time.Hour), Reason: "x"},
			{Name: "test.fee", Value: 45_000, Reason: "x"},
		} {
			if err := propose(db, set, p); err != nil {
				t.Fatal(err)
			}
			want(35_000)
		}
		c.Advance(72 * time.Hour)
		want(45_000)
	})
}

func TestAGuardKeepsAPromise(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		errPromised := errors.New("it was promised")
		set := newSet(t)
		var asked []int64
		set.Guard(share, func(_ sqldb.Command, before, after int64) error {
			asked = []int64{before, after}
			if after < before {
				return errPromised
			}
			return nil
		})
		raise := param.Proposal{Name: "test.share", Value: 45_000, EffectiveAt: c.Now().Add(time.Hour), Reason: "x"}
		if err := propose(db, set, raise); err != nil || !slices.Equal(asked, []int64{40_000, 45_000}) {
			t.Errorf("a rise: %v, asked about %v", err, asked)
		}
		// Below what holds then, though not below what holds now.
		lower := param.Proposal{Name: "test.share", Value: 44_000, EffectiveAt: c.Now().Add(48 * time.Hour), Reason: "x"}
		if err := propose(db, set, lower); !errors.Is(err, param.ErrRule) || !errors.Is(err, errPromised) {
			t.Errorf("a fall: %v", err)
		}
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 45_000, Reason: "x"}); err != nil {
			t.Errorf("a parameter without a guard: %v", err)
		}
	})
}

// A change that comes before one that is scheduled already makes that one another step: it
// must not break a promise, nor come for the worse without its notice.
func TestAChangeBeforeAScheduledOne(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		errPromised := errors.New("it was promised")
		set := newSet(t)
		set.Guard(share, func(_ sqldb.Command, before, after int64) error {
			if after < before {
				return errPromised
			}
			return nil
		})
		day := 24 * time.Hour
		for _, step := range []struct {
			says string
			param.Proposal
			want error
		}{
			{"a share that rises on day 10", param.Proposal{Name: "test.share", Value: 42_000, EffectiveAt: c.Now().Add(10 * day)}, nil},
			{"more than that at once, which would fall on day 10", param.Proposal{Name: "test.share", Value: 45_000}, errPromised},
			{"as much as that at once", param.Proposal{Name: "test.share", Value: 42_000}, nil},
			{"a fee that falls on day 10", param.Proposal{Name: "test.fee", Value: 45_000, EffectiveAt: c.Now().Add(10 * day)}, nil},
			{"less than that at once, which rises when notice was given", param.Proposal{Name: "test.fee", Value: 44_000}, nil},
			{"a fee that falls within a day", param.Proposal{Name: "test.fee", Value: 43_500, EffectiveAt: c.Now().Add(day - 1)}, nil},
			{"less than that at once, which would rise without notice", param.Proposal{Name: "test.fee", Value: 43_000}, param.ErrTooSoon},
			{"less from then on, which rises on day 10", param.Proposal{Name: "test.fee", Value: 43_000, EffectiveAt: c.Now().Add(day - 1)}, nil},
		} {
			step.Reason = "x"
			if err := propose(db, set, step.Proposal); !errors.Is(err, step.want) {
				t.Errorf("%s: %v, want %v", step.says, err, step.want)
			}
		}
	})
}

// A rise that was announced a day before it stands, also where the fee falls within that
// day; more than was announced needs its own notice.
func TestARiseThatWasAnnouncedInTime(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		set := newSet(t)
		rise := c.Now().Add(param.NoticePeriod)
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 60_000, EffectiveAt: rise, Reason: "costs"}); err != nil {
			t.Fatal(err)
		}
		c.Advance(param.NoticePeriod - time.Hour)
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 45_000, Reason: "thanks"}); err != nil {
			t.Errorf("less until then: %v", err)
		}
		if got := feeIn(t, db); got != money.Ratio(45_000) {
			t.Errorf("until then the fee is %s", got.Text())
		}
		if err := propose(db, set, param.Proposal{Name: "test.fee", Value: 60_001, EffectiveAt: rise, Reason: "costs"}); !errors.Is(err, param.ErrTooSoon) {
			t.Errorf("more than was announced: %v", err)
		}
		c.Advance(time.Hour)
		if got := feeIn(t, db); got != money.Ratio(60_000) {
			t.Errorf("as announced the fee is %s", got.Text())
		}
	})
}

// What counts a day after the approval has no moment before it; what was announced has one.
func TestNoticed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	later := now.Add(param.NoticePeriod)
	for _, test := range []struct {
		was, at time.Time
		want    string
	}{
		{time.Time{}, later, "24 hours after the approval"}, {later, later, "2026-11-21T04:00:00Z"},
		{time.Time{}, later.Add(time.Second), "2026-11-21T04:00:01Z"}, {later, time.Time{}, ""},
	} {
		if got := param.Noticed(test.was, test.at, now); got != test.want {
			t.Errorf("%v, now %v: %q, not %q", test.was, test.at, got, test.want)
		}
	}
}
