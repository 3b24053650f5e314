package wallet

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// count is how many exchanges are made on each engine.
var count = long.Or[int64](2_000, 10_000)

const (
	crowdSize   = 8
	swapPath    = "/api/userAccount/qExchange"
	sellPath    = "/api/trade/sell"
	attemptsPer = 4
)

// TestExchangesOverHTTPBalanceToTheAtom has a crowd swap and sell at once in the
// real program, with quotes and without. By the answers alone, computed again in
// big integers, everybody holds what they must, and so do the inventory and the
// fees.
func TestExchangesOverHTTPBalanceToTheAtom(t *testing.T) {
	t.Run("engines", func(t *testing.T) {
		dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) { testExchanges(t, dbtest.Address(t, engine)) })
	})
}

func testExchanges(t *testing.T, database string) {
	process := player.NewDemo(t, program, database)
	c := &crowd{t: t, process: process, house: make(map[string]money.Amount)}
	c.join()
	began := c.houseHolds()
	seed := uint64(time.Now().UnixNano())
	at := time.Now()
	made := c.trade(seed)
	t.Logf("seed %d: %d exchanges and %d refusals in %s", seed, made, c.refused.Load(), time.Since(at).Round(time.Millisecond))
	if made < count {
		t.Fatalf("seed %d: only %d exchanges were made", seed, made)
	}
	for _, m := range c.members {
		for asset, want := range m.holds {
			if h, err := m.Holding(t.Context(), asset); err != nil || h.Available != want || h.Total != want {
				t.Errorf("seed %d: a member holds %+v, by the answers %s (%v)", seed, h, want, err)
			}
		}
	}
	ended := c.houseHolds()
	for id, moved := range c.house {
		if got := ended[id] - began[id]; got != moved {
			t.Errorf("seed %d: %s grew by %s, by the answers by %s", seed, id, got, moved)
		}
	}
	process.Check(t)
}

// crowd is everybody who trades, and what the house gained or lost by it.
type crowd struct {
	t             *testing.T
	process       *player.Demo
	members       []*member
	made, refused atomic.Int64

	mu    sync.Mutex
	house map[string]money.Amount
}

// member is one of the crowd, with what they hold by the answers.
type member struct {
	*player.Player
	crowd  *crowd
	chance *rand.Rand
	holds  map[money.Asset]money.Amount
	calls  int
}

var brought = player.Sums{money.USDT: money.Units(20_000), money.ETLD: money.Units(5_000), money.ETH: money.Units(2)}

func (c *crowd) join() {
	c.t.Helper()
	joining, ctx := errgroup.WithContext(c.t.Context())
	for range crowdSize {
		p, err := player.New(c.process.URL)
		if err != nil {
			c.t.Fatal(err)
		}
		m := &member{Player: p, crowd: c, holds: make(map[money.Asset]money.Amount)}
		c.members = append(c.members, m)
		joining.Go(func() error { return m.join(ctx) })
	}
	if err := joining.Wait(); err != nil {
		c.t.Fatal(err)
	}
}

func (m *member) join(ctx context.Context) error {
	if err := m.SignIn(ctx); err != nil {
		return err
	}
	maps.Copy(m.holds, brought)
	return m.Fund(ctx, m.crowd.process.RPCURL, brought)
}

// houseHolds reads the operator's accounts behind the program's back.
func (c *crowd) houseHolds() map[string]money.Amount {
	c.t.Helper()
	db, err := player.OpenDatabase(c.process.Database)
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	rows, err := player.Rows(db, `SELECT id, balance FROM ledger_account WHERE id LIKE 'O.%'`)
	if err != nil {
		c.t.Fatal(err)
	}
	holds := make(map[string]money.Amount)
	for _, row := range rows {
		atoms, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			c.t.Fatal(err)
		}
		holds[row[0]] = money.Amount(atoms)
	}
	return holds
}

// trade lets everybody trade at once until enough was exchanged.
func (c *crowd) trade(seed uint64) int64 {
	trading, ctx := errgroup.WithContext(c.t.Context())
	for i, m := range c.members {
		m.chance = rand.New(rand.NewPCG(seed, uint64(i)))
		trading.Go(func() error {
			for c.made.Load() < count && c.refused.Load() < attemptsPer*count {
				if err := m.once(ctx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := trading.Wait(); err != nil {
		c.t.Errorf("seed %d: %v", seed, err)
	}
	return c.made.Load()
}

// once makes one random exchange.
func (m *member) once(ctx context.Context) error {
	worth := money.Unit + money.Amount(m.chance.Int64N(3*int64(money.Unit)))
	if m.chance.IntN(4) == 0 {
		return m.sell(ctx, worth*4)
	}
	pair := [...][2]money.Asset{{money.USDT, money.ETH}, {money.ETH, money.USDT}, {money.USDT, money.ETLD}, {money.ETH, money.ETLD}, {money.ETLD, money.USDT}}[m.chance.IntN(5)]
	switch pair[0] {
	case money.ETH:
		worth /= 3_000
	case money.ETLD:
		worth *= 4
	case money.USDT, money.GP:
	}
	params := url.Values{"pay": {string(pair[0])}, "receive": {string(pair[1])}, "payAmount": {worth.String()}}
	if m.chance.IntN(2) == 0 {
		params.Set("minReceive", "0")
		return m.swap(ctx, params)
	}
	var quote struct{ QuoteID string }
	if taken, err := m.command(ctx, "/api/userAccount/exchangeQuote", params, &quote); err != nil || !taken {
		return err
	}
	return m.swap(ctx, url.Values{"quoteId": {quote.QuoteID}})
}

func (m *member) swap(ctx context.Context, params url.Values) error {
	var x struct {
		Pay, Receive, FeeCurrency           money.Asset
		PayAmount, Fee, Rate, ReceiveAmount money.Amount
		SaleNo                              *string
	}
	if taken, err := m.command(ctx, swapPath, params, &x); err != nil || !taken {
		return err
	}
	m.crowd.made.Add(1)
	if x.SaleNo != nil {
		return m.sold(x.PayAmount, x.ReceiveAmount+x.Fee, x.Fee, x.ReceiveAmount)
	}
	if want := afterFee(x.Pay, x.PayAmount-x.Fee, x.Rate); x.ReceiveAmount != want || x.Fee != ceilShare(x.PayAmount, 2, 1_000) || x.FeeCurrency != x.Pay {
		return fmt.Errorf("%s %s less %s at %s brought %s %s, want %s", x.PayAmount, x.Pay, x.Fee, x.Rate, x.ReceiveAmount, x.Receive, want)
	}
	m.holds[x.Pay] -= x.PayAmount
	m.holds[x.Receive] += x.ReceiveAmount
	m.crowd.add(map[string]money.Amount{"O.REV.swap/" + string(x.Pay): x.Fee, "O.INV/" + string(x.Pay): x.PayAmount - x.Fee, "O.INV/" + string(x.Receive): -x.ReceiveAmount})
	return nil
}

func (m *member) sell(ctx context.Context, quantity money.Amount) error {
	var quote struct{ QuoteID string }
	if taken, err := m.command(ctx, "/api/trade/quote", url.Values{"quantity": {quantity.String()}}, &quote); err != nil || !taken {
		return err
	}
	var sale struct {
		Filled, Gross, Fee, Net money.Amount
		Fills                   []struct{ Price, Quantity, Amount money.Amount }
	}
	if taken, err := m.command(ctx, sellPath, url.Values{"quoteId": {quote.QuoteID}, "minReceive": {"0"}}, &sale); err != nil || !taken {
		return err
	}
	m.crowd.made.Add(1)
	var filled, gross money.Amount
	for _, fill := range sale.Fills {
		filled += fill.Quantity
		gross += fill.Amount
	}
	if filled != sale.Filled || gross != sale.Gross {
		return fmt.Errorf("the fills of a sale add up to %s for %s, it says %s for %s", filled, gross, sale.Filled, sale.Gross)
	}
	return m.sold(sale.Filled, sale.Gross, sale.Fee, sale.Net)
}

// sold keeps a sale of ETLD to the bids.
func (m *member) sold(filled, gross, fee, net money.Amount) error {
	if fee != ceilShare(gross, 5, 1_000) || net != gross-fee {
		return fmt.Errorf("a sale for %s has a fee of %s and brings %s", gross, fee, net)
	}
	m.holds[money.ETLD] -= filled
	m.holds[money.USDT] += net
	m.crowd.add(map[string]money.Amount{"O.REV.sell/USDT": fee, "O.INV/ETLD": filled})
	return nil
}

func (c *crowd) add(moved map[string]money.Amount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, amount := range moved {
		c.house[id] += amount
	}
}

// command makes a call that may be refused for the market's reasons.
func (m *member) command(ctx context.Context, path string, params url.Values, into any) (taken bool, err error) {
	m.calls++
	params.Set("requestId", fmt.Sprintf("exchange-%s-%d", m.Address().Hex()[2:10], m.calls))
	a, err := m.Call(ctx, path, params)
	switch {
	case err != nil:
		return false, err
	case a.Code == http.StatusOK:
		return true, a.Read(into)
	case a.Code >= 1401 && a.Code <= 1405 || a.Code == 1201:
		m.crowd.refused.Add(1)
		return false, nil
	}
	return false, fmt.Errorf("%s %v: %d %s", path, params, a.Code, a.Message)
}

// afterFee is ⌊net·rate⌋ or, for what is bought with USDT, ⌊net/rate⌋.
func afterFee(pay money.Asset, net, rate money.Amount) money.Amount {
	by, over := big.NewInt(int64(rate)), big.NewInt(int64(money.Unit))
	if pay == money.USDT {
		by, over = over, by
	}
	product := new(big.Int).Mul(big.NewInt(int64(net)), by)
	return money.Amount(product.Div(product, over).Int64())
}

// ceilShare is a share of an amount, rounded up.
func ceilShare(amount money.Amount, share, of int64) money.Amount {
	product := new(big.Int).Mul(big.NewInt(int64(amount)), big.NewInt(share))
	product.Add(product, big.NewInt(of-1))
	return money.Amount(product.Div(product, big.NewInt(of)).Int64())
}
