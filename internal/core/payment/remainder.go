package payment

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// remainder is what the floors of a token's transfers left in its own units: it was
// received, and lies in no account. It is added up as transfers are settled, so that
// comparing the chain with the books need not read all that ever came.
type remainder struct {
	id      string
	chainID int64
	token   string
	units   string
}

var (
	remainderTable   = sqldb.NewTable[remainder]("payment_remainder", "id, chain_id, token, units")
	remainders       = remainderTable.Keyed("remainders", func(r remainder) string { return r.id }, remainderTable.Upsert())
	selectRemainders = remainderTable.Select("WHERE chain_id = $1")
	// selectAllRemainders is for checks.
	selectAllRemainders = remainderTable.Select("")
)

const (
	// selectUnsettled lists what was received and is in no account yet, or never will
	// be. It is read from the index payment_transfer_uncounted.
	selectUnsettled = `SELECT token, sender, state, wei, remainder FROM payment_transfer
		WHERE chain_id = $1 AND state IN ('final', 'held', 'rejected')`
	sumRemainders = `SELECT chain_id || '|' || token, CAST(SUM(CAST(remainder AS BIGINT)) AS BIGINT) FROM payment_transfer
		WHERE remainder <> '0' AND state IN ('held', 'credited', 'suspense', 'claimed', 'capital', 'dust') GROUP BY chain_id, token`
)

// keepRemainder counts what a final transfer's floor leaves, in the transaction that
// settles it.
func keepRemainder(tx sqldb.Command, t Transfer) error {
	if t.Remainder == "0" {
		return nil
	}
	id := strconv.FormatInt(t.ChainID, 10) + "|" + t.Token
	r, found, err := remainders.Get(tx, id)
	if err != nil {
		return err
	}
	if !found {
		r = remainder{id: id, chainID: t.ChainID, token: t.Token, units: "0"}
	}
	sum, ok := new(big.Int).SetString(r.units, 10)
	more, isNumber := new(big.Int).SetString(t.Remainder, 10)
	if !ok || !isNumber {
		return fmt.Errorf("transfer %s: its remainder %q cannot be added to %q", t.ID, t.Remainder, r.units)
	}
	r.units = sum.Add(sum, more).String()
	remainders.Put(tx, r)
	return nil
}

// Recorded sums, per token, what was received and lies in no account.
func (s *Service) Recorded(tx *sqldb.Tx, n *Network) (map[string]*big.Int, error) {
	sums := make(map[string]*big.Int)
	for _, token := range n.Tokens {
		sums[token.Contract.Hex()] = new(big.Int)
	}
	add := func(token, units string, sign int64) error {
		count, ok := new(big.Int).SetString(units, 10)
		if sum := sums[token]; ok && sum != nil {
			sum.Add(sum, count.Mul(count, big.NewInt(sign)))
			return nil
		}
		return fmt.Errorf("%q units of token %s cannot be counted", units, token)
	}
	err := tx.Query(func(row *sqldb.Row) error {
		var token, sender, wei, remainder string
		var state TransferState
		if err := row.Scan(&token, &sender, &state, &wei, &remainder); err != nil {
			return err
		}
		if n.isOwn(common.HexToAddress(sender)) {
			// What our own addresses send each other was ours before.
			return nil
		}
		if err := add(token, wei, 1); err != nil || state != Held {
			return err
		}
		// What its floor left has been counted already.
		return add(token, remainder, -1)
	}, selectUnsettled, n.chainKey())
	if err != nil {
		return nil, err
	}
	kept, err := sqldb.Collect(tx, remainderTable.Scan, selectRemainders, n.chainKey())
	if err != nil {
		return nil, err
	}
	for _, r := range kept {
		if err := add(r.token, r.units, 1); err != nil {
			return nil, err
		}
	}
	return sums, s.Incoming.addWaiting(tx, n, sums)
}

// checkRemainders compares what was added up with the transfers it is from.
func checkRemainders(tx *sqldb.Tx) (found ledger.Findings, err error) {
	kept, err := sqldb.Collect(tx, remainderTable.Scan, selectAllRemainders)
	if err != nil {
		return nil, err
	}
	sums := make(map[string]string)
	for _, r := range kept {
		sums[r.id] = r.units
	}
	err = tx.Query(func(row *sqldb.Row) error {
		var id string
		var sum int64
		err := row.Scan(&id, &sum)
		if units := strconv.FormatInt(sum, 10); sums[id] != units {
			found.Add("payment", "token %s: remainders of its transfers come to %s units, kept are %q", id, units, sums[id])
		}
		delete(sums, id)
		return err
	}, sumRemainders)
	for id, units := range sums {
		found.Add("payment", "token %s: %s units are kept of no transfer's remainder", id, units)
	}
	return found, err
}
