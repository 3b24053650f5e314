package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// Who causes a change of state; operators appear with their id.
const (
	actorUser   = "user"
	actorSystem = "system"
)

// start is the effective moment: the price becomes principal and the fee is
// shared out.
func (f *portfolio) start(i int, at time.Time, cause Cause, actor string) error {
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return err
	}
	split := t.Split(m.Cost)
	referral, err := f.s.Rewards.Referral(f.tx, life.Share{MachineID: m.ID, BuyerID: m.UserID, Amount: split.Referral, At: at})
	if err != nil {
		return err
	}
	if err := f.post(at, ledger.RefMachine, m.ID, startTransfers(m, split, referral)...); err != nil {
		return err
	}
	if err := f.changeState(i, Step{To: Running, Cause: cause, Actor: actor, At: at}); err != nil {
		return err
	}
	m.Referral, m.StartAt, m.EndAt, m.MiningUntil = referral.Amount, at, at.Add(t.Term()), earning.Never()
	for _, l := range f.s.Listeners {
		e := life.Machine{ID: m.ID, UserID: m.UserID, Price: m.Price(), NewPart: m.NewPart, Diamond: split.Diamond, Star: split.Star, King: split.King, At: at}
		if err := l.MachineStarted(f.tx, e); err != nil {
			return err
		}
	}
	return f.notifyUser(m, "machine_started", map[string]string{"endAt": clock.Text(m.EndAt)})
}

// startHints names what a start reads, whoever listens to it included.
func (s *Service) startHints(userID string) []sqldb.Hint {
	hints := []sqldb.Hint{s.Ledger.Hint(principal(userID)), s.Ledger.Hint(levelPool), s.Ledger.Hint(revenue)}
	for _, pool := range []ledger.Class{ledger.DividendDiamond, ledger.DividendStar, ledger.DividendKing} {
		hints = append(hints, s.Ledger.Hint(ledger.House(pool, money.USDT)))
	}
	hints = append(hints, s.Rewards.Hints(userID)...)
	for _, l := range s.Listeners {
		hints = append(hints, l.Hints(userID)...)
	}
	return hints
}

// startTransfers are the postings of a start. They take exactly price and fee
// out of the cooling-off account.
func startTransfers(m *Machine, split offer.Split, referral life.Referral) []ledger.Transfer {
	from := cooling(m.UserID)
	toPool := func(pool ledger.Class, share money.Amount) ledger.Transfer {
		return internalTransfer(ledger.DividendShare, from, ledger.House(pool, money.USDT), share)
	}
	reward := ledger.Transfer{Type: ledger.ReferralRewards, Debit: from, Credit: ledger.AvailableOf(referral.ReferrerID, money.USDT), Amount: referral.Amount}
	if referral.IsDelayed {
		reward = internalTransfer(ledger.RewardDelayed, from, ledger.House(ledger.Delayed, money.USDT), referral.Amount)
	}
	return withoutEmpty(
		internalTransfer(ledger.MachineStarted, from, principal(m.UserID), m.Price()),
		toPool(ledger.DividendDiamond, split.Diamond),
		toPool(ledger.DividendStar, split.Star),
		toPool(ledger.DividendKing, split.King),
		reward,
		internalTransfer(ledger.Unallocated, from, interestFree, split.Referral-referral.Amount),
		internalTransfer(ledger.LevelShare, from, levelPool, split.Level),
		internalTransfer(ledger.ServiceFee, from, revenue, split.Platform))
}

// StartNow waives the rest of the cooling-off. It
// refuses with fault.NotFound and ErrNotPossible.
func (s *Service) StartNow(tx sqldb.Command, userID, machineID string) (Machine, error) {
	f, i, err := s.owners.openOne(tx, userID, machineID)
	if err != nil {
		return Machine{}, err
	}
	if f.machines[i].State != Cooling {
		return Machine{}, ErrNotPossible
	}
	if err := f.start(i, f.State.EffectiveNow(tx), CoolingWaived, actorUser); err != nil {
		return Machine{}, err
	}
	m := f.machines[i]
	return m, f.Save()
}
