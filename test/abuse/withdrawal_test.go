package abuse

import (
	"context"
	"net/url"
	"strconv"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/test/player"
)

// withdraw gives alice a withdrawal that waits for a reviewer.
func (f *fixture) withdraw(ctx context.Context) error {
	params, err := f.alice.Withdrawal(ctx, "alice-withdraws-0001", money.Units(300))
	if err != nil {
		return err
	}
	var out struct{ WithdrawNo, Status string }
	if err := f.alice.Must(ctx, withdrawPath, params, &out); err != nil {
		return err
	}
	f.withdrawal, f.statement = out.WithdrawNo, params
	return nil
}

const withdrawPath = "/api/userAccount/withdraw"

// TestWithdrawalsAreNobodyElses signs, replays and redirects withdrawals in
// every way that would pay somebody else, or twice.
func TestWithdrawalsAreNobodyElses(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		ctx := t.Context()
		own := func(requestID string, changes ...func(w *signer.Withdrawal)) url.Values {
			params, err := world.mallory.Withdrawal(ctx, requestID, money.Units(300), changes...)
			if err != nil {
				t.Fatal(err)
			}
			return params
		}
		with := func(params url.Values, more ...string) url.Values {
			changed := url.Values{}
			for name, values := range params {
				changed[name] = values
			}
			for i := 0; i+1 < len(more); i += 2 {
				changed.Set(more[i], more[i+1])
			}
			return changed
		}
		var cases []func()
		for i, test := range []struct {
			name   string
			as     *player.Player
			params url.Values
			code   int
		}{
			{"alice's statement in another's session", world.mallory, world.statement, 1101},
			{"alice's statement under another request id", world.alice, with(world.statement, "requestId", "alice-withdraws-0002"), 1103},
			{"alice's statement for another quantity", world.alice, with(world.statement, "requestId", "alice-withdraws-0003", "quantity", "301"), 1103},
			{"to alice's wallet", world.mallory, own("mallory-withdraws-01", func(w *signer.Withdrawal) { w.Address = world.alice.Address() }), 1101},
			{"signed for less", world.mallory, with(own("mallory-withdraws-02"), "quantity", "310"), 1101},
			{"signed without a fee", world.mallory, own("mallory-withdraws-03", func(w *signer.Withdrawal) { w.Fee = 1 }), 1102},
			{"signed for another network", world.mallory, with(own("mallory-withdraws-04", func(w *signer.Withdrawal) { w.Network = "ERC-20" }), "network", "BEP-20"), 1101},
			{"signed long ago", world.mallory, own("mallory-withdraws-05", func(w *signer.Withdrawal) { w.At = w.At.Add(-6 * time.Minute) }), 1102},
			{"signed tomorrow", world.mallory, own("mallory-withdraws-06", func(w *signer.Withdrawal) { w.At = w.At.Add(24 * time.Hour) }), 1102},
			{"without a signature", world.mallory, with(own("mallory-withdraws-07"), "signature", "0x00"), 1101},
			{"more than there is", world.mallory, own("mallory-withdraws-08", func(w *signer.Withdrawal) { w.Quantity = money.Units(9_999) }), 1201},
			{"all there is in the world", world.mallory, own("mallory-withdraws-09", func(w *signer.Withdrawal) { w.Quantity = money.Max - 1 }), 1302},
			{"below nothing", world.mallory, with(own("mallory-withdraws-10"), "quantity", "-300"), 1002},
			{"of points", world.mallory, with(own("mallory-withdraws-11"), "currency", "GP"), 1002},
			{"to a network of others", world.mallory, with(own("mallory-withdraws-12"), "network", "TRC-20"), 1304},
		} {
			cases = append(cases, func() {
				a, err := test.as.Call(ctx, withdrawPath, test.params)
				if err != nil || a.Code != test.code {
					t.Errorf("%d, %s: %d %s %s %v, want %d", i, test.name, a.Code, a.Message, a.Data, err, test.code)
				}
			})
		}
		world.unchangedByAll(t, cases, "api_reply")
	})
}

// TestOneBalanceIsWithdrawnOnce asks for all of it fifty times at once.
func TestOneBalanceIsWithdrawnOnce(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		ctx := t.Context()
		p, err := player.Join(ctx, world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Fund(ctx, world.process.RPCURL, funds); err != nil {
			t.Fatal(err)
		}
		const times = 50
		codes := make(chan int, times)
		for i := range times {
			params, err := p.Withdrawal(ctx, "all-of-it-at-once-"+strconv.Itoa(100+i), money.Units(deposit))
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				a, err := p.Call(ctx, withdrawPath, params)
				if err != nil {
					t.Error(err)
				}
				codes <- a.Code
			}()
		}
		counts := make(map[int]int)
		for range times {
			counts[<-codes]++
		}
		if counts[200] != 1 || counts[200]+counts[1201]+counts[1010] != times {
			t.Errorf("answers %v", counts)
		}
		if h, err := p.Holding(ctx, money.USDT); err != nil || h.Available != 0 {
			t.Errorf("the balance is %+v, %v", h, err)
		}
	})
}
