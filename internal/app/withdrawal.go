package app

import (
	"strings"

	"etld/internal/core/ledger"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// wireWithdrawal builds what takes users' money out and tells the payouts who
// settles them.
func (p *Program) wireWithdrawal(verifier *walletsig.Verifier) (err error) {
	explorers := make(map[string]string)
	for _, n := range p.networks {
		if n.Explorer != "" {
			explorers[n.Name] = strings.TrimSuffix(n.Explorer, "/") + "/tx/"
		}
	}
	p.withdrawal, err = withdrawal.New(withdrawal.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Prices: p.prices, Payouts: p.payout,
		Reviews: p.operator, Notices: p.notices, Wallets: walletKinds{}, Verifier: verifier, Home: networkName, Host: p.settings.Config.Host,
		Halted: p.haltOf, Explorers: explorers})
	if err != nil {
		return err
	}
	p.payout.Settle(p.withdrawal)
	p.withdrawal.RegisterOperator(p.operator)
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

// walletKinds knows how wallets proved themselves at their last sign-in.
type walletKinds struct{}

const selectWalletKind = `SELECT wallet_kind FROM signin_message WHERE address_key = $1`

func (walletKinds) Kind(tx *sqldb.Tx, address string) (walletsig.Kind, error) {
	kind := string(walletsig.KindPlain)
	_, err := tx.QueryOne(sqldb.Dest(&kind), selectWalletKind, strings.ToLower(address))
	return walletsig.Kind(kind), err
}

const (
	// sumWithdrawals is what the journal moved for each withdrawal.
	sumWithdrawals = `SELECT r.id, r.status, r.quantity, r.fee, r.arrival, COALESCE(t.type, ''), COALESCE(t.sub_type, ''), CAST(COALESCE(SUM(t.amount), 0) AS BIGINT)
		FROM withdrawal_request r LEFT JOIN ledger_transfer t ON t.ref_type = 'withdrawal' AND t.ref_id = r.id
		GROUP BY r.id, r.status, r.quantity, r.fee, r.arrival, t.type, t.sub_type ORDER BY r.id`
	selectStray = `SELECT t.id, t.ref_id FROM ledger_transfer t LEFT JOIN withdrawal_request r ON r.id = t.ref_id
		WHERE t.ref_type = 'withdrawal' AND r.id IS NULL`
)

// checkWithdrawals holds each withdrawal to what the journal moved for it: the
// hold always, and the payment or the refund by its status.
func checkWithdrawals(tx *sqldb.Tx) (found []ledger.Violation, err error) {
	var books withdrawalBooks
	err = tx.Query(func(row *sqldb.Row) error {
		var one withdrawalSum
		err := row.Scan(&one.id, &one.status, &one.quantity, &one.fee, &one.arrival, &one.kind, &one.sub, &one.moved)
		books.add(one)
		return err
	}, sumWithdrawals)
	if err != nil {
		return nil, err
	}
	err = tx.Query(func(row *sqldb.Row) error {
		var transfer, id string
		err := row.Scan(&transfer, &id)
		books.found = append(books.found, ledger.Violation{Invariant: "withdrawal", Detail: "transfer " + transfer + " is for " + id + ", which does not exist"})
		return err
	}, selectStray)
	return books.close(), err
}
