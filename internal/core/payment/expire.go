package payment

import (
	"context"
	"errors"
	"fmt"

	"etld/internal/infra/sqldb"
)

const (
	expireChunk = 100

	selectOver = `SELECT ` + intentColumns + ` FROM payment_intent
		WHERE state = 'open' AND network = $1 AND expire_at < $2 ORDER BY expire_at, no LIMIT $3`
	// A halted chain has no final block: nothing may be concluded from it.
	selectFinal = `SELECT number FROM payment_block WHERE chain_id = $1
		AND NOT EXISTS (SELECT 1 FROM payment_chain c WHERE c.chain_id = payment_block.chain_id AND c.halt <> '')
		ORDER BY number LIMIT 1`
	selectUnsettledOf = `SELECT id FROM payment_transfer WHERE state = 'final' AND sender = $1 AND chain_id = $2 LIMIT 1`
)

// expireDue closes one chunk of the intents whose time is over, on every
// network, and tells whether there is more. One that fails holds up no other.
func (s *Service) expireDue(ctx context.Context) (more bool, err error) {
	var failed error
	for _, n := range s.networks {
		moreHere, err := s.expireOn(ctx, n)
		failed = errors.Join(failed, err)
		more = more || moreHere
	}
	return more, failed
}

// expireOn closes intents once a final block is younger than their end: then
// every block that could still have paid them is final, and recorded with it.
func (s *Service) expireOn(ctx context.Context, n *Network) (more bool, err error) {
	due, final, err := s.overIntents(ctx, n)
	if err != nil || len(due) == 0 || n.Blocks == nil {
		return false, err
	}
	block, err := n.Blocks.AgreedBlock(ctx, uint64(final))
	if err != nil {
		// The watcher's state says why the chain does not answer; intents wait.
		s.log.Warn("intents cannot expire yet", "network", n.Name, "block", final, "error", err)
		return false, nil
	}
	closed := 0
	var failed error
	for _, i := range due {
		if !block.Time.After(i.ExpireAt) {
			break
		}
		lapsed := false
		err := s.db.Update(ctx, func(tx *sqldb.Tx) (err error) {
			lapsed, err = s.expire(tx, n, i.No)
			return err
		})
		switch {
		case errors.Is(err, sqldb.ErrUnavailable) || ctx.Err() != nil:
			return false, err
		case err != nil:
			failed = errors.Join(failed, fmt.Errorf("close intent %s: %w", i.No, err))
		case lapsed:
			closed++
		}
	}
	return closed > 0 && len(due) == expireChunk, failed
}

// overIntents lists the open intents of a network whose time is over, and the
// number of the final block.
func (s *Service) overIntents(ctx context.Context, n *Network) (due []Intent, final int64, err error) {
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		due, final = nil, 0
		known, err := tx.QueryOne(sqldb.Dest(&final), selectFinal, n.chainKey())
		if err != nil || !known {
			return err
		}
		return tx.Query(func(row *sqldb.Row) error {
			i, err := scanIntent(row)
			due = append(due, i)
			return err
		}, selectOver, n.Name, tx.Now(), expireChunk)
	})
	return due, final, err
}

// expire closes an intent that is still open, unless a final transfer of its
// user waits to be settled: that one may pay it.
func (s *Service) expire(tx *sqldb.Tx, n *Network, no string) (bool, error) {
	i, err := s.Intent(tx, no)
	if err != nil || i.State != StateOpen {
		return false, err
	}
	address, err := s.users.AddressOf(tx, i.UserID)
	if err != nil {
		return false, err
	}
	var waiting string
	waits, err := tx.QueryOne(sqldb.Dest(&waiting), selectUnsettledOf, address, n.chainKey())
	if err != nil || waits {
		return false, err
	}
	return true, s.lapse(tx, i, StateExpired, Expired)
}
