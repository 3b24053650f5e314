// Package desk is what operators see of payouts: their calls and the metrics.
package desk

import (
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payout"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// hotWallet names a network whose payouts are stopped or begin again.
type hotWallet struct {
	Network string `json:"network"`
}

// WalletRow is a hot wallet for operators.
type WalletRow struct {
	payout.WalletState
	Currencies []CoverRow `json:"currencies" nullable:"false"`
}

// CoverRow is what a hot wallet holds of a currency and what is asked of it.
type CoverRow struct {
	Currency string `json:"currency" doc:"That of the network's gas too"`
	payout.Cover
	Missing money.Amount `json:"missing"`
}

// OperatorOverview is everything about payouts at a glance.
type OperatorOverview struct {
	// Stopped says that an emergency stop holds all payouts.
	Stopped bool             `json:"stopped"`
	Reason  string           `json:"reason"`
	Wallets []WalletRow      `json:"wallets" nullable:"false"`
	Counts  map[string]int64 `json:"counts"`
}

// AttentionRow is a payout that a person has to look at.
type AttentionRow struct {
	WithdrawNo string       `json:"withdrawNo"`
	Network    string       `json:"network"`
	Currency   money.Asset  `json:"currency"`
	Amount     money.Amount `json:"amount"`
	State      payout.State `json:"state"`
	Reason     string       `json:"reason"`
	// Proof says why its last issue cannot happen any more; without one it is
	// neither given up nor issued again.
	Proof     payout.Proof  `json:"proof" optional:"true"`
	Issue     int           `json:"issue"`
	TxHash    string        `json:"txHash"`
	Explorer  string        `json:"explorer"`
	CreatedAt time.Time     `json:"createdAt"`
	UpdatedAt time.Time     `json:"updatedAt"`
	Timeline  []payout.Step `json:"timeline" nullable:"false"`
}

// RegisterOperator gives operators the hot wallets: what they hold, what waits,
// and the brake of each. One person stops a network, two let it go on.
// explorerOf is the block explorer of a network, or empty.
func RegisterOperator(o *operator.Service, s *payout.Service, explorerOf func(network string) string) {
	hands := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(o, operator.Kind[hotWallet]{Name: "payout_stop", Path: "payouts/stop", Makers: hands, Checkers: hands,
		Describe: describeBreaker(s, true),
		Execute: func(tx *sqldb.Tx, w hotWallet, by operator.Decision) error {
			return s.Stop(tx, w.Network, payout.BreakerOperator, by.Reason)
		}})
	operator.Handle(o, operator.Kind[hotWallet]{Name: "payout_resume", Path: "payouts/resume", Makers: hands, Checkers: hands,
		Describe: describeBreaker(s, false),
		Execute:  func(tx *sqldb.Tx, w hotWallet, _ operator.Decision) error { return s.Resume(tx, w.Network) }})
	operator.View(o, operator.Route{Path: "payouts/overview", Roles: hands},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (OperatorOverview, error) {
			return overview(tx, s)
		})
	operator.Rows(o, operator.Route{Path: "payouts/attention", Roles: hands}, payout.AttentionList, func(tx *sqldb.Tx, _ operator.Caller, p payout.Payout) (AttentionRow, error) {
		row := AttentionRow{WithdrawNo: p.WithdrawalID, Network: p.Network, Currency: p.Asset, Amount: p.Amount, State: p.State, Reason: p.Reason,
			Proof: p.Proof, Issue: p.Issue, TxHash: p.TxHash, Explorer: explorerOf(p.Network), CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt}
		var err error
		row.Timeline, err = s.Orders.History(tx, p.WithdrawalID)
		return row, err
	})
}

func describeBreaker(s *payout.Service, isStop bool) func(*sqldb.Tx, hotWallet) (operator.Description, error) {
	return func(tx *sqldb.Tx, w hotWallet) (operator.Description, error) {
		list, err := s.Overviews(tx)
		if err != nil {
			return operator.Description{}, err
		}
		i := slices.IndexFunc(list, func(o payout.Overview) bool { return o.Network == w.Network })
		// Anchors cannot be switched off; what stopped by itself goes on by two people.
		if i < 0 || isStop && list[i].Purpose == payout.PurposeAnchors {
			return operator.Description{}, payout.ErrUnknown
		}
		now := list[i]
		if (now.Breaker != "") == isStop {
			return operator.Description{}, operator.ErrNothing
		}
		d := operator.Description{Subject: w.Network, Diff: []operator.Change{{Field: w.Network + " stopped by", Before: string(now.Breaker)}}}
		if isStop {
			d.Diff[0].After = string(payout.BreakerOperator)
			return d, nil
		}
		// What is approved is the end of this one stop, not of a later one.
		d.Approvals, d.Basis = 1, string(now.Breaker)+"|"+now.BrokenAt.UTC().Format(time.RFC3339Nano)
		d.Diff = append(d.Diff, operator.Change{Field: "because of", Before: now.Detail})
		return d, nil
	}
}

func overview(tx *sqldb.Tx, s *payout.Service) (out OperatorOverview, err error) {
	if out.Reason, out.Stopped, err = emergency.Stopped(tx, emergency.Payouts); err != nil {
		return out, err
	}
	list, err := s.Overviews(tx)
	if err != nil {
		return out, err
	}
	out.Wallets = make([]WalletRow, len(list))
	for i, o := range list {
		out.Wallets[i] = WalletRow{WalletState: o.WalletState, Currencies: []CoverRow{}}
		for _, c := range o.Covers {
			out.Wallets[i].Currencies = append(out.Wallets[i].Currencies, CoverRow{string(c.Asset), c, c.Missing()})
		}
	}
	stats, err := s.Stats(tx)
	out.Counts = make(map[string]int64, len(stats))
	for _, one := range stats {
		out.Counts[string(one.State)] = one.Count
	}
	return out, err
}
