package terms

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
)

func defaults() Limits {
	return Limits{WorthAutomatic: amount("200"), WorthTwoFrom: amount("1000"), WorthAutomaticDay: amount("5000"), accountAge: 24 * time.Hour,
		caps: map[money.Asset]capsNow{money.USDT: {amount("1000"), amount("200"), amount("5000")}, money.ETLD: {amount("2000"), amount("400"), amount("10000")},
			money.ETH: {amount("0.3"), amount("0.06"), amount("1.5")}}}
}

// of is a withdrawal; a worth of "" is one without a price.
func of(quantity string, asset money.Asset, worth string) Taken {
	one := Taken{Asset: asset, Quantity: amount(quantity)}
	if worth != "" {
		one.Worth, one.IsPriced = amount(worth), true
	}
	return one
}

func usdt(quantity string) Taken { return of(quantity, money.USDT, quantity) }

func TestWhoMustApprove(t *testing.T) {
	t.Parallel()
	const old = 24*time.Hour + 1
	for _, test := range []struct {
		name      string
		s         Inputs
		reviewers int
		cause     string
	}{
		{"small", Inputs{User: []Taken{usdt("200")}, Age: old}, 0, CauseAutomatic},
		{"an atom above", Inputs{User: []Taken{usdt("200.00000001")}, Age: old}, 1, CauseAboveUser},
		{"sum of a day", Inputs{User: []Taken{usdt("150"), usdt("50.00000001")}, Age: old}, 1, CauseAboveUser},
		{"several currencies, together just within", Inputs{User: []Taken{usdt("100"), of("200", money.ETLD, "100")}, Age: old}, 0, CauseAutomatic},
		{"cheap coin, but many of them", Inputs{User: []Taken{of("400.00000001", money.ETLD, "4")}, Age: old}, 1, CauseAboveUser},
		{"dear coin, but few of them", Inputs{User: []Taken{of("100", money.ETLD, "200.1")}, Age: old}, 1, CauseAboveUser},
		{"weights of quantities add up", Inputs{User: []Taken{usdt("120"), of("0.03", money.ETH, "10")}, Age: old}, 1, CauseAboveUser},
		{"a day old to the second", Inputs{User: []Taken{usdt("10")}, Age: 24 * time.Hour}, 1, CauseNewAccount},
		{"flagged", Inputs{User: []Taken{usdt("10")}, Age: old, IsFlagged: true}, 1, CauseFlagged},
		{"flagged and new", Inputs{User: []Taken{usdt("10")}, IsFlagged: true}, 1, CauseFlagged},
		{"no price", Inputs{User: []Taken{of("20", money.ETLD, "")}, Age: old}, 1, CauseNoPrice},
		{"no price of an earlier one", Inputs{User: []Taken{usdt("10"), of("20", money.ETLD, "")}, Age: old}, 1, CauseNoPrice},
		{"two persons", Inputs{User: []Taken{usdt("1000")}, Age: old}, 2, CauseTwoPersons},
		{"an atom below two persons", Inputs{User: []Taken{usdt("999.99999999")}, Age: old}, 1, CauseAboveUser},
		{"two persons by sum", Inputs{User: []Taken{usdt("500"), of("0.2", money.ETH, "500")}, Age: old}, 2, CauseTwoPersons},
		{"two persons without a price", Inputs{User: []Taken{of("2000", money.ETLD, "")}, Age: old}, 2, CauseTwoPersons},
		{"one without a price", Inputs{User: []Taken{of("1999.99999999", money.ETLD, "")}, Age: old}, 1, CauseNoPrice},
		{"two for 0.3 ETH without a price", Inputs{User: []Taken{of("0.3", money.ETH, "")}, Age: old}, 2, CauseTwoPersons},
		{"two by quantity though cheap", Inputs{User: []Taken{of("2000", money.ETLD, "20")}, Age: old}, 2, CauseTwoPersons},
		{"two by weights of two currencies", Inputs{User: []Taken{of("1000", money.ETLD, "1"), of("0.15", money.ETH, "1")}, Age: old}, 2, CauseTwoPersons},
		{"a currency without limits", Inputs{User: []Taken{of("1", "XXX", "1")}, Age: old}, 2, CauseTwoPersons},
		{"the day's cap exactly", Inputs{User: []Taken{usdt("100")}, Automatic: []Taken{usdt("5000")}, Age: old}, 0, CauseAutomatic},
		{"the day's cap and an atom", Inputs{User: []Taken{usdt("100")}, Automatic: []Taken{usdt("4900"), usdt("100.00000001")}, Age: old}, 1, CauseAboveDay},
		{"the day's cap by quantity", Inputs{User: []Taken{of("100", money.ETLD, "1")}, Automatic: []Taken{of("9000", money.ETLD, "90"), usdt("500.00000001")}, Age: old}, 1, CauseAboveDay},
	} {
		if reviewers, cause := defaults().Decide(test.s); reviewers != test.reviewers || cause != test.cause {
			t.Errorf("%s: %d, %s; want %d, %s", test.name, reviewers, cause, test.reviewers, test.cause)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	at := Terms{Fee: amount("1"), Min: amount("10"), MaxRequest: amount("10000"), DayMax: amount("20000")}
	for quantity, want := range map[string]string{"250": "249", "1": "0", "0.5": "0", "10000": "9999"} {
		if got := at.Arrival(amount(quantity)); got != amount(want) {
			t.Errorf("of %s arrive %s, want %s", quantity, got, want)
		}
	}
	for _, test := range []struct{ available, dayRest, want string }{{"5", "20000", "5"}, {"50000", "20000", "10000"}, {"50000", "300", "300"}, {"0", "0", "0"}} {
		if got := at.Maximum(amount(test.available), amount(test.dayRest)); got != amount(test.want) {
			t.Errorf("%+v: %s", test, got)
		}
	}
	if at.RestOf(amount("19999.5")) != amount("0.5") || at.RestOf(amount("30000")) != 0 {
		t.Error("the rest of a day")
	}
}

func TestWorthIsRoundedUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ quantity, price, want string }{
		{"400", "0.5", "200"}, {"0.00000001", "0.5", "0.00000001"}, {"1", "3510.5", "3510.5"}, {"0.00000003", "0.33333333", "0.00000001"}} {
		if got := WorthAt(amount(test.quantity), amount(test.price)); got != amount(test.want) {
			t.Errorf("%s at %s: %s, want %s", test.quantity, test.price, got, test.want)
		}
	}
	if got := WorthAt(money.Max, money.Max); got != money.Max {
		t.Errorf("the largest: %s", got)
	}
}

func TestWhatIsLeftOfAutomaticApprovals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ofDay []Taken
		want  string
	}{
		"nothing was approved":                {nil, "5000"},
		"some":                                {[]Taken{usdt("150"), of("100", money.ETLD, "50")}, "4800"},
		"quantities leave less than worth":    {[]Taken{of("9000", money.ETLD, "90")}, "500"},
		"weights of two currencies":           {[]Taken{of("5000", money.ETLD, "50"), of("0.75", money.ETH, "50")}, "0"},
		"worth leaves less than quantities":   {[]Taken{of("100", money.ETLD, "4999.5")}, "0.5"},
		"the rest is rounded down":            {[]Taken{of("0.00000001", money.ETH, "0")}, "4999.99996666"},
		"all":                                 {[]Taken{usdt("5000")}, "0"},
		"more than all, by a limit set since": {[]Taken{usdt("6000")}, "0"},
		"a currency without a limit":          {[]Taken{of("1", "XXX", "1")}, "0"},
	} {
		if got := defaults().AutomaticRest(test.ofDay); got != amount(test.want) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Not parallel: it spoils an offer for a moment.
func TestParametersFitTogether(t *testing.T) {
	if _, err := param.NewSet(Parameters(), TermsFitTogether); err != nil {
		t.Error(err)
	}
	spoiled := offers[0]
	defer func() { offers[0] = spoiled }()
	for name, change := range map[string]func(o *Offer){
		"fee of the minimum": func(o *Offer) { o.fee.Default = o.min.Default },
		"minimum above most": func(o *Offer) { o.min.Default = o.maxRequest.Default + 1 },
		"more than a day":    func(o *Offer) { o.maxRequest.Default = o.dayMax.Default + 1 },
	} {
		offers[0] = spoiled
		change(&offers[0])
		for _, p := range []*param.Amount{&offers[0].fee, &offers[0].min, &offers[0].maxRequest} {
			p.Min, p.Max = 1, int64(money.Max)
		}
		if _, err := param.NewSet(Parameters(), TermsFitTogether); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func amount(text string) money.Amount { return money.MustParse(text) }
