package withdrawal

import (
	"etld/internal/base/money"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Why an offer is not open.
const (
	closedNotConnected   = "not_connected"
	closedContractWallet = "contract_wallet"
	pausedStopped        = "stopped"
	pausedBreaker        = "breaker"
	pausedFinality       = "finality_stalled"
	pausedChain          = "chain_unavailable"
)

// closure is why an offer is not open for a wallet now; empty while it is.
func (s door) closure(o terms.Offer, kind walletsig.Kind, now pauses) (reason string, err error) {
	_, _, unpaid := s.Payouts.Orders.CoinOf(o.Network, o.Asset)
	switch {
	case unpaid != nil:
		return closedNotConnected, nil
	case kind == walletsig.KindContract && o.Network != s.Home:
		return closedContractWallet, nil
	}
	return now.of(o.Network)
}

// halted is why a network's chain cannot be relied on; empty while it can.
func (s *shared) halted(tx sqldb.Command, network string) (reason string, err error) {
	if s.Halted == nil {
		return "", nil
	}
	return s.Halted(tx, network)
}

// pauses are why networks take no withdrawals now, read once for all of them.
type pauses struct {
	isStopped bool
	breakers  map[string]payout.Breaker
	halted    func(network string) (string, error)
}

func (s door) pauses(tx *sqldb.Tx) (p pauses, err error) {
	if _, p.isStopped, err = emergency.Stopped(tx, emergency.Withdrawals); err != nil {
		return p, err
	}
	list, err := s.Payouts.Overviews(tx)
	if err != nil {
		return p, err
	}
	p.breakers = make(map[string]payout.Breaker, len(list))
	p.halted = func(network string) (string, error) { return s.halted(tx, network) }
	for _, one := range list {
		p.breakers[one.Network] = one.Breaker
	}
	return p, nil
}

// of is why a network takes no withdrawals; empty while it does.
func (p pauses) of(network string) (reason string, err error) {
	switch {
	case p.isStopped:
		return pausedStopped, nil
	case p.breakers[network] != "":
		return pausedBreaker, nil
	}
	reason, err = p.halted(network)
	switch {
	case err != nil, reason == "", reason == pausedFinality:
		return reason, err
	case reason == string(chain.StateStoreFailing):
		// It says nothing about the chain, and who asks has the database back.
		return "", nil
	}
	return pausedChain, nil
}

// refuseClosed turns a closure into its refusal.
func (s door) refuseClosed(reason string, asset money.Asset) error {
	switch reason {
	case "":
		return nil
	case closedNotConnected, closedContractWallet:
		return ErrNetwork.With("currency", string(asset)).With("reason", reason)
	}
	refusal := ErrPaused.With("reason", reason)
	for _, language := range httpapi.Languages {
		refusal = refusal.With("reason."+string(language), s.texts.closed(language, reason))
	}
	return refusal
}
