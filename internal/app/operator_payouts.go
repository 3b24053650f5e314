package app

import (
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
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
	Network string `json:"network"`
	Address string `json:"address"`
	// Breaker is why nothing new begins until two people say so, Wait why
	// nothing can begin just now.
	Breaker    string     `json:"breaker"`
	Detail     string     `json:"detail"`
	BrokenAt   time.Time  `json:"brokenAt,omitzero"`
	Wait       string     `json:"wait"`
	WaitSince  time.Time  `json:"waitSince,omitzero"`
	Currencies []CoverRow `json:"currencies" nullable:"false"`
}

// CoverRow is what a hot wallet holds of a currency and what is asked of it.
type CoverRow struct {
	Currency       money.Asset  `json:"currency"`
	Balance        money.Amount `json:"balance"`
	BalanceAt      time.Time    `json:"balanceAt,omitzero"`
	Queued         money.Amount `json:"queued"`
	QueuedCount    int64        `json:"queuedCount"`
	OldestQueuedAt time.Time    `json:"oldestQueuedAt,omitzero"`
	OnTheWay       money.Amount `json:"onTheWay"`
	OnTheWayCount  int64        `json:"onTheWayCount"`
	Missing        money.Amount `json:"missing"`
}

// PayoutsOverview is everything about payouts at a glance.
type PayoutsOverview struct {
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
	Proof     payout.Proof `json:"proof"`
	Issue     int          `json:"issue"`
	TxHash    string       `json:"txHash"`
	Explorer  string       `json:"explorer"`
	CreatedAt time.Time    `json:"createdAt"`
	UpdatedAt time.Time    `json:"updatedAt"`
	Timeline  []PayoutStep `json:"timeline" nullable:"false"`
}

// PayoutStep is one line of a payout's timeline.
type PayoutStep struct {
	State  payout.State `json:"state"`
	Reason string       `json:"reason"`
	TxHash string       `json:"txHash"`
	At     time.Time    `json:"at"`
}

// registerPayoutCalls gives operators the hot wallets: what they hold, what
// waits, and the brake of each. One person stops a network, two let it go on.
func (p *Program) registerPayoutCalls() {
	hands := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(p.operator, operator.Kind[hotWallet]{Name: "payout_stop", Path: "payouts/stop", Makers: hands, Checkers: hands,
		Describe: p.describeBrake(true),
		Execute: func(tx *sqldb.Tx, w hotWallet, by operator.Decision) error {
			return p.payout.Stop(tx, w.Network, by.Reason)
		}})
	operator.Handle(p.operator, operator.Kind[hotWallet]{Name: "payout_resume", Path: "payouts/resume", Makers: hands, Checkers: hands,
		Describe: p.describeBrake(false),
		Execute:  func(tx *sqldb.Tx, w hotWallet, _ operator.Decision) error { return p.payout.Resume(tx, w.Network) }})
	operator.View(p.operator, operator.Route{Path: "payouts/overview", Roles: hands},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (PayoutsOverview, error) {
			return p.payoutsOverview(tx)
		})
	operator.View(p.operator, operator.Route{Path: "payouts/attention", Roles: hands},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (httpapi.List[AttentionRow], error) {
			rows, err := p.payoutsAttention(tx)
			return httpapi.All(rows), err
		})
}

func (p *Program) describeBrake(isStop bool) func(*sqldb.Tx, hotWallet) (operator.Description, error) {
	return func(tx *sqldb.Tx, w hotWallet) (operator.Description, error) {
		list, err := p.payout.Overviews(tx)
		if err != nil {
			return operator.Description{}, err
		}
		i := slices.IndexFunc(list, func(o payout.Overview) bool { return o.Network == w.Network })
		if i < 0 {
			return operator.Description{}, payout.ErrUnknown
		}
		now := list[i]
		if (now.Breaker != "") == isStop {
			return operator.Description{}, operator.ErrNothing
		}
		d := operator.Description{Subject: w.Network, Diff: []operator.Change{{Field: w.Network + " stopped by", Before: now.Breaker}}}
		if isStop {
			d.Diff[0].After = payout.BreakerOperator
			return d, nil
		}
		// What is approved is the end of this one stop, not of a later one.
		d.Approvals, d.Basis = 1, now.Breaker+"|"+now.BrokenAt.UTC().Format(time.RFC3339Nano)
		d.Diff = append(d.Diff, operator.Change{Field: "because of", Before: now.Detail})
		return d, nil
	}
}

func (p *Program) payoutsOverview(tx *sqldb.Tx) (out PayoutsOverview, err error) {
	if out.Reason, out.Stopped, err = operator.Stopped(tx, operator.Payouts); err != nil {
		return out, err
	}
	list, err := p.payout.Overviews(tx)
	if err != nil {
		return out, err
	}
	out.Wallets = make([]WalletRow, len(list))
	for i, o := range list {
		out.Wallets[i] = WalletRow{Currencies: []CoverRow{}, Network: o.Network, Address: o.Address, Breaker: o.Breaker, Detail: o.Detail, BrokenAt: o.BrokenAt, Wait: o.Wait, WaitSince: o.WaitSince}
		for _, c := range o.Covers {
			out.Wallets[i].Currencies = append(out.Wallets[i].Currencies, CoverRow{Currency: c.Asset, Balance: c.Balance, BalanceAt: c.At, Queued: c.Queued,
				QueuedCount: c.QueuedCount, OldestQueuedAt: c.OldestQueued, OnTheWay: c.OnTheWay, OnTheWayCount: c.OnTheWayCount, Missing: c.Missing()})
		}
	}
	stats, err := p.payout.Stats(tx)
	out.Counts = make(map[string]int64, len(stats))
	for _, one := range stats {
		out.Counts[string(one.State)] = one.Count
	}
	return out, err
}

// payoutsAttention lists what needs a person, and what no node knows of, which
// may end by itself.
func (p *Program) payoutsAttention(tx *sqldb.Tx) ([]AttentionRow, error) {
	rows := []AttentionRow{}
	for _, state := range []payout.State{payout.NeedsAttention, payout.Unknown} {
		list, err := p.payout.InState(tx, state)
		if err != nil {
			return nil, err
		}
		for _, one := range list {
			row := AttentionRow{Timeline: []PayoutStep{}, WithdrawNo: one.WithdrawalID, Network: one.Network, Currency: one.Asset, Amount: one.Amount, State: one.State, Reason: one.Reason,
				Proof: one.Proof, Issue: one.Issue, TxHash: one.TxHash, Explorer: p.explorerOf(one.Network), CreatedAt: one.CreatedAt, UpdatedAt: one.UpdatedAt}
			events, err := p.payout.History(tx, one.WithdrawalID)
			if err != nil {
				return nil, err
			}
			for _, e := range events {
				row.Timeline = append(row.Timeline, PayoutStep{State: e.State, Reason: e.Reason, TxHash: e.TxHash, At: e.At})
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
