package withdrawal

import (
	"etld/internal/base/money"
	"etld/internal/core/operator"
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
func (s *Service) closure(tx *sqldb.Tx, o offer, kind walletsig.Kind) (reason string, err error) {
	isPayable, err := s.isPayable(o)
	switch {
	case err != nil:
		return "", err
	case !isPayable:
		return closedNotConnected, nil
	case kind == walletsig.KindContract && o.network != s.home:
		return closedContractWallet, nil
	}
	return s.pause(tx, o.network)
}

// pause is why a network takes no withdrawals now; empty while it does.
func (s *Service) pause(tx *sqldb.Tx, network string) (reason string, err error) {
	_, isStopped, err := operator.Stopped(tx, operator.Withdrawals)
	if err != nil || isStopped {
		return pausedStopped, err
	}
	list, err := s.payouts.Overviews(tx)
	if err != nil {
		return "", err
	}
	for _, one := range list {
		if one.Network == network && one.Breaker != "" {
			return pausedBreaker, nil
		}
	}
	if s.halted != nil {
		switch reason := s.halted(network); reason {
		case "":
		case pausedFinality:
			return pausedFinality, nil
		default:
			return pausedChain, nil
		}
	}
	return "", nil
}

// refuseClosed turns a closure into its refusal.
func (s *Service) refuseClosed(reason string, asset money.Asset) error {
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
