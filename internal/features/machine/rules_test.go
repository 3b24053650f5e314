package machine

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// defaultTerms are a seed product's terms with the default parameters.
func defaultTerms(size string) Terms {
	for _, o := range Catalogue() {
		if p := o.Product; p.Size == size {
			return Terms{ProductID: p.ID, Size: p.Size, Price: p.Price, Power: p.Power, TermDays: p.TermDays, DailyRate: p.DailyRate,
				InterestTotal: p.InterestTotal(), ETLDCap: p.ETLDCap, FeeNew: money.Percent(500), FeeRepurchase: money.Percent(100),
				Shares:     Shares{Diamond: money.Percent(40), Star: money.Percent(60), King: money.Percent(100), Level: money.Percent(50), Referral: money.Percent(150)},
				CreditDays: 90, ExitAfterDays: 15}
		}
	}
	panic("no product of size " + size)
}

func amount(text string) money.Amount { return money.MustParse(text) }

func TestCatalogueAsPublished(t *testing.T) {
	t.Parallel()
	for size, want := range map[string]struct {
		interest, firstDay, price string
		stock                     int64
	}{
		"small":  {"1.80000000", "0.02", "100", 1000},
		"medium": {"45", "0.25", "1000", 200},
		"large":  {"1080", "3", "10000", 50},
	} {
		terms := defaultTerms(size)
		if terms.InterestTotal != amount(want.interest) || InterestOfDay(terms.InterestTotal, terms.TermDays, 1) != amount(want.firstDay) || terms.Price != amount(want.price) {
			t.Errorf("%s: interest %s, first day %s, price %s", size, terms.InterestTotal, InterestOfDay(terms.InterestTotal, terms.TermDays, 1), terms.Price)
		}
		var sum money.Amount
		for k := int64(1); k <= terms.TermDays; k++ {
			sum += InterestOfDay(terms.InterestTotal, terms.TermDays, k)
		}
		if sum != amount(want.interest) {
			t.Errorf("%s: the days add up to %s", size, sum)
		}
		for _, o := range Catalogue() {
			if o.Product.Size == size && o.Stock != want.stock {
				t.Errorf("%s: stock %d", size, o.Stock)
			}
			for _, texts := range []Texts{o.Product.Names, o.Product.Details} {
				for _, language := range []string{"zhtw", "en", "ru"} {
					if texts[language] == "" {
						t.Errorf("%s has no text in %s", o.Product.Size, language)
					}
				}
			}
		}
	}
}

// The example of the rules: a medium machine with a credit of 300.
func TestFeeOfAMixedPurchase(t *testing.T) {
	t.Parallel()
	terms := defaultTerms("medium")
	fee := terms.feeFor(amount("700"), amount("300"))
	if fee != amount("38") || terms.Price+fee != amount("1038") {
		t.Errorf("fee %s, pay %s", fee, terms.Price+fee)
	}
	split := terms.splitFee(amount("700"), fee)
	want := Split{Diamond: amount("2.8"), Star: amount("4.2"), King: amount("7"), Level: amount("3.5"), Referral: amount("10.5"), Platform: amount("10")}
	if split != want {
		t.Errorf("split %+v", split)
	}
}

func TestSplitAlwaysAddsUpToTheFee(t *testing.T) {
	t.Parallel()
	terms := defaultTerms("small")
	rapid.Check(t, func(rt *rapid.T) {
		newPart := money.Amount(rapid.Int64Range(0, 1_000_000_000_000).Draw(rt, "new"))
		repurchase := money.Amount(rapid.Int64Range(0, 1_000_000_000_000).Draw(rt, "repurchase"))
		fee := terms.feeFor(newPart, repurchase)
		s := terms.splitFee(newPart, fee)
		if s.Rewards()+s.Platform != fee || s.Platform < 0 {
			rt.Fatalf("fee %s, split %+v", fee, s)
		}
	})
}

func TestProductPageFigures(t *testing.T) {
	t.Parallel()
	terms := defaultTerms("small")
	c := terms.certaintyOf()
	if c.Pay != amount("105") || c.Principal != amount("100") || c.Interest != amount("1.8") || c.NetCost != amount("3.2") {
		t.Errorf("%+v", c)
	}
	rate := amount("0.36")
	if estimate := terms.estimateOutput(rate); estimate != amount("32.4") {
		t.Errorf("estimate %s", estimate)
	}
	if price, ok := terms.breakEven(rate); !ok || price != amount("0.0988") {
		t.Errorf("break-even %s, %v", price, ok)
	}
	if price, ok := terms.breakEven(0); ok {
		t.Errorf("without output the break-even is %s", price)
	}
	if estimate := terms.estimateOutput(amount("0.8")); estimate != terms.ETLDCap {
		t.Errorf("the estimate %s goes beyond the cap", estimate)
	}
}

func TestTermsVersionFollowsEveryTerm(t *testing.T) {
	t.Parallel()
	base := defaultTerms("small")
	if base.Version() != defaultTerms("small").Version() || len(base.Version()) != termsVersionLength {
		t.Errorf("version %q", base.Version())
	}
	for name, change := range map[string]func(*Terms){
		"price": func(c *Terms) { c.Price++ }, "power": func(c *Terms) { c.Power++ }, "term": func(c *Terms) { c.TermDays++ },
		"interest": func(c *Terms) { c.InterestTotal++ }, "cap": func(c *Terms) { c.ETLDCap++ }, "fee": func(c *Terms) { c.FeeNew++ },
		"share": func(c *Terms) { c.Shares.King++ }, "credit": func(c *Terms) { c.CreditDays++ }, "exit": func(c *Terms) { c.ExitAfterDays++ },
	} {
		changed := base
		change(&changed)
		if changed.Version() == base.Version() {
			t.Errorf("a change of %s keeps the version", name)
		}
	}
}

func TestInterestAddsUpToTheTotal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		total := money.Amount(rapid.Int64Range(0, int64(money.Max)).Draw(rt, "total"))
		n := rapid.Int64Range(1, 3600).Draw(rt, "days")
		var sum money.Amount
		for k := int64(1); k <= n; k++ {
			paid := InterestOfDay(total, n, k)
			if paid < 0 || paid > total/money.Amount(n)+1 {
				rt.Fatalf("day %d of %d pays %s", k, n, paid)
			}
			sum += paid
		}
		if sum != total {
			rt.Fatalf("%d days of %s pay %s", n, total, sum)
		}
	})
}

func TestDueTimesMoveWithPauses(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 2, 4, 30, 0, 0, time.UTC)
	m := &Machine{StartAt: start}
	pauses := []Pause{{From: start.Add(30 * time.Hour), Until: start.Add(40 * time.Hour)}, {From: start.Add(70 * time.Hour)}}
	for k, want := range map[int64]time.Duration{1: 24 * time.Hour, 2: 58 * time.Hour} {
		if due, ok := m.dueAt(k, pauses); !ok || !due.Equal(start.Add(want)) {
			t.Errorf("day %d is due at %s, %v", k, due, ok)
		}
	}
	if due, ok := m.dueAt(3, pauses); ok {
		t.Errorf("day 3 is due at %s although the clock stands", due)
	}
	for hours, want := range map[int]int64{0: 0, 24: 0, 25: 1, 58: 1, 59: 2, 500: 2} {
		if got := m.daysDueBefore(start.Add(time.Duration(hours)*time.Hour), 90, pauses); got != want {
			t.Errorf("after %d hours %d days are due, want %d", hours, got, want)
		}
	}
}

// A day falls due exactly when the count of due days passes it, whatever the pauses.
func TestDueTimesAgreeWithTheCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		start := time.UnixMicro(1_772_000_000_000_000)
		m := &Machine{StartAt: start}
		var pauses []Pause
		at := start
		for range rapid.IntRange(0, 4).Draw(rt, "pauses") {
			gap := time.Duration(rapid.Int64Range(1, 200*3600).Draw(rt, "gap")) * time.Second
			if rapid.Bool().Draw(rt, "at a due time") {
				gap = time.Duration(rapid.Int64Range(1, 8).Draw(rt, "days")) * day
			}
			from := at.Add(gap)
			at = from.Add(time.Duration(rapid.Int64Range(1, 100*3600).Draw(rt, "length")) * time.Second)
			pauses = append(pauses, Pause{From: from, Until: at})
		}
		k := rapid.Int64Range(1, 88).Draw(rt, "day")
		due, ok := m.dueAt(k, pauses)
		if !ok || m.daysDueBefore(due, 90, pauses) != k-1 || m.daysDueBefore(due.Add(time.Microsecond), 90, pauses) != k {
			rt.Fatalf("day %d due %s (%v): %d before, %d after", k, due, ok, m.daysDueBefore(due, 90, pauses), m.daysDueBefore(due.Add(time.Microsecond), 90, pauses))
		}
	})
}

// The example of the rules: a budget of 2,000 and 5,000 T.
func TestDailyRateExample(t *testing.T) {
	t.Parallel()
	rate := dailyRate(amount("2000"), 5000*secondsOfDay, amount("0.8"))
	if rate != amount("0.36") {
		t.Errorf("rate %s", rate)
	}
	if out := outputOf(rate, 11, secondsOfDay); out != amount("3.96") {
		t.Errorf("a medium machine gets %s", out)
	}
	if out := outputOf(rate, 1, secondsOfDay/2); out != amount("0.18") {
		t.Errorf("a small machine started at noon gets %s", out)
	}
}

func TestDailyRateBounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pool   string
		weight int64
		want   string
	}{
		"empty pool":      {"0", 5000 * secondsOfDay, "0"},
		"small pool":      {"30000", 5000 * secondsOfDay, "0.18"},
		"nobody mines":    {"100000", 0, "0"},
		"one second":      {"100000", 1, "0.8"},
		"tiny network":    {"100000", 100 * secondsOfDay, "0.8"},
		"rate below atom": {"0.00000030", 5000 * secondsOfDay, "0"},
	} {
		if got := dailyRate(dailyBudget(amount("2000"), amount(c.pool)), c.weight, amount("0.8")); got != amount(c.want) {
			t.Errorf("%s: rate %s, want %s", name, got, c.want)
		}
	}
}

// The sum of the rates gives to the atom what adding day by day gives.
func TestOutputBeforeAgreesWithEachDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		first := clock.Day(20_000)
		rates := rapid.SliceOfN(rapid.Int64Range(0, 80_000_000), 1, 40).Draw(rt, "rates")
		book := func(d clock.Day) (Day, error) {
			closed := Day{Day: d}
			for i, rate := range rates {
				if first+clock.Day(i) <= d {
					closed.RateSum += money.Amount(rate)
				}
				if first+clock.Day(i) == d {
					closed.Rate = money.Amount(rate)
				}
			}
			return closed, nil
		}
		m := Machine{Power: rapid.Int64Range(1, 120).Draw(rt, "power"), MiningUntil: never,
			StartAt: first.Start().Add(time.Duration(rapid.Int64Range(0, 3*secondsOfDay).Draw(rt, "start")) * time.Second)}
		if rapid.Bool().Draw(rt, "ends") {
			m.MiningUntil = m.StartAt.Add(time.Duration(rapid.Int64Range(1, 30*secondsOfDay).Draw(rt, "length")) * time.Second)
		}
		most := money.Amount(rapid.Int64Range(1, 40_000_000_000).Draw(rt, "cap"))
		upTo := first + clock.Day(rapid.IntRange(0, len(rates)).Draw(rt, "day"))
		got, err := m.outputBefore(upTo, most, nil, book)
		if err != nil {
			rt.Fatal(err)
		}
		want, err := m.outputDayByDay(first, upTo-1, most, nil, book)
		if err != nil || got != want {
			rt.Fatalf("together %s, day by day %s, %v", got, want, err)
		}
	})
}

func TestCreditsAreUsedOldestFirstAndRestored(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	list := []Credit{
		{ID: "gone", Amount: 100, Rest: 100, ExpiresAt: now},
		{ID: "old", Amount: 100, Rest: 40, ExpiresAt: now.Add(time.Hour)},
		{ID: "new", Amount: 100, Rest: 100, ExpiresAt: now.Add(2 * time.Hour)},
	}
	if open := openCredit(list, now); open != 140 {
		t.Errorf("open %d", open)
	}
	after, uses, taken := takeCredit(list, 90, now)
	if taken != 90 || len(uses) != 2 || uses[0] != (CreditUse{"old", 40}) || uses[1] != (CreditUse{"new", 50}) || after[2].Rest != 50 {
		t.Errorf("taken %d by %v, after %v", taken, uses, after)
	}
	if list[1].Rest != 40 {
		t.Error("taking changed the list it was given")
	}
	restored := restoreCredit(after, uses)
	for i := range list {
		if restored[i] != list[i] {
			t.Errorf("restored %+v, was %+v", restored[i], list[i])
		}
	}
	decoded, err := decodeUses(encodeUses(uses))
	if err != nil || len(decoded) != 2 || decoded[1] != uses[1] {
		t.Errorf("stored and read %v, %v", decoded, err)
	}
}

func TestOnlyTheListedTransitionsExist(t *testing.T) {
	t.Parallel()
	states := []State{None, Payment, Cooling, Running, DugOut, Paused, Expired, Cancelled, Matured, Exited}
	causes := []Cause{IntentOpened, PaidFromBalance, PaymentFinal, PaymentExpired, PaymentCancelled, CoolingCancelled, CoolingOver, CoolingWaived,
		OperatorPause, OperatorResume, LeftAfterPause, CapReached, TermOver}
	allowed := 0
	for _, from := range states {
		for _, to := range states {
			for _, cause := range causes {
				if checkTransition(from, to, cause) == nil {
					allowed++
					if from.final() || to == None || from == to {
						t.Errorf("%s → %s by %s is allowed", from, to, cause)
					}
				}
			}
		}
	}
	if allowed != 16 {
		t.Errorf("%d transitions are allowed", allowed)
	}
	seen := 0
	for _, status := range Statuses {
		seen += len(statesOf(status))
	}
	if seen != len(states)-1 {
		t.Errorf("the statuses cover %d states", seen)
	}
}

func TestUnexpiredFee(t *testing.T) {
	t.Parallel()
	if got := unexpiredFee(amount("10"), 135, 180); got != amount("7.5") {
		t.Errorf("got %s", got)
	}
	if got := unexpiredFee(1, 1, 2); got != 0 {
		t.Errorf("half an atom is %s", got)
	}
}
