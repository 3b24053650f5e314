package app

import (
	"slices"
	"testing"

	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/param"
)

// TestEveryParameterHasAName holds that operators read people's words for each parameter in
// each language.
func TestEveryParameterHasAName(t *testing.T) {
	t.Parallel()
	set, err := parameters()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range set.Definitions() {
		for _, language := range wording.Languages() {
			if sentence.Param(language, d.Name) == d.Name {
				t.Errorf("%s has no words in %s", d.Name, language)
			}
		}
	}
}

// TestEveryParameterHasItsUnit holds that shares are said as percentages and amounts with
// their currency; what integers count is in their names, but points.
func TestEveryParameterHasItsUnit(t *testing.T) {
	t.Parallel()
	set, err := parameters()
	if err != nil {
		t.Fatal(err)
	}
	units := map[param.Kind][]string{param.KindRatio: {"%"}, param.KindAmount: {string(money.USDT), string(money.ETLD), string(money.ETH)}, param.KindInteger: {"", string(money.GP)}}
	for _, d := range set.Definitions() {
		if unit := sentence.Unit(d.Name); !slices.Contains(units[d.Kind], unit) {
			t.Errorf("%s, which is of the kind %s, is in %q", d.Name, d.Kind, unit)
		}
	}
	for name, want := range map[string]string{"machine.fee_new": "5%", "node.price_king": "10,000\u00a0USDT", "withdrawal.erc20.eth.fee": "0.003\u00a0ETH", "price.stale_seconds": "60"} {
		if d, _ := set.Find(name); sentence.Value(sentence.English, name, d.Text(d.Default)) != want {
			t.Errorf("%s is %s, want %s", name, sentence.Value(sentence.English, name, d.Text(d.Default)), want)
		}
	}
}
