package machine

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/money"

	"etld/internal/features/machine/earning"
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
		if terms.InterestTotal != amount(want.interest) || earning.InterestOfDay(terms.InterestTotal, terms.TermDays, 1) != amount(want.firstDay) || terms.Price != amount(want.price) {
			t.Errorf("%s: interest %s, first day %s, price %s", size, terms.InterestTotal, earning.InterestOfDay(terms.InterestTotal, terms.TermDays, 1), terms.Price)
		}
		var sum money.Amount
		for k := int64(1); k <= terms.TermDays; k++ {
			sum += earning.InterestOfDay(terms.InterestTotal, terms.TermDays, k)
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
