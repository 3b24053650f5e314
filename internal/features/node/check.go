package node

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// farAway lies behind every funding.
var farAway = time.UnixMicro(1 << 62).UTC()

// Check recomputes every statement and looks at the gift levels and the
// stock. It claims what the pools hold, and what may still be cancelled.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	var found ledger.Findings
	total, err := s.claimCooling(tx, claims)
	if err != nil {
		return nil, err
	}
	if found, err = s.checkSupply(tx, total.living); err != nil {
		return nil, err
	}
	for userID, gift := range total.gifts {
		p, err := user.Find(tx, userID)
		if err != nil {
			return nil, err
		}
		if int64(p.GiftLevel) != gift {
			found.Add("gift level", "user %s: active nodes give V%d, stored is V%d", userID, gift, p.GiftLevel)
		}
	}
	flaws, err := s.checkStatements(tx)
	if err != nil {
		return nil, err
	}
	if err := s.claimPools(tx, claims); err != nil {
		return nil, err
	}
	stock, err := s.checkout.Check(tx)
	return append(append(found, flaws...), stock...), err
}

// totals are what the nodes come to.
type totals struct {
	// gifts is the highest gift level of each owner.
	gifts map[string]int64
	// living counts what is sold of each product, or reserved for a payment.
	living map[string]int64
}

// claimCooling adds up the nodes and claims the price of those that may still be
// cancelled.
func (s *Service) claimCooling(tx *sqldb.Tx, claims ledger.Claims) (t totals, err error) {
	t = totals{make(map[string]int64), make(map[string]int64)}
	inEscrow := money.Amount(0)
	err = nodeTable.Walk(tx, func(n Node) error {
		switch n.State {
		case Payment:
			t.living[n.ProductID]++
		case Cooling:
			t.living[n.ProductID]++
			inEscrow += n.Price
		case Active:
			t.living[n.ProductID]++
			t.gifts[n.UserID] = max(t.gifts[n.UserID], n.Gift)
		case Cancelled, Expired:
		}
		return nil
	}, selectAllNodes)
	claims.Add("I6", ledger.Cooling, money.USDT, inEscrow)
	return t, err
}

// checkSupply holds that what is sold and what is left are the supply that buyers
// were told.
func (s *Service) checkSupply(tx *sqldb.Tx, living map[string]int64) (found ledger.Findings, err error) {
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return nil, err
	}
	for _, p := range products {
		stock, err := s.checkout.StockOf(tx, p.ID)
		if err != nil {
			return nil, err
		}
		if living[p.ID]+stock.Rest != p.Supply {
			found.Add("supply", "%s: %d nodes and %d left are not the supply of %d", p.ID, living[p.ID], stock.Rest, p.Supply)
		}
	}
	return found, nil
}

func (s *Service) checkStatements(tx *sqldb.Tx) (found ledger.Findings, err error) {
	list, err := sqldb.Collect(tx, statementTable.Scan, selectStatements, int64(0))
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		shares, err := sqldb.Collect(tx, shareTable.Scan, selectShares, int64(r.Month), r.ID)
		if err != nil {
			return nil, err
		}
		if err := r.statement(shares).Verify(); err != nil {
			found.Add("dividend", "%s: %v", r.ID, err)
		}
	}
	return found, nil
}

// claimPools claims what the pools were left with, what the open months brought,
// what operators added, and what is divided and not paid yet.
func (s *Service) claimPools(tx *sqldb.Tx, claims ledger.Claims) error {
	v, isSeeded, err := s.store.state.Get(tx, theState)
	if err != nil || !isSeeded {
		return err
	}
	sums := v.Carried
	months, err := sqldb.Collect(tx, monthTable.Scan, selectMonths)
	if err != nil {
		return err
	}
	for _, m := range months {
		if m.ID >= v.OpenMonth.String() {
			for _, l := range Levels() {
				*sums.of(l) += *m.Shares.of(l)
			}
		}
	}
	err = tx.Query(func(row *sqldb.Row) error {
		var statement string
		var unpaid money.Amount
		err := row.Scan(&statement, &unpaid)
		*sums.of(levelOf(statement)) += unpaid
		return err
	}, sumUnpaid)
	if err != nil {
		return err
	}
	for _, l := range Levels() {
		funded, err := s.Ledger.Funded(tx, l.pool(), v.CountedTo, farAway)
		if err != nil {
			return err
		}
		claims.Add("dividend pools", l.pool().Class, money.USDT, *sums.of(l)+funded)
	}
	return nil
}
