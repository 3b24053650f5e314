package withdrawal

import (
	"testing"
	"time"

	"etld/internal/base/money"
)

func defaults() limits {
	return limits{worthAutomatic: amount("200"), worthTwoFrom: amount("1000"), worthAutomaticDay: amount("5000"), accountAge: 24 * time.Hour,
		caps: map[money.Asset]capsNow{money.USDT: {amount("1000"), amount("200"), amount("5000")}, money.ETLD: {amount("2000"), amount("400"), amount("10000")},
			money.ETH: {amount("0.3"), amount("0.06"), amount("1.5")}}}
}

// of is a withdrawal; a worth of "" is one without a price.
func of(quantity string, asset money.Asset, worth string) taken {
	one := taken{asset: asset, quantity: amount(quantity)}
	if worth != "" {
		one.worth, one.isPriced = amount(worth), true
	}
	return one
}

func usdt(quantity string) taken { return of(quantity, money.USDT, quantity) }

func TestWhoMustApprove(t *testing.T) {
	t.Parallel()
	const old = 24*time.Hour + 1
	for _, test := range []struct {
		name      string
		s         riskInputs
		reviewers int
		cause     string
	}{
		{"small", riskInputs{user: []taken{usdt("200")}, age: old}, 0, causeAutomatic},
		{"an atom above", riskInputs{user: []taken{usdt("200.00000001")}, age: old}, 1, causeAboveUser},
		{"sum of a day", riskInputs{user: []taken{usdt("150"), usdt("50.00000001")}, age: old}, 1, causeAboveUser},
		{"several currencies, together just within", riskInputs{user: []taken{usdt("100"), of("200", money.ETLD, "100")}, age: old}, 0, causeAutomatic},
		{"cheap coin, but many of them", riskInputs{user: []taken{of("400.00000001", money.ETLD, "4")}, age: old}, 1, causeAboveUser},
		{"dear coin, but few of them", riskInputs{user: []taken{of("100", money.ETLD, "200.1")}, age: old}, 1, causeAboveUser},
		{"weights of quantities add up", riskInputs{user: []taken{usdt("120"), of("0.03", money.ETH, "10")}, age: old}, 1, causeAboveUser},
		{"a day old to the second", riskInputs{user: []taken{usdt("10")}, age: 24 * time.Hour}, 1, causeNewAccount},
		{"flagged", riskInputs{user: []taken{usdt("10")}, age: old, isFlagged: true}, 1, causeFlagged},
		{"flagged and new", riskInputs{user: []taken{usdt("10")}, isFlagged: true}, 1, causeFlagged},
		{"no price", riskInputs{user: []taken{of("20", money.ETLD, "")}, age: old}, 1, causeNoPrice},
		{"no price of an earlier one", riskInputs{user: []taken{usdt("10"), of("20", money.ETLD, "")}, age: old}, 1, causeNoPrice},
		{"two persons", riskInputs{user: []taken{usdt("1000")}, age: old}, 2, causeTwoPersons},
		{"an atom below two persons", riskInputs{user: []taken{usdt("999.99999999")}, age: old}, 1, causeAboveUser},
		{"two persons by sum", riskInputs{user: []taken{usdt("500"), of("0.2", money.ETH, "500")}, age: old}, 2, causeTwoPersons},
		{"two persons without a price", riskInputs{user: []taken{of("2000", money.ETLD, "")}, age: old}, 2, causeTwoPersons},
		{"one without a price", riskInputs{user: []taken{of("1999.99999999", money.ETLD, "")}, age: old}, 1, causeNoPrice},
		{"two for 0.3 ETH without a price", riskInputs{user: []taken{of("0.3", money.ETH, "")}, age: old}, 2, causeTwoPersons},
		{"two by quantity though cheap", riskInputs{user: []taken{of("2000", money.ETLD, "20")}, age: old}, 2, causeTwoPersons},
		{"two by weights of two currencies", riskInputs{user: []taken{of("1000", money.ETLD, "1"), of("0.15", money.ETH, "1")}, age: old}, 2, causeTwoPersons},
		{"a currency without limits", riskInputs{user: []taken{of("1", "XXX", "1")}, age: old}, 2, causeTwoPersons},
		{"the day's cap exactly", riskInputs{user: []taken{usdt("100")}, automatic: []taken{usdt("5000")}, age: old}, 0, causeAutomatic},
		{"the day's cap and an atom", riskInputs{user: []taken{usdt("100")}, automatic: []taken{usdt("4900"), usdt("100.00000001")}, age: old}, 1, causeAboveDay},
		{"the day's cap by quantity", riskInputs{user: []taken{of("100", money.ETLD, "1")}, automatic: []taken{of("9000", money.ETLD, "90"), usdt("500.00000001")}, age: old}, 1, causeAboveDay},
	} {
		if reviewers, cause := defaults().decide(test.s); reviewers != test.reviewers || cause != test.cause {
			t.Errorf("%s: %d, %s; want %d, %s", test.name, reviewers, cause, test.reviewers, test.cause)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	at := terms{fee: amount("1"), min: amount("10"), maxRequest: amount("10000"), dayMax: amount("20000")}
	for quantity, want := range map[string]string{"250": "249", "1": "0", "0.5": "0", "10000": "9999"} {
		if got := at.arrival(amount(quantity)); got != amount(want) {
			t.Errorf("of %s arrive %s, want %s", quantity, got, want)
		}
	}
	for _, test := range []struct{ available, dayRest, want string }{{"5", "20000", "5"}, {"50000", "20000", "10000"}, {"50000", "300", "300"}, {"0", "0", "0"}} {
		if got := at.maximum(amount(test.available), amount(test.dayRest)); got != amount(test.want) {
			t.Errorf("%+v: %s", test, got)
		}
	}
	if at.dayRest(amount("19999.5")) != amount("0.5") || at.dayRest(amount("30000")) != 0 {
		t.Error("the rest of a day")
	}
}

func TestWorthIsRoundedUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ quantity, price, want string }{
		{"400", "0.5", "200"}, {"0.00000001", "0.5", "0.00000001"}, {"1", "3510.5", "3510.5"}, {"0.00000003", "0.33333333", "0.00000001"}} {
		if got := worthAt(amount(test.quantity), amount(test.price)); got != amount(test.want) {
			t.Errorf("%s at %s: %s, want %s", test.quantity, test.price, got, test.want)
		}
	}
	if got := worthAt(money.Max, money.Max); got != money.Max {
		t.Errorf("the largest: %s", got)
	}
}

func TestOnlyTheseChangesOfStatus(t *testing.T) {
	t.Parallel()
	allowed := map[Status]map[Status]bool{Pending: {Approved: true, Rejected: true, Cancelled: true}, Approved: {Confirmed: true, Rejected: true}}
	for _, from := range Statuses() {
		for _, to := range Statuses() {
			if got := from.mayBecome(to); got != allowed[from][to] {
				t.Errorf("%s → %s: %v", from, to, got)
			}
			if _, err := changeStatus(Withdrawal{Status: from}, to); (err == nil) != allowed[from][to] {
				t.Errorf("%s becomes %s: %v", from, to, err)
			}
		}
		if from.isOpen() != (len(from.transitions()) > 0) {
			t.Errorf("%s holds money: %v", from, from.isOpen())
		}
	}
}

func TestWhatIsLeftOfAutomaticApprovals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ofDay []taken
		want  string
	}{
		"nothing was approved":                {nil, "5000"},
		"some":                                {[]taken{usdt("150"), of("100", money.ETLD, "50")}, "4800"},
		"quantities leave less than worth":    {[]taken{of("9000", money.ETLD, "90")}, "500"},
		"weights of two currencies":           {[]taken{of("5000", money.ETLD, "50"), of("0.75", money.ETH, "50")}, "0"},
		"worth leaves less than quantities":   {[]taken{of("100", money.ETLD, "4999.5")}, "0.5"},
		"the rest is rounded down":            {[]taken{of("0.00000001", money.ETH, "0")}, "4999.99996666"},
		"all":                                 {[]taken{usdt("5000")}, "0"},
		"more than all, by a limit set since": {[]taken{usdt("6000")}, "0"},
		"a currency without a limit":          {[]taken{of("1", "XXX", "1")}, "0"},
	} {
		if got := defaults().automaticRest(test.ofDay); got != amount(test.want) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
