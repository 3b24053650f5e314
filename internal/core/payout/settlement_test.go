package payout_test

import (
	"fmt"
	"sync"

	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

// settlement keeps what it is told in the database; a second time is an error.
type settlement struct {
	mu     sync.Mutex
	refuse error
	crash  func(point string)
}

const insertTold = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2)`

func (s *settlement) Stepped(sqldb.Command, payout.State, payout.Payout) error { return nil }

func (s *settlement) Paid(tx *sqldb.Tx, p payout.Payout) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.crash != nil {
		s.crash("settling")
	}
	if s.refuse != nil {
		return s.refuse
	}
	if p.TxHash == "" || p.Block == 0 || p.State != payout.Final {
		return fmt.Errorf("told too early: %+v", p)
	}
	_, err := tx.Exec(insertTold, "told|"+p.WithdrawalID, "paid "+p.TxHash)
	return err
}

func (s *settlement) Failed(tx *sqldb.Tx, p payout.Payout, reason string) error {
	_, err := tx.Exec(insertTold, "told|"+p.WithdrawalID, "failed "+reason)
	return err
}
