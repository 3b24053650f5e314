package team

import (
	"errors"
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
)

// openFlags is the scope of flags that are not lifted. There are few, so that all
// are read at once: whose flag a purchase asks for is not known before.
const (
	openFlags   = "open"
	liftedFlags = "lifted"
	// flagsMax bounds the open flags.
	flagsMax = 1000
)

// Flag is a doubt about a user, an operator's or the program's own (bySystem). While
// it is open, rewards are set aside for at most seven days, and withdrawals go to a
// reviewer.
type Flag struct {
	ID, Scope        string
	UserID           string
	Reason           string
	OpenedBy         string
	OpenedAt         time.Time
	LiftedBy, Lifted string
	LiftedAt         time.Time
}

// ErrFlagsMax refuses more flags than are read at once.
var ErrFlagsMax = errors.New("team: too many open flags")

// flagOf is the reason of a user's open flag.
func (s *Service) flagOf(tx *sqldb.Tx, userID string) (reason string, isFlagged bool, err error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	for _, f := range flags {
		if f.UserID == userID {
			return f.Reason, true, err
		}
	}
	return "", false, err
}

// HasOpen says that a user is under a risk flag.
func (s *Service) HasOpen(tx *sqldb.Tx, userID string) (bool, error) {
	_, isFlagged, err := s.flagOf(tx, userID)
	return isFlagged, err
}

// openFlag opens a flag, or changes the reason of the one that is open.
func (s *Service) openFlag(tx *sqldb.Tx, userID, reason, by string) error {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return err
	}
	if len(flags) >= flagsMax {
		return ErrFlagsMax
	}
	flags = slices.Clone(flags)
	i := slices.IndexFunc(flags, func(f Flag) bool { return f.UserID == userID })
	if i < 0 {
		i = len(flags)
		flags = append(flags, Flag{ID: entropy.ID(s.chance, tx.Now()), Scope: openFlags, UserID: userID, OpenedBy: by, OpenedAt: tx.Now()})
	}
	flags[i].Reason = reason
	s.store.flags.Set(tx, openFlags, flags)
	s.store.saveFlag.Add(tx, flags[i])
	return nil
}

// liftFlag lifts a user's flag, and lets what it delays be paid at once. It tells
// whether there was one.
func (s *Service) liftFlag(tx *sqldb.Tx, userID, reason, by string) (wasOpen bool, err error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(flags, func(f Flag) bool { return f.UserID == userID })
	if i < 0 {
		return false, nil
	}
	f := flags[i]
	f.Scope, f.LiftedBy, f.Lifted, f.LiftedAt = liftedFlags, by, reason, tx.Now()
	s.store.saveFlag.Add(tx, f)
	// It also makes the transaction forget what it knows of flags.
	_, err = tx.Exec(releaseNow, tx.Now(), userID)
	return true, err
}
