package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
)

// shelf is where things of one kind are sold: the call that changes one, the call that
// lists them, and what a new one is made of.
type shelf struct {
	change, list, key string
	fresh             map[string]any
}

var shelves = map[string]shelf{
	"machines": {"machines/change", "machines/catalogue", "productId", map[string]any{"size": "small", "price": "100", "power": 10, "termDays": 30,
		"dailyRate": "0.0002", "etldCap": "5", "perUserLimit": 4, "addStock": 5, "onSale": true, "names": json.RawMessage(words), "details": json.RawMessage(words)}},
	"goods": {"goods/change", "goods/list", "goodsId", map[string]any{"category": "home", "price": "30", "currency": "USDT", "limit": 4, "addStock": 5,
		"onSale": true, "names": json.RawMessage(words), "details": json.RawMessage(words)}},
	"nodes":      {"nodes/change", "nodes/levels", "level", nil},
	"parameters": {"params/change", "params/list", "name", nil},
}

// together are the fields that are given with each other where there are both.
var together = map[string]string{"price": "currency", "currency": "price"}

// noticeRule is decision 33 as a table: of each kind of terms, what a day's notice goes
// before, and what counts at once.
var noticeRule = []struct {
	shelf, name string
	// thing is what exists already; without it a new one is made.
	thing, field, shown string
	from, to            any
	isAnnounced         bool
}{
	{shelf: "machines", name: "dearer", field: "price", from: "100", to: "110", isAnnounced: true},
	{shelf: "machines", name: "cheaper", field: "price", from: "100", to: "90"},
	{shelf: "machines", name: "weaker", field: "power", from: 10, to: 9, isAnnounced: true},
	{shelf: "machines", name: "stronger", field: "power", from: 10, to: 11},
	{shelf: "machines", name: "longer", field: "termDays", from: 30, to: 31, isAnnounced: true},
	{shelf: "machines", name: "shorter", field: "termDays", from: 30, to: 29, isAnnounced: true},
	{shelf: "machines", name: "lower interest", field: "dailyRate", from: "0.0002", to: "0.0001", isAnnounced: true},
	{shelf: "machines", name: "higher interest", field: "dailyRate", from: "0.0002", to: "0.0003"},
	{shelf: "machines", name: "a lower cap", field: "etldCap", from: "5", to: "4", isAnnounced: true},
	{shelf: "machines", name: "a higher cap", field: "etldCap", from: "5", to: "6"},
	{shelf: "machines", name: "fewer for each", field: "perUserLimit", from: 4, to: 3, isAnnounced: true},
	{shelf: "machines", name: "more for each", field: "perUserLimit", from: 4, to: 5},
	{shelf: "machines", name: "withdrawn", field: "onSale", from: true, to: false, isAnnounced: true},
	{shelf: "machines", name: "more of them", field: "addStock", shown: "stock", from: 10, to: 5},

	{shelf: "goods", name: "dearer", field: "price", from: "30", to: "33", isAnnounced: true},
	{shelf: "goods", name: "cheaper", field: "price", from: "30", to: "27"},
	{shelf: "goods", name: "another currency", field: "currency", from: "USDT", to: "ETLD", isAnnounced: true},
	{shelf: "goods", name: "withdrawn", field: "onSale", from: true, to: false, isAnnounced: true},
	{shelf: "goods", name: "fewer for each", field: "limit", from: 4, to: 3},
	{shelf: "goods", name: "more of them", field: "addStock", shown: "stock", from: 10, to: 5},

	{shelf: "nodes", name: "withdrawn", thing: "diamond", field: "onSale", from: true, to: false, isAnnounced: true},
	{shelf: "nodes", name: "a better gift", thing: "star", field: "gift", shown: "giftV", from: "V2", to: 4},
	{shelf: "nodes", name: "fewer of them", thing: "king", field: "supply", from: 100, to: 90},
	{shelf: "parameters", name: "dearer nodes", thing: "node.price_diamond", field: "value", from: "500", to: "550", isAnnounced: true},
	{shelf: "parameters", name: "cheaper nodes", thing: "node.price_star", field: "value", from: "2000", to: "1900"},

	{shelf: "parameters", name: "a higher fee", thing: "swap.fee", field: "value", from: "0.002", to: "0.003", isAnnounced: true},
	{shelf: "parameters", name: "a lower fee", thing: "trade.fee", field: "value", from: "0.005", to: "0.004"},
	{shelf: "parameters", name: "a lower maximum", thing: "swap.value_max", field: "value", from: "5000", to: "4000", isAnnounced: true},
	{shelf: "parameters", name: "a higher maximum", thing: "swap.value_day_max", field: "value", from: "20000", to: "30000"},
	{shelf: "parameters", name: "the operator's own guard", thing: "shop.addresses_day", field: "value", from: "300", to: "20"},
}

// What people may like less is announced for 24 hours, and everything else counts at
// once: one rule for machines, goods, nodes and parameters.
func TestWorseTermsWaitADayOfEveryKind(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.invited(t)
		maker, checker := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker)
		decided := func(path string, payload map[string]any) {
			t.Helper()
			made := maker.call(path, map[string]any{"payload": payload, "reason": "dearer halls"})
			if made.Code != http.StatusOK {
				t.Fatalf("%s %v: %+v", path, payload, made)
			}
			if r := checker.approve(made); r.Code != http.StatusOK {
				t.Fatalf("approve %s %v: %+v", path, payload, r)
			}
		}
		things := make([]string, len(noticeRule))
		for i, c := range noticeRule {
			s := shelves[c.shelf]
			things[i] = c.thing
			if c.thing == "" {
				things[i] = fmt.Sprintf("thing%02d", i)
				made := maps.Clone(s.fresh)
				made[s.key] = things[i]
				decided(s.change, made)
			}
			payload := map[string]any{s.key: things[i], c.field: c.to}
			if with := s.fresh[together[c.field]]; with != nil {
				payload[together[c.field]] = with
			}
			decided(s.change, payload)
		}
		check := func(when string, isDue bool) {
			t.Helper()
			reader := p.staff(t, operator.Support)
			for i, c := range noticeRule {
				s := shelves[c.shelf]
				row := dataOf[listOf[map[string]any]](t, reader.call(s.list, map[string]any{"ids": []string{things[i]}})).List[0]
				shown, want := c.field, fmt.Sprint(c.from)
				if c.shown != "" {
					shown = c.shown
				}
				if isDue || !c.isAnnounced {
					want = map[string]string{"stock": "10", "giftV": "V4"}[shown]
					if want == "" {
						want = fmt.Sprint(c.to)
					}
				}
				if got := fmt.Sprint(row[shown]); got != want {
					t.Errorf("%s, %s %s: %s is %s, want %s", when, c.shelf, c.name, shown, got, want)
				}
			}
		}
		check("once it is approved", false)
		p.settings.Clock.(*clock.System).Advance(24*time.Hour - time.Minute)
		check("a minute before the day is over", false)
		p.settings.Clock.(*clock.System).Advance(time.Minute)
		check("a day later", true)
	})
}
