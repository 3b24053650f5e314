package team

import (
	"context"
	"errors"
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

// openFlags is the scope of flags that are not lifted. There are few, so that all
// are read at once: whose flag a purchase asks for is not known before.
const (
	openFlags   = "open"
	liftedFlags = "lifted"
	// flagsMax bounds the open flags.
	flagsMax = 1000

	jobFlagsEnd = "team_flags_end"
	endEvery    = time.Minute
	// endMax bounds the flags that one transaction ends.
	endMax    = 50
	endReason = "Automatic: nobody took the flag over in seven days"
)

// Doubted is who or what a flag is about: a user, or an address together with the
// accounts that it funded.
type Doubted struct {
	UserID  string `json:"userId,omitempty"`
	Address string `json:"address,omitempty" doc:"Instead of a user: an address that funded several accounts"`
}

// Check refuses what names neither or both.
func (d Doubted) Check() error {
	if (d.UserID == "") == (d.Address == "") {
		return fault.Invalid("userId")
	}
	return nil
}

func (d Doubted) name() string { return d.UserID + d.Address }

// Flag is a doubt, an operator's or the program's own (bySystem). While it is open,
// rewards are set aside for at most seven days, and withdrawals go to a reviewer.
type Flag struct {
	ID, Scope string
	Doubted
	Reason           string
	OpenedBy         string
	OpenedAt         time.Time
	LiftedBy, Lifted string
	LiftedAt         time.Time
}

// endsAt is when a flag ends by itself: the program's after seven days, none that an
// operator opened or took over.
func (f Flag) endsAt() (at time.Time, ends bool) {
	return f.OpenedAt.Add(delay), f.OpenedBy == bySystem
}

// ErrFlagsMax refuses more flags than are read at once.
var ErrFlagsMax = errors.New("team: too many open flags")

// flagOf is the reason of the open flag of a user or an address. A user without an own
// one has that of an address that funded the account.
func (s flags) flagOf(tx sqldb.Command, about Doubted) (reason string, isFlagged bool, err error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil || len(flags) == 0 {
		return "", false, err
	}
	signals, _, err := s.store.signals.Get(tx, about.UserID)
	for _, f := range flags {
		if f.Doubted == about {
			return f.Reason, true, err
		}
		if slices.ContainsFunc(signals, func(one signal) bool { return one.FlagID == f.ID }) {
			reason, isFlagged = f.Reason, true
		}
	}
	return reason, isFlagged, err
}

// HasOpen says that a user is under a risk flag.
func (s flags) HasOpen(tx sqldb.Command, userID string) (bool, error) {
	_, isFlagged, err := s.flagOf(tx, Doubted{UserID: userID})
	return isFlagged, err
}

// openFlag opens a flag, or gives the one that is open another reason. A flag of the
// program's that an operator opens again is the operator's from then on.
func (s flags) openFlag(tx sqldb.Command, about Doubted, reason, by string) (Flag, error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return Flag{}, err
	}
	flags = slices.Clone(flags)
	i := slices.IndexFunc(flags, func(f Flag) bool { return f.Doubted == about })
	if i < 0 {
		if len(flags) >= flagsMax {
			return Flag{}, ErrFlagsMax
		}
		i = len(flags)
		flags = append(flags, Flag{ID: entropy.ID(s.Chance, tx.Now()), Scope: openFlags, Doubted: about, OpenedBy: by, OpenedAt: tx.Now()})
		if len(flags) == automaticMax/2 {
			s.Log.Warn("half as many risk flags are open as the program sets by itself", "open", len(flags), "most", automaticMax)
		}
	}
	flags[i].Reason = reason
	if flags[i].OpenedBy == bySystem {
		flags[i].OpenedBy = by
	}
	s.store.flags.Set(tx, openFlags, flags)
	s.store.saveFlag.Add(tx, flags[i])
	return flags[i], nil
}

// liftFlag lifts a flag, and lets what it delays be paid at once. A user is also
// taken out of the flags of addresses. It tells whether there was one.
func (s flags) liftFlag(tx *sqldb.Tx, about Doubted, reason, by string) (wasOpen bool, err error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return false, err
	}
	signals, _, err := s.store.signals.Get(tx, about.UserID)
	if err != nil {
		return false, err
	}
	for _, f := range flags {
		for _, one := range signals {
			if one.FlagID == f.ID {
				one.FlagID, wasOpen = "", true
				s.store.saveSignal.Add(tx, one)
			}
		}
		if f.Doubted == about {
			wasOpen = true
			err = errors.Join(err, s.endFlag(tx, f, reason, by))
		}
	}
	if err == nil && about.UserID != "" {
		err = tx.Do(releaseNow, tx.Now(), about.UserID)
	}
	return wasOpen, err
}

// endFlag closes a flag, and lets be paid at once what it alone delays.
func (s flags) endFlag(tx *sqldb.Tx, f Flag, reason, by string) error {
	f.Scope, f.LiftedBy, f.Lifted, f.LiftedAt = liftedFlags, by, reason, tx.Now()
	s.store.saveFlag.Add(tx, f)
	// It also makes the transaction forget what it knows of flags.
	return tx.Do(releaseMembers, tx.Now(), f.UserID, f.ID)
}

// endStep ends the program's flags that no operator took over in seven days.
func (s flags) endStep(ctx context.Context) (more bool, err error) {
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		flags, _, err := s.store.flags.Get(tx, openFlags)
		if err != nil {
			return err
		}
		flags = slices.DeleteFunc(slices.Clone(flags), func(f Flag) bool {
			at, ends := f.endsAt()
			return !ends || at.After(tx.Now())
		})
		more = len(flags) > endMax
		for _, f := range flags[:min(len(flags), endMax)] {
			if err := s.endFlag(tx, f, endReason, bySystem); err != nil {
				return err
			}
			note := audit.Note{Subject: f.name(), Reason: endReason, After: map[string]any{"liftedBy": bySystem}}
			if err := audit.Write(tx, audit.By{}, liftPath, note); err != nil {
				return err
			}
		}
		return nil
	})
	return more && err == nil, err
}
