package payment

import (
	"context"
	"errors"
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	expireChunk = 100
	// expireReadsMax bounds the chunks that one run reads to find one that need not
	// wait.
	expireReadsMax = 100
	// removedGrace is what intents get on top where their network is not configured:
	// it may have been left out by mistake, or another instance may have it still.
	removedGrace = time.Hour
	// remindEvery and waitRemindMax are the first and the longest pause between two
	// lines of the log about a chain that goes on not answering.
	remindEvery   = time.Hour
	waitRemindMax = 24 * time.Hour

	selectOverNetworks = `SELECT DISTINCT network FROM payment_intent WHERE state = 'open' AND expire_at < $1`
	// A halted chain has no final block: nothing may be concluded from it.
	selectFinal = `SELECT number, hash FROM payment_block WHERE chain_id = $1
		AND NOT EXISTS (SELECT 1 FROM payment_chain c WHERE c.chain_id = payment_block.chain_id AND c.halt <> '')
		ORDER BY number LIMIT 1`
	selectUnsettledOf = `SELECT id FROM payment_transfer WHERE state = 'final' AND sender = $1 AND chain_id = $2 LIMIT 1`
)

var selectOver = intentTable.Select(`WHERE state = 'open' AND network = $1 AND expire_at < $2 AND (expire_at, no) > ($3, $4)
	AND ` + jobs.NotParked(expireJob, "payment_intent.no") + ` ORDER BY expire_at, no LIMIT $5`)

// FinalBlock is the final block up to which a network's transfers are recorded, and
// whether there is one.
func (s *shared) FinalBlock(tx *sqldb.Tx, n *Network) (number uint64, hash string, isKnown bool, err error) {
	var stored int64
	isKnown, err = tx.QueryOne(sqldb.Dest(&stored, &hash), selectFinal, n.chainKey())
	return uint64(stored), hash, isKnown, err
}

// expireDue closes a chunk of the intents whose time is over, and tells whether there is
// more. One that must wait holds up no other, and one that fails is
// parked.
func (s *intents) expireDue(ctx context.Context) (more bool, err error) {
	due, err := s.overOnRemoved(ctx)
	for _, n := range s.networks {
		if err != nil {
			return false, err
		}
		var over []Intent
		over, err = s.overOn(ctx, n)
		due = append(due, over...)
	}
	if err != nil {
		return false, err
	}
	due = due[:min(len(due), expireChunk)]
	return jobs.Items{Job: expireJob, Max: expireChunk, RetryAfter: retryAfter, Do: s.expire, Read: func(*sqldb.Tx) ([]string, error) {
		numbers := make([]string, len(due))
		for at, i := range due {
			numbers[at] = i.No
		}
		return numbers, nil
	}}.Step(ctx, s.DB)
}

// overOn are intents whose end is older than a final block: every block that could
// still have paid them is final, and recorded with it.
func (s *intents) overOn(ctx context.Context, n *Network) (due []Intent, err error) {
	var final uint64
	var now time.Time
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		due, final, now = nil, 0, tx.Now()
		block, _, known, err := s.FinalBlock(tx, n)
		final = block
		if err != nil || !known {
			return err
		}
		due, err = s.selectOver(tx, n.Name, n, now)
		return err
	})
	if err != nil || n.Blocks == nil {
		return nil, err
	}
	if len(due) == 0 {
		delete(s.expiryWaits, n.Name)
		return nil, nil
	}
	block, err := n.Blocks.AgreedBlock(ctx, final)
	if err != nil {
		// The watcher's state says why the chain does not answer; intents wait.
		s.logExpiryWaits(n, final, now, err)
		return nil, nil
	}
	s.logExpiryGoesOn(n, now)
	isOver := func(i Intent) bool { return block.Time.After(i.ExpireAt) }
	if last := slices.IndexFunc(due, func(i Intent) bool { return !isOver(i) }); last >= 0 {
		due = due[:last]
	}
	return due, nil
}

// overOnRemoved are intents whose time is over on networks that are not configured any
// more: there is no chain to ask what was paid, and nothing can be paid to us there. What
// was recorded already is given back as always; what is found out once the
// network is back becomes a top-up.
func (s *intents) overOnRemoved(ctx context.Context) (due []Intent, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		due = nil
		until := tx.Now().Add(-removedGrace)
		var removed []string
		err := tx.Query(func(row *sqldb.Row) error {
			var name string
			err := row.Scan(&name)
			if s.networkNamed(name) == nil {
				removed = append(removed, name)
			}
			return err
		}, selectOverNetworks, until)
		for _, name := range removed {
			if err != nil || len(due) >= expireChunk {
				break
			}
			var over []Intent
			over, err = s.selectOver(tx, name, nil, until)
			due = append(due, over[:min(len(over), expireChunk-len(due))]...)
		}
		return err
	})
	return due, err
}

// selectOver lists a chunk of a network's open intents whose time was over at an
// instant, the oldest first, without those that are parked or must wait.
func (s *intents) selectOver(tx *sqldb.Tx, network string, n *Network, until time.Time) (due []Intent, err error) {
	last := Intent{ExpireAt: time.UnixMicro(0)}
	for range expireReadsMax {
		page, err := sqldb.Collect(tx, intentTable.Scan, selectOver, network, until, last.ExpireAt, last.No, expireChunk)
		if err != nil {
			return nil, err
		}
		for _, i := range page {
			// What cannot be asked about fails alone when it is closed.
			if waits, err := s.mustWait(tx, n, i); err != nil || !waits {
				due = append(due, i)
			}
		}
		if len(page) < expireChunk || len(due) >= expireChunk {
			break
		}
		last = page[len(page)-1]
	}
	return due[:min(len(due), expireChunk)], nil
}

// mustWait says that an intent stays open though its time is over: a final
// transfer of its user, which may pay it, waits to be settled, or it was paid in
// part and crediting, which would give that back, is stopped or its chain halted. No
// transfer can be settled on a network that was removed (nil).
func (s *intents) mustWait(tx *sqldb.Tx, n *Network, i Intent) (bool, error) {
	err := s.refuseGivingBack(tx, i)
	if errors.Is(err, fault.Maintenance) {
		return true, nil
	}
	if err != nil || n == nil {
		return false, err
	}
	address, err := s.Users.AddressOf(tx, i.UserID)
	if err != nil {
		return false, err
	}
	var transfer string
	return tx.QueryOne(sqldb.Dest(&transfer), selectUnsettledOf, address, n.chainKey())
}

// expire closes an intent that is still open and need not wait. The time of a parked one
// was over when it was tried first; since then its chain may have been halted, or its
// network removed.
func (s *intents) expire(tx *sqldb.Tx, no string) error {
	i, err := s.Intent(tx, no)
	if err != nil || i.State != StateOpen {
		return err
	}
	n := s.networkNamed(i.Network)
	if n == nil && !i.ExpireAt.Before(tx.Now().Add(-removedGrace)) {
		return nil
	}
	if n != nil {
		if _, _, isKnown, err := s.FinalBlock(tx, n); err != nil || !isKnown {
			return err
		}
	}
	if waits, err := s.mustWait(tx, n, i); err != nil || waits {
		return err
	}
	return s.lapse(tx, i, StateExpired, reasonExpired)
}

// logExpiryWaits logs that intents wait for a chain: at once, then seldom.
func (s *intents) logExpiryWaits(n *Network, final uint64, now time.Time, cause error) {
	wait, isKnown := s.expiryWaits[n.Name]
	if !isKnown {
		wait = &jobs.Reminder{First: remindEvery, Max: waitRemindMax}
		s.expiryWaits[n.Name] = wait
	}
	if tell, lasting := wait.Tell(now); tell {
		s.Log.Warn("intents cannot expire yet", "network", n.Name, "block", final, "error", cause, "for", lasting.Round(time.Second))
	}
}

// logExpiryGoesOn logs that the waiting is over.
func (s *intents) logExpiryGoesOn(n *Network, now time.Time) {
	if wait, isKnown := s.expiryWaits[n.Name]; isKnown {
		lasted, _ := wait.Over(now)
		s.Log.Info("intents can expire again", "network", n.Name, "after", lasted.Round(time.Second))
		delete(s.expiryWaits, n.Name)
	}
}
