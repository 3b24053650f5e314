package payment

import (
	"math/big"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

const (
	sumSuspense = `SELECT asset, CAST(SUM(amount) AS BIGINT) FROM payment_transfer WHERE state = 'suspense' GROUP BY asset`
	sumCredited = `SELECT user_id, asset, CAST(SUM(amount) AS BIGINT) FROM payment_transfer WHERE state = 'credited' GROUP BY user_id, asset`
	sumIntents  = `SELECT i.no, i.state, i.amount, i.paid,
			CAST(COALESCE(SUM(CASE WHEN t.state = 'held' THEN t.amount ELSE 0 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN t.state = 'credited' THEN t.amount ELSE 0 END), 0) AS BIGINT)
		FROM payment_intent i LEFT JOIN payment_transfer t ON t.intent_no = i.no AND t.intent_no <> ''
		GROUP BY i.no, i.state, i.amount, i.paid`
	// The final block moves with the last of several portions of transfers.
	selectMisplaced = `SELECT t.id, t.state, t.block_number FROM payment_transfer t JOIN payment_chain c ON c.chain_id = t.chain_id
		JOIN (SELECT chain_id, MIN(number) AS final FROM payment_block GROUP BY chain_id) b ON b.chain_id = t.chain_id
		WHERE (t.state = 'seen' AND t.block_number <= b.final)
			OR (t.state NOT IN ('seen', 'gone') AND t.block_number > b.final AND t.block_number > c.portion_to)`
)

// Check verifies this package's rows against themselves and the journal: that
// intents hold what their transfers say, that suspense and every user's top-ups
// are what was received, that states agree with finality, and that no token
// unit got lost in a conversion.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found []ledger.Violation
	for _, part := range []func(tx *sqldb.Tx) (ledger.Findings, error){
		s.checkSuspense, s.checkCredited, checkDust, checkRemainders, checkIntents, checkPlaces, s.checkAmounts,
	} {
		list, err := part(tx)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	return found, nil
}

func (s *Service) checkSuspense(tx *sqldb.Tx) (found ledger.Findings, err error) {
	sums, err := sqldb.Map[money.Asset, money.Amount](tx, sumSuspense)
	if err != nil {
		return nil, err
	}
	for _, n := range s.networks {
		for _, token := range n.Tokens {
			if _, isWaiting := sums[token.Asset]; !isWaiting {
				sums[token.Asset] = 0
			}
		}
	}
	for asset, sum := range sums {
		balance, err := s.Ledger.Balance(tx, ledger.House(ledger.Suspense, asset))
		if err != nil {
			return nil, err
		}
		if balance != sum {
			found.Add("payment", "suspense holds %s %s, transfers in suspense are %s", balance, asset, sum)
		}
	}
	return found, nil
}

// checkCredited compares each user's top-ups in the journal with the transfers
// credited: every one is there, once.
func (s *Service) checkCredited(tx *sqldb.Tx) (found ledger.Findings, err error) {
	type credited struct {
		user  string
		asset money.Asset
		sum   money.Amount
	}
	err = sqldb.Walk(tx, sqldb.Into(func(c *credited) []any { return sqldb.Dest(&c.user, &c.asset, &c.sum) }), func(c credited) error {
		received, err := s.Ledger.Received(tx, c.user, ledger.TopUp, c.asset, time.Time{}, tx.Now().Add(24*time.Hour))
		if err == nil && received != c.sum {
			found.Add("payment", "user %s was topped up with %s %s, transfers credited are %s", c.user, received, c.asset, c.sum)
		}
		return err
	}, sumCredited)
	return found, err
}

func checkIntents(tx *sqldb.Tx) (found ledger.Findings, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var no string
		var state State
		var amount, paid, held, credited money.Amount
		if err := row.Scan(&no, &state, &amount, &paid, &held, &credited); err != nil {
			return err
		}
		isRight := held == 0 && credited == paid
		if state == StateOpen {
			isRight = held == paid && credited == 0 && paid < amount
		}
		if state == StatePaid {
			isRight = isRight && paid >= amount
		}
		if !isRight {
			found.Add("payment", "intent %s is %s with %s of %s paid, %s held and %s credited for it", no, state, paid, amount, held, credited)
		}
		return nil
	}, sumIntents)
	return found, err
}

func checkPlaces(tx *sqldb.Tx) (found ledger.Findings, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var id, state string
		var block int64
		err := row.Scan(&id, &state, &block)
		found.Add("payment", "transfer %s in block %d is %s, which the final block denies", id, block, state)
		return err
	}, selectMisplaced)
	return found, err
}

func (s *Service) checkAmounts(tx *sqldb.Tx) (found ledger.Findings, err error) {
	err = transferTable.Walk(tx, func(t Transfer) error {
		if !s.addsUp(t) {
			found.Add("payment", "transfer %s: %s atoms and %s units are not its %s units", t.ID, t.Amount, t.Remainder, t.Wei)
		}
		return nil
	}, transferTable.Select("ORDER BY id"))
	return found, err
}

// addsUp asks whether amount and remainder are exactly what the token moved. A
// token that is not configured (any more, or where the check runs) has no
// scale to judge by.
func (s *Service) addsUp(t Transfer) bool {
	n, err := s.networkOf(uint64(t.ChainID))
	if err != nil {
		return true
	}
	for _, token := range n.Tokens {
		if token.Contract.Hex() != t.Token {
			continue
		}
		credit, err := chain.CreditOf(t.Wei, token.Decimals)
		if err != nil {
			return t.Amount == 0 && t.Remainder == t.Wei
		}
		units, err := money.ToBaseUnits(t.Amount, token.Decimals)
		remainder, ok := new(big.Int).SetString(t.Remainder, 10)
		return err == nil && ok && credit.Amount == t.Amount && units.Add(units, remainder).String() == t.Wei
	}
	return true
}
