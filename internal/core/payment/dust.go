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

// gatherDust adds a transfer below the least deposit to its sender's. Once they
// reach the least, it returns a transfer of their sum, which is credited like any
// other; it carries the block and the transaction of the last of them.
func (s *incoming) gatherDust(tx sqldb.Command, t Transfer, least money.Amount) (sum Transfer, isReached bool, err error) {
	id := strconv.FormatInt(t.ChainID, 10) + "|" + t.Token + "|" + t.Sender
	d, _, err := dusts.Get(tx, id)
	if err != nil {
		return sum, false, err
	}
	d.id, d.chainID, d.token, d.sender = id, t.ChainID, t.Token, t.Sender
	d.waiting += t.Amount
	d.transfers++
	s.endTransfer(tx, t, Dust, "", reasonTooSmall)
	if isReached = d.waiting >= least; isReached {
		if sum, err = s.sumOf(t, d.waiting); err != nil {
			return sum, false, err
		}
		d.waiting, d.transfers = 0, 0
	}
	dusts.Put(tx, d)
	if d.transfers != 1 || t.UserID == "" {
		return sum, isReached, nil
	}
	// The first says what becomes of all.
	return sum, isReached, s.notifyUser(tx, t.UserID, NoticeDust, t.Asset, 0, map[string]string{"wei": t.Wei, "txHash": t.TxHash, "least": least.String()})
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
