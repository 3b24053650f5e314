package team

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/core/operator/audit"
	"etld/internal/core/param"
	"etld/internal/core/payment/claim"
	"etld/internal/infra/sqldb"
)

const (
	jobScreen   = "team_screen"
	screenEvery = 10 * time.Second
	// screenMax bounds the rewards that one transaction screens.
	screenMax = 64

	// burstWithin is how close to each other the starts of a burst are.
	burstWithin = time.Hour
	// burstRowsMax bounds the rewards that are looked at for one.
	burstRowsMax = 500
	// automaticMax is how many flags may be open for the program to open another:
	// the rest is left to operators, whom a flood of accounts must not lock out.
	automaticMax = flagsMax / 2

	// bySystem is who opened a flag that nobody did.
	bySystem = "system"
	// flagPath and liftPath are the calls by which operators flag and lift, and their
	// names in the audit log.
	flagPath = "users/flag"
	liftPath = "users/liftFlag"
	// automatic begins the reason of a flag that the program opened.
	automatic = "Automatic: "
)

// The limits from which the program doubts by itself. A family stays below both.
var (
	fundedLeast = param.NewInteger("team.flag_funded_least", 5, param.WorseNever, param.Between(2, claim.FundedMax))
	burstLeast  = param.NewInteger("team.flag_burst_least", 10, param.WorseNever, param.Between(2, burstRowsMax/2))
)

// signal is what spoke against a user, kept so that it speaks once, and the flag
// under which the account is for it.
type signal struct {
	ID, UserID, FlagID string
	At                 time.Time
}

func fundingSignal(address, userID string) string { return "shared_funding|" + address + "|" + userID }

// isSharedFunding says that one address funded too many accounts.
func isSharedFunding(accounts []string, least int64) bool { return int64(len(accounts)) >= least }

// purchase is the start of a machine that brought its buyer's referrer a reward.
type purchase struct {
	BuyerID string
	At      time.Time
}

// burst is the greatest number of buyers whose machines started within one hour.
// It reorders the list.
func burst(list []purchase) (most int) {
	slices.SortFunc(list, func(a, b purchase) int { return a.At.Compare(b.At) })
	first, buyers := 0, make(map[string]int)
	for _, last := range list {
		buyers[last.BuyerID]++
		for ; last.At.Sub(list[first].At) >= burstWithin; first++ {
			id := list[first].BuyerID
			if buyers[id]--; buyers[id] == 0 {
				delete(buyers, id)
			}
		}
		most = max(most, len(buyers))
	}
	return most
}

// Funded puts accounts that one address funded under one flag of this address, in the
// transaction of a claim. Each comes under a flag once for an address, whatever
// operators decide afterwards.
func (s flags) Funded(tx *sqldb.Tx, address string, accounts []string) error {
	v, err := param.AsOf(tx, tx.Now())
	if err != nil || !isSharedFunding(accounts, fundedLeast.In(v)) {
		return err
	}
	var fresh []string
	for _, userID := range accounts {
		signals, _, err := s.store.signals.Get(tx, userID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(signals, func(one signal) bool { return one.ID == fundingSignal(address, userID) }) {
			fresh = append(fresh, userID)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	flag, isHeard, err := s.doubt(tx, Doubted{Address: address}, fmt.Sprintf("%s funded %d accounts", address, len(accounts)))
	if err != nil || !isHeard {
		return err
	}
	for _, userID := range fresh {
		signals, _, err := s.store.signals.Get(tx, userID)
		if err != nil {
			return err
		}
		one := signal{ID: fundingSignal(address, userID), UserID: userID, At: tx.Now(), FlagID: flag.ID}
		s.store.signals.Set(tx, userID, append(slices.Clone(signals), one))
		s.store.saveSignal.Add(tx, one)
		if err := auditDoubt(tx, userID, flag.Reason); err != nil {
			return err
		}
	}
	return nil
}

// screen flags a referrer when a reward belongs to a burst. What started before a
// flag of the referrer was lifted is no evidence any more.
func (s flags) screen(tx *sqldb.Tx, id string) error {
	r, _, err := s.store.rewards.Get(tx, id)
	if err != nil || r.IsScreened {
		return err
	}
	r.IsScreened = true
	s.store.rewards.Put(tx, r)
	_, isFlagged, err := s.flagOf(tx, Doubted{UserID: r.UserID})
	if err != nil || isFlagged {
		return err
	}
	v, err := param.AsOf(tx, tx.Now())
	if err != nil {
		return err
	}
	// A reward is made at the start or later, so ids before the hour are of no use.
	from, to := r.At.Add(-burstWithin), r.At.Add(burstWithin)
	list, err := sqldb.Collect(tx, sqldb.Into(func(p *purchase) []any { return sqldb.Dest(&p.BuyerID, &p.At) }),
		selectPurchases, r.UserID, entropy.FirstID(from), r.ID, burstRowsMax, from, to)
	if err != nil {
		return err
	}
	n := burst(list)
	if int64(n) < burstLeast.In(v) {
		return nil
	}
	reason := fmt.Sprintf("machines of %d invited users started within an hour, around %s", n, clock.Text(r.At))
	flag, isHeard, err := s.doubt(tx, Doubted{UserID: r.UserID}, reason)
	if err != nil || !isHeard {
		return err
	}
	return auditDoubt(tx, r.UserID, flag.Reason)
}

// doubt opens a flag on the program's own judgement. It leaves a flag that is open as
// it is. It does not hear of more doubts while automaticMax flags are open.
func (s flags) doubt(tx sqldb.Command, about Doubted, reason string) (flag Flag, isHeard bool, err error) {
	flags, _, err := s.store.flags.Get(tx, openFlags)
	if err != nil {
		return Flag{}, false, err
	}
	if i := slices.IndexFunc(flags, func(f Flag) bool { return f.Doubted == about }); i >= 0 {
		return flags[i], true, nil
	}
	if len(flags) >= automaticMax {
		return Flag{}, false, nil
	}
	flag, err = s.openFlag(tx, about, automatic+reason, bySystem)
	return flag, err == nil, err
}

// auditDoubt records that the program put a user under a flag.
func auditDoubt(tx *sqldb.Tx, userID, reason string) error {
	return audit.Write(tx, audit.By{}, flagPath, audit.Note{Subject: userID, Reason: reason, After: map[string]any{"openedBy": bySystem}})
}
