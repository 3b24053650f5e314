package team

import (
	"errors"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func amount(text string) money.Amount { return money.MustParse(text) }

func amounts(texts ...string) (list []money.Amount) {
	for _, text := range texts {
		list = append(list, amount(text))
	}
	return list
}

// defaults are the rules while no operator has changed one.
func defaults(t *testing.T) (r Rules) {
	t.Helper()
	db, c := dbtest.SQLite(t)
	if err := db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
		r, err = rulesAt(tx, c.Now())
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEarnedLevel(t *testing.T) {
	t.Parallel()
	r := defaults(t)
	for name, c := range map[string]struct {
		principal string
		legs      []money.Amount
		want      int
	}{
		"nothing":                                  {"0", nil, 0},
		"two legs that just reach V1":              {"100", amounts("3000", "2000"), 1},
		"an atom less":                             {"100", amounts("3000", "1999.99999999"), 0},
		"one leg counts for six tenths at most":    {"100", amounts("1000000"), 0},
		"and another one for the rest":             {"100", amounts("1000000", "2000"), 1},
		"two great legs":                           {"100", amounts("1000000", "1000000"), 5},
		"a great leg and a smaller one":            {"100", amounts("1000000", "32000"), 3},
		"many small legs":                          {"100", amounts("1000", "1000", "1000", "1000", "1000"), 1},
		"too little own principal":                 {"99.99999999", amounts("1000000", "1000000"), 0},
		"V2 at its threshold":                      {"100", amounts("12000", "8000"), 2},
		"V4 at its threshold":                      {"1000", amounts("180000", "120000"), 4},
		"V5 needs four tenths beside its best leg": {"1000", amounts("5000000", "399999"), 4},
	} {
		if got := r.Earned(amount(c.principal), c.legs...); got != c.want {
			t.Errorf("%s: V%d, want V%d", name, got, c.want)
		}
	}
}

func TestLevelRewards(t *testing.T) {
	t.Parallel()
	r := defaults(t)
	received := money.Amount(0)
	for level, want := range []string{"0", "5", "15", "60", "220", "700"} {
		due := r.rewardDue(level, received)
		if due != amount(want) {
			t.Errorf("V%d brings %s, want %s", level, due, want)
		}
		received += due
	}
	if due := r.rewardDue(5, 0); due != amount("1000") {
		t.Errorf("V5 at once brings %s", due)
	}
	// Nothing is paid twice, and nothing taken back.
	if again := r.rewardDue(2, received); again != 0 {
		t.Errorf("V2 again brings %s", again)
	}
}

func TestAcceleration(t *testing.T) {
	t.Parallel()
	r := defaults(t)
	for level, want := range []string{"0", "0.0792", "0.1584", "0.2376", "0.3168", "0.396"} {
		if got := r.accelerated(level, amount("3.96")); got != amount(want) {
			t.Errorf("V%d with 3.96 base: %s, want %s", level, got, want)
		}
	}
	if budget := AccelerationBudget(amount("2000")); budget != amount("200") {
		t.Errorf("of 2000 a day %s are for acceleration", budget)
	}
	if got := withinBudget(amount("0.2376"), amount("200"), amount("200")); got != amount("0.2376") {
		t.Errorf("a sum at the budget is cut to %s", got)
	}
	// 0.2376 of 300 where 200 are there.
	if got := withinBudget(amount("0.2376"), amount("300"), amount("200")); got != amount("0.1584") {
		t.Errorf("a sum above the budget: %s", got)
	}
}

func TestThresholdsRise(t *testing.T) {
	t.Parallel()
	if _, err := param.NewSet(Parameters(), ThresholdsRise); err != nil {
		t.Errorf("the defaults: %v", err)
	}
}

// Of each purchase the pool is brought what five people may get, whatever was set
// before.
func TestTheLevelPoolCanNeverRunShort(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		share := param.NewRatio("test.share_level", money.Percent(50), param.WorseNever)
		set, err := param.NewSet(append(Parameters(), share), PoolSuffices(share))
		if err != nil {
			t.Fatal(err)
		}
		set.Guard(MayOnlyFall())
		change := func(name string, hundredths int64) error {
			return db.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := set.Change(tx, entropy.System(), param.Proposal{Name: name, Value: int64(money.Percent(hundredths)), Actor: "x", Reason: "x"})
				return err
			})
		}
		if err := change("test.share_level", 49); !errors.Is(err, ErrPoolShort) {
			t.Errorf("a share of 0.49 %% for five times 0.1 %%: %v", err)
		}
		if err := change(levelReward.Name, 5); err != nil {
			t.Fatal(err)
		}
		c.Advance(param.NoticePeriod)
		if err := change("test.share_level", 25); err != nil {
			t.Errorf("a share of 0.25 %% for five times 0.05 %%: %v", err)
		}
		if err := change("test.share_level", 50); err != nil {
			t.Fatal(err)
		}
		// What was bought while the share was small brought too little for more.
		if err := change(levelReward.Name, 6); !errors.Is(err, ErrRewardRises) {
			t.Errorf("a higher reward: %v", err)
		}
	})
}

// A purchase of the product's example: D's machine with a new part of 700.
func TestPerformanceOfThreeAbove(t *testing.T) {
	t.Parallel()
	c := change{Kind: started, NewPart: amount("700"), Principal: amount("1000")}
	for depth := range Depth + 1 {
		var m Member
		m.count(c, depth)
		own, above := amount("700"), money.Amount(0)
		if depth > 0 {
			own, above = 0, amount("700")
		}
		if m.Own != own || m.Performance() != above {
			t.Errorf("at depth %d: own %s, performance %s", depth, m.Own, m.Performance())
		}
		m.count(change{Kind: ended, NewPart: c.NewPart, Principal: c.Principal}, depth)
		if m.Own != 0 || m.Performance() != 0 || m.Principal != 0 {
			t.Errorf("at depth %d, after the machine ended: %+v", depth, m)
		}
	}
}
