package team

import (
	"context"
	"fmt"
	"time"

	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	countEvery = time.Second
	// countMax bounds the changes that one transaction counts.
	countMax = 256
	// retryAfter is when an item that failed is tried again.
	retryAfter = time.Hour

	jobCount = "team_count"
)

// Joined puts a new user into the tree, in the transaction that makes the user.
func (s members) Joined(tx sqldb.Command, p user.Person) error {
	m := Member{ID: p.ID, JoinedAt: p.CreatedAt}
	if p.ParentID != "" {
		parent, err := s.memberOf(tx, p.ParentID)
		if err != nil {
			return err
		}
		m.Above = parent.below()
	}
	s.store.members.Put(tx, m)
	s.store.insertChange.Add(tx, change{ID: changeID(joined, p.ID), Kind: joined, UserID: p.ID, At: p.CreatedAt})
	return nil
}

// memberOf is a user's place in the tree, which every user has from the first moment.
func (s members) memberOf(tx sqldb.Command, userID string) (Member, error) {
	m, found, err := s.store.members.Get(tx, userID)
	if err == nil && !found {
		err = fmt.Errorf("user %s has no place in the tree", userID)
	}
	return m, err
}

// Hints is part of life.Listener: nothing is read where a machine starts or ends.
func (members) Hints(string) []sqldb.Hint { return nil }

// MachineStarted notes a machine's start, in its transaction and by one write
// alone: the sums of those above follow a moment later.
func (s members) MachineStarted(tx sqldb.Command, m life.Machine) error {
	return s.note(tx, started, m)
}

// MachineEnded notes the end of a machine that had started.
func (s members) MachineEnded(tx sqldb.Command, m life.Machine) error { return s.note(tx, ended, m) }

func (s members) note(tx sqldb.Command, k kind, m life.Machine) error {
	s.store.insertChange.Add(tx, change{ID: changeID(k, m.ID), Kind: k, UserID: m.UserID, NewPart: m.NewPart, Principal: m.Price, At: m.At})
	return nil
}

// countStep lets the sums follow what happened before the next night's levels are
// worked out: what comes later waits for them, so that levels come out the same
// however late they are worked out.
func (s members) countStep(ctx context.Context) (more bool, err error) {
	return jobs.Items{Job: jobCount, Max: countMax, RetryAfter: retryAfter, Do: s.count,
		Read: func(tx *sqldb.Tx) ([]string, error) {
			v, err := s.currentState(tx)
			if err != nil {
				return nil, err
			}
			ids, err := sqldb.Collect(tx, sqldb.One[string], selectUncounted, v.countedUntil(), countMax)
			if err != nil {
				return nil, err
			}
			return ids, s.loadToCount(tx, ids)
		}}.Step(ctx, s.DB)
}

// loadToCount fetches what counting some changes will read, a statement for each
// kind of row.
func (s members) loadToCount(tx *sqldb.Tx, ids []string) error {
	if tx.Engine() == sqldb.SQLite {
		return nil
	}
	if err := s.store.changes.Load(tx, ids); err != nil {
		return err
	}
	users := make([]string, 0, len(ids))
	for _, id := range ids {
		c, _, err := s.store.changes.Get(tx, id)
		if err != nil {
			return err
		}
		users = append(users, c.UserID)
	}
	if err := s.store.members.Load(tx, users); err != nil {
		return err
	}
	var above []string
	for _, id := range users {
		m, _, err := s.store.members.Get(tx, id)
		if err != nil {
			return err
		}
		for _, a := range m.Above {
			if a != "" {
				above = append(above, a)
			}
		}
	}
	return s.store.members.Load(tx, above)
}

// countedUntil is the instant before which changes are counted.
func (v state) countedUntil() time.Time { return (v.Levelled + 1).Start() }

// count lets the sums of a member and of those above follow one change.
func (s members) count(tx *sqldb.Tx, id string) error {
	c, _, err := s.store.changes.Get(tx, id)
	if err != nil || c.IsCounted {
		return err
	}
	m, err := s.memberOf(tx, c.UserID)
	if err != nil {
		return err
	}
	m.count(c, 0)
	s.store.members.Put(tx, m)
	for i, id := range m.Above {
		if id == "" {
			break
		}
		above, err := s.memberOf(tx, id)
		if err != nil {
			return err
		}
		above.count(c, i+1)
		s.store.members.Put(tx, above)
	}
	c.IsCounted = true
	s.store.changes.Set(tx, id, c)
	s.store.saveChange.Add(tx, c)
	return nil
}
