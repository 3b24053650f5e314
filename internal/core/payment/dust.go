package payment

import (
	"fmt"
	"math/big"
	"strconv"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	sumWaiting   = `SELECT token, CAST(SUM(waiting) AS BIGINT) FROM payment_dust WHERE chain_id = $1 GROUP BY token`
	sumDustByRow = `SELECT chain_id, token, CAST(SUM(CASE WHEN state = 'dust' THEN amount ELSE -amount END) AS BIGINT)
		FROM payment_transfer WHERE state = 'dust' OR ordinal < 0 GROUP BY chain_id, token`
	sumDustBySender = `SELECT chain_id, token, CAST(SUM(waiting) AS BIGINT) FROM payment_dust GROUP BY chain_id, token`
)

// dust is what a sender's transfers of a token, each below the least deposit, come
// to since the last time that they were credited.
type dust struct {
	id      string
	chainID int64
	token   string
	sender  string
	waiting money.Amount
	// transfers counts them.
	transfers int64
}

var (
	dustTable = sqldb.NewTable[dust]("payment_dust", "id, chain_id, token, sender, waiting, transfers")
	dusts     = dustTable.Keyed("dust", func(d dust) string { return d.id }, dustTable.Upsert())
)

// enoughOf is below which a transfer is dust: the least deposit, or what completes the
// open payment towards which the transfer counts, where that is less. A part that does
// not complete it stays dust, so that a payment has few transfers.
func (s *incoming) enoughOf(tx *sqldb.Tx, n *Network, t Transfer) (money.Amount, error) {
	least, err := leastDeposit(tx, t.Asset)
	if err != nil || t.Amount >= least || t.UserID == "" {
		return least, err
	}
	i, exists, err := s.newestIntent(tx, t)
	if err == nil && exists && attribute(t, n.Name, i).isForIntent {
		least = min(least, i.Amount-i.Paid)
	}
	return least, err
}

// gatherDust adds a transfer that is too little by itself to its sender's, and credits
// them once they are enough.
func (s *incoming) gatherDust(tx *sqldb.Tx, n *Network, t Transfer) error {
	d, err := dustBeside(tx, t)
	if err != nil {
		return err
	}
	d.waiting += t.Amount
	d.transfers++
	dusts.Put(tx, d)
	s.endTransfer(tx, t, Dust, "", reasonTooSmall)
	isCredited, err := s.creditWaiting(tx, n, t)
	if err != nil || isCredited || d.transfers != 1 || t.UserID == "" {
		return err
	}
	least, err := leastDeposit(tx, t.Asset)
	if err != nil {
		return err
	}
	// The first says what becomes of all.
	return s.notifyUser(tx, NoticeDust, Intent{UserID: t.UserID}, t.Asset, 0, map[string]string{"wei": t.Wei, "txHash": t.TxHash, "least": least.String()})
}

// dustBeside is the dust of a transfer's sender.
func dustBeside(tx *sqldb.Tx, t Transfer) (dust, error) {
	id := strconv.FormatInt(t.ChainID, 10) + "|" + t.Token + "|" + t.Sender
	d, _, err := dusts.Get(tx, id)
	d.id, d.chainID, d.token, d.sender = id, t.ChainID, t.Token, t.Sender
	return d, err
}

// creditWaiting credits the dust of a transfer's sender where it is enough: as a transfer
// of its sum, which carries the block and the transaction of that one. It may be enough
// because that one left less to pay, or because the least deposit is less than it was.
func (s *incoming) creditWaiting(tx *sqldb.Tx, n *Network, t Transfer) (isCredited bool, err error) {
	d, err := dustBeside(tx, t)
	if err != nil || d.waiting == 0 {
		return false, err
	}
	sum, err := s.sumOf(t, d.waiting)
	if err != nil {
		return false, err
	}
	enough, err := s.enoughOf(tx, n, sum)
	if err != nil || sum.Amount < enough {
		return false, err
	}
	d.waiting, d.transfers = 0, 0
	dusts.Put(tx, d)
	return true, s.creditSender(tx, n, sum)
}

// sumOf is a transfer of an amount in the place of another. Its ordinal is negative,
// which no transfer on chain has.
func (s *incoming) sumOf(last Transfer, amount money.Amount) (Transfer, error) {
	units, err := s.unitsOf(last.ChainID, last.Token, amount)
	if err != nil {
		return Transfer{}, err
	}
	sum := last
	sum.Ordinal = -1 - last.Ordinal
	sum.ID = transferID(uint64(last.ChainID), last.TxHash, int(sum.Ordinal))
	sum.State, sum.Reason, sum.Amount, sum.Wei, sum.Remainder = Final, "", amount, units.String(), "0"
	return sum, nil
}

// unitsOf is an amount in a token's own units.
func (s *incoming) unitsOf(chainID int64, contract string, amount money.Amount) (*big.Int, error) {
	n, err := s.networkOf(uint64(chainID))
	if err != nil {
		return nil, err
	}
	for _, token := range n.Tokens {
		if token.Contract.Hex() == contract {
			return money.ToBaseUnits(amount, token.Decimals)
		}
	}
	return nil, fmt.Errorf("payment: %s does not take token %s", n.Name, contract)
}

// addWaiting adds to sums per token the dust of a network that lies in no account.
func (s *incoming) addWaiting(tx *sqldb.Tx, n *Network, sums map[string]*big.Int) error {
	return tx.Query(func(row *sqldb.Row) error {
		var token string
		var waiting money.Amount
		if err := row.Scan(&token, &waiting); err != nil || sums[token] == nil {
			return err
		}
		units, err := s.unitsOf(n.chainKey(), token, waiting)
		if err == nil {
			sums[token].Add(sums[token], units)
		}
		return err
	}, sumWaiting, n.chainKey())
}

// checkDust compares what senders' dust comes to with the transfers it is from.
func checkDust(tx *sqldb.Tx) (found ledger.Findings, err error) {
	rest := make(map[string]money.Amount)
	for query, sign := range map[string]money.Amount{sumDustByRow: 1, sumDustBySender: -1} {
		err := tx.Query(func(row *sqldb.Row) error {
			var chainID int64
			var token string
			var sum money.Amount
			err := row.Scan(&chainID, &token, &sum)
			rest[fmt.Sprintf("%s on chain %d", token, chainID)] += sign * sum
			return err
		}, query)
		if err != nil {
			return nil, err
		}
	}
	for what, amount := range rest {
		if amount != 0 {
			found.Add("payment", "dust of token %s: its transfers and what waits differ by %s", what, amount)
		}
	}
	return found, nil
}
