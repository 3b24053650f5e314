package payment

import (
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// pauseStopped is what users read while people have stopped crediting; the other
// reasons of a pause are states of the watcher.
const pauseStopped = "stopped"

// neverStopped is for a configuration in which nobody can stop crediting.
func neverStopped(sqldb.Command) (reason string, stopped bool, err error) { return "", false, nil }

// isStopped says that somebody stopped crediting.
func (s *parts) isStopped(tx sqldb.Command) (stopped bool, err error) {
	_, stopped, err = s.Stopped(tx)
	return stopped, err
}

// RefuseStopped refuses with fault.Maintenance, and its reason, while crediting is
// stopped. Nothing is stored of that refusal, so the same request may be
// repeated.
func (s *parts) RefuseStopped(tx sqldb.Command) error {
	reason, stopped, err := s.Stopped(tx)
	if err == nil && stopped {
		err = fault.Maintenance.With("reason", reason)
	}
	return err
}
