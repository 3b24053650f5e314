package app

import (
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/worldtest"
	"etld/internal/features/trade"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// overdueWorld is a program whose jobs the test lets work, and who owns machines in it.
type overdueWorld struct {
	*forest
	server string
}

func newOverdueWorld(t *testing.T, engine sqldb.Engine) *overdueWorld {
	t.Helper()
	c := dbtest.NewClock()
	p := programAt(t, engine, c, entropy.Seeded(1), hotWallet())
	w := &overdueWorld{forest: &forest{World: worldtest.New(t, p.db, c), p: p}}
	w.Joined = p.team.Members.Joined
	server := httptest.NewServer(p.api)
	t.Cleanup(server.Close)
	w.server = server.URL
	w.Update(func(tx *sqldb.Tx) error {
		if err := p.seed(tx); err != nil {
			return err
		}
		if err := (seeds{p}).seedDemoShop(tx); err != nil {
			return err
		}
		return second(tx.Exec(`UPDATE machine_product SET term_days = 3 WHERE size = 'medium'`))
	})
	w.Fund(ledger.InterestFree, "100000 USDT")
	w.Fund(ledger.Emission, "1000000 ETLD")
	w.Capital("100000 ETLD")
	w.Fund(ledger.Inventory, "100000 ETLD")
	w.Capital("10000 USDT")
	w.Update(func(tx *sqldb.Tx) error {
		return second(p.trade.PlaceBid(tx, trade.BidRequest{Price: money.MustParse("0.5"), Quantity: money.Units(10_000), Actor: "operator"}))
	})
	return w
}

// owner is a player who has put all his money into a machine.
func (w *overdueWorld) owner() *player.Player {
	w.T.Helper()
	one, err := player.Join(w.T.Context(), w.server)
	w.Must(err)
	var info struct{ ID string }
	w.Must(one.Must(w.T.Context(), "/api/user/getUserInfo", nil, &info))
	w.Deposit(info.ID, "1050 USDT")
	var all struct {
		List []struct{ ID, Size, TermsVersion string }
	}
	w.Must(one.Must(w.T.Context(), "/api/miner/all", url.Values{"machineSize": {"medium"}}, &all))
	w.ask(one, "/api/miner/purchaseMiner", url.Values{"productId": {all.List[0].ID}, "quantity": {"1"}, "payType": {"balance"},
		"termsVersion": {all.List[0].TermsVersion}, "startNow": {"true"}}, nil)
	return one
}

// ask makes a call that must succeed.
func (w *overdueWorld) ask(one *player.Player, path string, parameters url.Values, data any) {
	w.T.Helper()
	if !parameters.Has("requestId") {
		parameters.Set("requestId", "request-0000000001-"+path[len(path)-4:])
	}
	if data == nil {
		data = new(any)
	}
	if err := one.Must(w.T.Context(), path, parameters, data); err != nil {
		w.T.Error(err)
	}
}

// spends are the ways to spend USDT.
func (w *overdueWorld) spends() map[string]func(one *player.Player) {
	return map[string]func(one *player.Player){
		"a node": func(one *player.Player) {
			var all struct {
				List []struct{ ID, TermsVersion string }
			}
			w.Must(one.Must(w.T.Context(), "/api/node/all", nil, &all))
			w.ask(one, "/api/node/purchase", url.Values{"nodeId": {all.List[0].ID}, "quantity": {"1"}, "payType": {"balance"},
				"termsVersion": {all.List[0].TermsVersion}}, nil)
		},
		"goods": func(one *player.Player) {
			var address struct{ ID string }
			w.ask(one, "/api/address/add", url.Values{"name": {"Ann"}, "phone": {"+886 912345678"}, "detail": {"1 Long Street, Taipei"}}, &address)
			var all struct{ List []struct{ ID string } }
			w.Must(one.Must(w.T.Context(), "/api/shop/goods", nil, &all))
			w.ask(one, "/api/shop/createOrder", url.Values{"goodsId": {all.List[0].ID}, "quantity": {"1"}, "addressId": {address.ID}, "payType": {"balance"}}, nil)
		},
		"points": func(one *player.Player) {
			w.ask(one, "/api/userAccount/convertPoints", url.Values{"direction": {"in"}, "points": {"100"}}, nil)
		},
		"a quoted swap": func(one *player.Player) {
			var quoted struct{ QuoteID string }
			w.ask(one, "/api/userAccount/exchangeQuote", url.Values{"pay": {"USDT"}, "receive": {"ETLD"}, "payAmount": {"10"}}, &quoted)
			w.ask(one, "/api/userAccount/qExchange", url.Values{"quoteId": {quoted.QuoteID}}, nil)
		},
		"a swap": func(one *player.Player) {
			w.ask(one, "/api/userAccount/qExchange", url.Values{"pay": {"USDT"}, "receive": {"ETLD"}, "payAmount": {"10"}, "minReceive": {"1"}}, nil)
		},
		"a withdrawal": func(one *player.Player) {
			parameters, err := one.Withdrawal(w.T.Context(), "request-0000000001", money.Units(50))
			w.Must(err)
			w.ask(one, "/api/userAccount/withdraw", parameters, nil)
		},
	}
}

// A machine matures, or a day is closed, and the jobs have not come to it: whoever
// spends what it brings is not told that the balance is too small.
func TestWhatFellDueCanBeSpent(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newOverdueWorld(t, engine)
		spends := w.spends()
		owners := make(map[string]*player.Player)
		for name := range spends {
			owners[name] = w.owner()
		}
		seller := w.owner()
		w.work()
		first := clock.DayOf(w.Clock.Now())
		w.Clock.Set(first.End().Add(2 * time.Minute))
		// The first day is closed, and nobody is paid for it.
		for _, job := range w.p.machine.Jobs() {
			if job.Name == "machine_output" {
				w.Must(second(job.Work(t.Context())))
			}
		}
		w.p.prices.Poll(t.Context())
		var quoted struct{ QuoteID string }
		w.ask(seller, "/api/trade/quote", url.Values{"quantity": {"1"}}, &quoted)
		w.ask(seller, "/api/trade/sell", url.Values{"quoteId": {quoted.QuoteID}}, nil)
		for range 2 {
			w.work()
			w.Clock.Advance(24 * time.Hour)
		}
		w.work()
		w.Clock.Set((first + 3).Start().Add(dbtest.Start.Sub(first.Start()) + time.Minute))
		w.p.prices.Poll(t.Context())
		for name, spend := range spends {
			if held, err := owners[name].Holding(t.Context(), money.USDT); err != nil || held.Available >= money.Unit {
				t.Errorf("before %s: %+v, %v", name, held, err)
			}
			spend(owners[name])
		}
		w.work()
		found, err := w.p.Violations(t.Context())
		if err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

// A fee that may still come back to a machine's owner is no revenue that operators can take.
func TestAFeeThatMayComeBackStays(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newOverdueWorld(t, engine)
		w.owner()
		w.work()
		if held := w.Balance(ledger.House(ledger.RevenueService, money.USDT)); held <= 0 {
			t.Fatalf("the fee is %s", held)
		}
		maker := w.p.staff(t, operator.FinanceMaker)
		take := map[string]any{"payload": map[string]any{"move": "revenue_from_service", "currency": "USDT", "amount": "0.00000001", "evidence": "decision 7"}, "reason": "fees of the day"}
		if r := maker.call("capital/move", take); r.Code != operator.ErrShort.Code {
			t.Errorf("an atom of it: %+v", r)
		}
	})
}
