package app

import (
	"strings"

	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
)

// wireWithdrawal builds what takes users' money out. It is told how payouts end.
func (p *Program) wireWithdrawal(verifier *walletsig.Verifier) (err error) {
	explorers := make(map[string]string)
	for _, n := range p.networks {
		if n.Explorer != "" {
			explorers[n.Name] = strings.TrimSuffix(n.Explorer, "/") + "/tx/"
		}
	}
	p.withdrawal, err = withdrawal.New(withdrawal.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Prices: p.prices, Payouts: p.payout,
		Reviews: p.operator, Notices: p.notices, Wallets: p.signin, Verifier: verifier, Home: networkName, Host: p.settings.Config.Host,
		Halted: p.haltOf, Explorers: explorers, Flags: p.team})
	if err != nil {
		return err
	}
	p.settled = p.withdrawal
	return nil
}

// haltOf says why a network's chain cannot be relied on now; empty while it can.
func (p *Program) haltOf(network string) string {
	for i, n := range p.networks {
		if n.Name != network || !p.settings.Config.Watch {
			continue
		}
		if state := p.watchers[i].Status().State; !state.IsCrediting() && state != chain.StateStarting {
			return string(state)
		}
	}
	return ""
}
