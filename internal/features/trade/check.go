package trade

import (
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// Check holds that every open bid is funded and that P.BID is what the bids
// say lies there.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	var sum money.Amount
	err := tx.Query(func(row *sqldb.Row) error {
		b, err := bidTable.Scan(row)
		if err != nil {
			return err
		}
		sum += b.Escrow
		if needed := cost(b.Rest, b.Price); b.Escrow < needed {
			found.Add("BID", "bid %s needs %s, its escrow is %s", b.ID, needed, b.Escrow)
		}
		return nil
	}, selectOpen)
	if err != nil {
		return nil, err
	}
	holds, err := s.Ledger.Balance(tx, escrow)
	if err == nil && holds != sum {
		found.Add("BID", "%s holds %s, the bids' escrow is %s", ledger.Bids, holds, sum)
	}
	return found, err
}
