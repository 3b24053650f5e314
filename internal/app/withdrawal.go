package app

import (
	"strings"

	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain/walletsig"
)

// wireWithdrawal builds what takes users' money out. It is told how payouts end.
func (p *Program) wireWithdrawal() (err error) {
	explorers := make(map[string]string)
	for _, n := range p.networks {
		if n.Explorer != "" {
			explorers[n.Name] = strings.TrimSuffix(n.Explorer, "/") + "/tx/"
		}
	}
	c := withdrawal.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Prices: p.prices, Payouts: p.payout,
		Reviews: p.operator, Notices: p.notices, Wallets: p.signin, Verifier: walletsig.NewVerifier(p.settings.Chain.Pool, 0), Home: networkName,
		Host: p.settings.Config.Host, Explorers: explorers, Flags: p.team}
	if p.settings.Config.Watch {
		c.Halted = p.payment.PauseOf
	}
	p.withdrawal, err = withdrawal.New(c)
	p.settled = p.withdrawal
	return err
}
