package price

import (
	"errors"

	"etld/internal/infra/sqldb"
)

// Scope is a kind of trading that an operator can stop.
type Scope string

// The scopes.
const (
	Swaps Scope = "swap"
	Sales Scope = "trade"
)

// ReasonStopped is the reason of a refusal while an operator's stop lasts.
const ReasonStopped = "stopped"

// ErrNoReason refuses a stop without an actor or a reason.
var ErrNoReason = errors.New("a stop needs an actor and a reason")

// Stop stops or resumes a kind of trading; quotes already given are not
// executed while it is stopped. Lookups and writes only.
func (s *Service) Stop(tx *sqldb.Tx, scope Scope, stopped bool, actor, reason string) error {
	if actor == "" || reason == "" {
		return ErrNoReason
	}
	s.store.stops.Set(tx, string(scope), stop{stopped, reason})
	s.store.saveStop.Add(tx, string(scope), stopped, reason, actor, tx.Now())
	return nil
}

// Open refuses with ErrUnavailable while an operator has stopped the scope.
func (s *Service) Open(tx *sqldb.Tx, scope Scope) error {
	v, _, err := s.store.stops.Get(tx, string(scope))
	if err == nil && v.stopped {
		return ErrUnavailable.With("reason", ReasonStopped).With("note", v.reason)
	}
	return err
}

// StopHint names the row that Open reads.
func (s *Service) StopHint(scope Scope) sqldb.Hint { return s.store.stops.Hint(string(scope)) }
