package offer

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
	"etld/internal/features/machine/earning"
)

// theRules are the parameters as they are set at first.
func theRules() Rules {
	return Rules{FeeNew: money.Percent(500), FeeRepurchase: money.Percent(100),
		Shares:     Shares{Diamond: money.Percent(40), Star: money.Percent(60), King: money.Percent(100), Level: money.Percent(50), Referral: money.Percent(150)},
		CreditDays: 90, ExitAfterDays: 15}
}

// defaultTerms are a product's terms under these rules.
func defaultTerms(size string) Terms {
	for _, o := range Catalogue() {
		if o.Product.Size == size {
			return o.Product.Terms(theRules())
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
			for _, texts := range []wording.Texts{o.Product.Names, o.Product.Details} {
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
	fee := terms.FeeFor(amount("700"), amount("300"))
	if fee != amount("38") || terms.Price+fee != amount("1038") {
		t.Errorf("fee %s, pay %s", fee, terms.Price+fee)
	}
	split := terms.Split(Cost{NewPart: amount("700"), RepurchasePart: amount("300"), Fee: fee})
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
		fee := terms.FeeFor(newPart, repurchase)
		s := terms.Split(Cost{NewPart: newPart, RepurchasePart: repurchase, Fee: fee})
		if s.Rewards()+s.Platform != fee || s.Platform < 0 {
			rt.Fatalf("fee %s, split %+v", fee, s)
		}
	})
}

func TestProductPageFigures(t *testing.T) {
	t.Parallel()
	terms := defaultTerms("small")
	if pay, netCost := terms.Certain(); pay != amount("105") || netCost != amount("3.2") {
		t.Errorf("pay %s, net cost %s", pay, netCost)
	}
	rate := amount("0.36")
	if estimate := terms.EstimateOutput(rate); estimate != amount("32.4") {
		t.Errorf("estimate %s", estimate)
	}
	if price, ok := terms.BreakEven(rate); !ok || price != amount("0.0988") {
		t.Errorf("break-even %s, %v", price, ok)
	}
	if price, ok := terms.BreakEven(0); ok {
		t.Errorf("without output the break-even is %s", price)
	}
	if estimate := terms.EstimateOutput(amount("0.8")); estimate != terms.ETLDCap {
		t.Errorf("the estimate %s goes beyond the cap", estimate)
	}
}

// The large machine's interest is more than its fee: what is certain is a gain, and is
// not called a cost of nothing.
func TestInterestThatOutweighsTheFeeIsACertainGain(t *testing.T) {
	t.Parallel()
	large := defaultTerms("large")
	if pay, netCost := large.Certain(); pay != amount("10500") || netCost != -amount("580") {
		t.Errorf("pay %s, net cost %s", pay, netCost)
	}
	if price, ok := large.BreakEven(amount("0.36")); !ok || price != 0 {
		t.Errorf("break-even %s, %v", price, ok)
	}
}

func TestTermsVersionFollowsEveryTerm(t *testing.T) {
	t.Parallel()
	base := defaultTerms("small")
	if base.Version() != defaultTerms("small").Version() || len(base.Version()) != checkout.VersionLength {
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
	if open := OpenCredit(list, now); open != 140 {
		t.Errorf("open %d", open)
	}
	after, uses, taken := takeCredit(list, 90, now)
	if taken != 90 || len(uses) != 2 || uses[0] != (CreditUse{"old", 40}) || uses[1] != (CreditUse{"new", 50}) || after[2].Rest != 50 {
		t.Errorf("taken %d by %v, after %v", taken, uses, after)
	}
	if list[1].Rest != 40 {
		t.Error("taking changed the list it was given")
	}
	restored := RestoreCredit(after, uses)
	for i := range list {
		if restored[i] != list[i] {
			t.Errorf("restored %+v, was %+v", restored[i], list[i])
		}
	}
	decoded, err := DecodeUses(EncodeUses(uses))
	if err != nil || len(decoded) != 2 || decoded[1] != uses[1] {
		t.Errorf("stored and read %v, %v", decoded, err)
	}
}

func TestUnexpiredFee(t *testing.T) {
	t.Parallel()
	terms := defaultTerms("medium")
	bought := Cost{NewPart: amount("1000"), Fee: amount("50")}
	if got := terms.UnexpiredFee(bought, 135*day); got != amount("7.5") {
		t.Errorf("of 10 for 180 days, for the last 135: %s", got)
	}
	if got := (Terms{TermDays: 2}).UnexpiredFee(Cost{Fee: 1}, day); got != 0 {
		t.Errorf("half an atom is %s", got)
	}
}

// A machine is bought under a version that stays what it is: were the digest of the
// same terms another one, every open page would be refused and each machine would
// refer to terms that nobody stored.
func TestVersionsOfTheFirstCatalogueStay(t *testing.T) {
	t.Parallel()
	for size, want := range map[string]string{"small": "89ab3f5b1967f1d1", "medium": "3639bdd3c3411eda", "large": "f2cc99ca0d21705d"} {
		if got := defaultTerms(size).Version(); got != want {
			t.Errorf("%s: %s, want %s", size, got, want)
		}
	}
}

// What a quantity is quoted at is what its machines cost, one after the other.
func TestQuotesAreThePricesOfMachinesInTurn(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	terms := defaultTerms("small")
	credits := []Credit{{ID: "a", Rest: amount("130"), ExpiresAt: now.Add(time.Hour)}}
	quotes := terms.Quotes(credits, 3, now)
	want := []Quote{
		{Quantity: 1, Price: amount("100"), RepurchasePart: amount("100"), ServiceFee: amount("1"), PayAmount: amount("101")},
		{Quantity: 2, Price: amount("200"), NewPart: amount("70"), RepurchasePart: amount("130"), ServiceFee: amount("4.8"), PayAmount: amount("204.8")},
		{Quantity: 3, Price: amount("300"), NewPart: amount("170"), RepurchasePart: amount("130"), ServiceFee: amount("9.8"), PayAmount: amount("309.8")},
	}
	if !slices.Equal(quotes, want) {
		t.Errorf("quoted %+v", quotes)
	}
	var pay money.Amount
	for _, q := range want {
		var c Cost
		if c, credits = terms.NextCost(credits, now); pay+c.Pay() != q.PayAmount || c.Price() != terms.Price {
			t.Errorf("machine %d costs %s after %s, quoted are %s together", q.Quantity, c.Pay(), pay, q.PayAmount)
		}
		pay += c.Pay()
	}
}
