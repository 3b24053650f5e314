package team

import (
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindGrant = "reward_grant"

type ofReward struct {
	RewardID httpapi.ID `json:"rewardId"`
}

// appeals grant what was refused, where its owner objected with reason.
type appeals struct{ rewarding }

func (a appeals) register(o *operator.Service, makers, checkers []operator.Role) {
	operator.Handle(o, operator.Kind[ofReward]{Name: kindGrant, Path: "rewards/grant", Makers: makers, Checkers: checkers,
		Describe: a.describe, Barred: a.refuseOwn,
		Execute: func(tx *sqldb.Tx, in ofReward, _ operator.Decision) error {
			r, err := a.refused(tx, string(in.RewardID))
			if err != nil {
				return err
			}
			return a.grant(tx, r)
		}})
}

// grant pays a reward that was refused, out of the pool that its refusal filled.
func (a appeals) grant(tx sqldb.Command, r reward) error {
	if err := a.countReferral(tx, r, r.Amount); err != nil {
		return err
	}
	r.State, r.Cause, r.Reason = Paid, "", ""
	return a.decide(tx, r, ledger.Transfer{Type: r.Kind, Debit: interestFree, Credit: ledger.AvailableOf(r.UserID, money.USDT), Amount: r.Amount}, tx.Now())
}

// refused is a reward that can still be granted, of a referral what the cap of its
// month leaves; operator.ErrNothing for one that was not refused, or too long ago, or
// that the cap leaves nothing of.
func (a appeals) refused(tx sqldb.Command, id string) (reward, error) {
	r, err := fault.Known(a.store.rewards.Get(tx, id))
	switch {
	case err != nil:
		return reward{}, err
	case r.State != Refused || tx.Now().After(r.DueAt):
		return reward{}, operator.ErrNothing
	}
	if r.Kind == ledger.ReferralRewards {
		_, left, err := a.monthOf(tx, r.UserID, r.At)
		if err != nil {
			return reward{}, err
		}
		if r.Amount = min(r.Amount, left); r.Amount == 0 {
			return reward{}, operator.ErrNothing
		}
	}
	free, err := a.Ledger.Balance(tx, interestFree)
	if err == nil && free < r.Amount {
		err = operator.ErrShort.With("account", interestFree.ID()).With("balance", free.String()).With("currency", string(money.USDT))
	}
	return r, err
}

func (a appeals) describe(tx *sqldb.Tx, in ofReward) (operator.Description, error) {
	r, err := a.refused(tx, string(in.RewardID))
	if err != nil {
		return operator.Description{}, err
	}
	p, err := user.Find(tx, r.UserID)
	if err != nil {
		return operator.Description{}, err
	}
	return operator.Description{Subject: r.ID, Basis: r.Amount.String(), Approvals: 1, Diff: []operator.Change{
		{Field: "reward of " + user.Mask(p.Address), Before: "refused: " + r.Reason, After: r.Amount.String() + " " + string(money.USDT)},
		{Field: interestFree.ID(), Before: "", After: "-" + r.Amount.String()}}}, nil
}

// refuseOwn refuses whoever would be paid.
func (a appeals) refuseOwn(tx *sqldb.Tx, in ofReward, who operator.Staff) error {
	r, found, err := a.store.rewards.Get(tx, string(in.RewardID))
	if err != nil || !found {
		return err
	}
	return operator.RefuseOwn(tx, r.UserID, who)
}
