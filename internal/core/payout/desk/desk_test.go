package desk

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// nowhere is a chain and a signer that are never asked.
type nowhere struct{ payout.Chain }

func (nowhere) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	return signer.Signed{}, signer.ErrUnavailable
}

// newService has a wallet of payouts, for which one is queued, and one of anchors.
func newService(t *testing.T, db *sqldb.DB) *payout.Service {
	t.Helper()
	chance := entropy.System()
	s, err := payout.New(payout.Config{DB: db, Ledger: ledger.New(chance), Chance: chance, Log: slog.New(slog.DiscardHandler),
		Settlement: func() payout.Settlement { return nil }, Decides: func(uint64) time.Time { return time.Time{} }, Wallets: []payout.Wallet{
			{Network: "BEP-20", ChainID: 56, Address: common.Address{1}, Account: ledger.ChainBEP20, Native: "BNB", FeeCapMax: 1e9, Chain: nowhere{}, Signer: nowhere{},
				Coins: []payout.Coin{{Asset: money.USDT, Token: common.Address{2}, Decimals: 18}}},
			{Network: "anchor", Purpose: payout.PurposeAnchors, ChainID: 56, Address: common.Address{3}, Account: ledger.ChainAnchor, Native: "BNB", FeeCapMax: 1e9,
				Chain: nowhere{}, Signer: nowhere{}},
		}})
	if err != nil {
		t.Fatal(err)
	}
	update(t, db, func(tx *sqldb.Tx) error {
		return s.Orders.Enqueue(tx, payout.Order{WithdrawalID: "w1", Network: "BEP-20", Asset: money.USDT, Recipient: common.Address{9}, Amount: money.Units(49)})
	})
	return s
}

func update(t *testing.T, db *sqldb.DB, body func(tx *sqldb.Tx) error) {
	t.Helper()
	if err := db.Update(t.Context(), body); err != nil {
		t.Fatal(err)
	}
}

// The overview has what each wallet holds and what is asked of it.
func TestOverview(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		update(t, db, func(tx *sqldb.Tx) error {
			out, err := overview(tx, s)
			if err != nil {
				return err
			}
			if len(out.Wallets) != 2 || out.Stopped || out.Counts[string(payout.Queued)] != 1 {
				t.Fatalf("the overview is %+v", out)
			}
			if c := out.Wallets[0].Currencies; len(c) != 2 || c[0].Currency != "USDT" || c[0].Queued != money.Units(49) || c[0].Missing != money.Units(49) {
				t.Errorf("the currencies are %+v", c)
			}
			return nil
		})
	})
}

// A stop is proposed of what goes on, its end of what stands still; anchors cannot be
// stopped.
func TestDescribeBreaker(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		describe := func(isStop bool, network string) (d operator.Description, failure error) {
			update(t, db, func(tx *sqldb.Tx) error {
				d, failure = describeBreaker(s, isStop)(tx, hotWallet{network})
				return nil
			})
			return d, failure
		}
		for _, network := range []string{"TRC-20", "anchor"} {
			if _, err := describe(true, network); !errors.Is(err, payout.ErrUnknown) {
				t.Errorf("a stop of %s: %v", network, err)
			}
		}
		if d, err := describe(true, "BEP-20"); err != nil || d.Diff[0].After != string(payout.BreakerOperator) {
			t.Errorf("a stop: %+v, %v", d, err)
		}
		if _, err := describe(false, "BEP-20"); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("the end of no stop: %v", err)
		}
		update(t, db, func(tx *sqldb.Tx) error { return s.Stop(tx, "BEP-20", payout.BreakerForgot, "why") })
		if _, err := describe(true, "BEP-20"); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("a second stop: %v", err)
		}
		d, err := describe(false, "BEP-20")
		if err != nil || d.Approvals != 1 || !strings.HasPrefix(d.Basis, string(payout.BreakerForgot)+"|") || d.Diff[1].Before != "why" {
			t.Errorf("its end: %+v, %v", d, err)
		}
	})
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		update(t, db, func(tx *sqldb.Tx) error { return s.Stop(tx, "BEP-20", payout.BreakerForgot, "why") })
		registry := prometheus.NewRegistry()
		registry.MustRegister(Metrics(s))
		answer := httptest.NewRecorder()
		promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
		for _, line := range []string{`etld_payouts{state="queued"} 1`, `etld_payouts{state="unknown"} 0`, `etld_hot_wallet_missing{asset="USDT",network="BEP-20"} 49`,
			`etld_hot_wallet_stopped{network="BEP-20"} 1`, `etld_hot_wallet_stopped{network="anchor"} 0`, `etld_anchors_missed 0`} {
			if !strings.Contains(answer.Body.String(), line+"\n") {
				t.Errorf("%s is missing in\n%s", line, answer.Body)
			}
		}
	})
}
