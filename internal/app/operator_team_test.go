package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/team"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// One operator flags a user, whose rewards are then set aside; it takes two to
// refuse one, and to lift the flag.
func TestOperatorsDelayAndRefuseRewards(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	referrer, buyer := p.invited(t)
	risk, checker, support := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
	of := func(name, value string) map[string]any {
		return map[string]any{"payload": map[string]any{name: value}, "reason": "both wallets were funded by one"}
	}
	if r := support.call("users/flag", of("userId", referrer)); r.Code == http.StatusOK {
		t.Error("support flagged a user")
	}
	if r := risk.call("users/flag", of("userId", "NOBODY")); r.Code == http.StatusOK {
		t.Error("nobody was flagged")
	}
	if r := risk.call("users/flag", of("userId", referrer)); r.Code != http.StatusOK {
		t.Fatalf("flag: %+v", r)
	}
	p.reward(t, buyer, "15")
	p.reward(t, buyer, "3")
	seen := dataOf[team.StaffTeam](t, support.call("users/team", map[string]any{"userId": referrer}))
	rewards := rewardsOf(t, support, referrer)
	if seen.Flag == "" || len(rewards) != 2 || rewards[0].State != team.Delayed || rewards[0].SourceID != buyer {
		t.Fatalf("the referrer: %+v, %+v", seen, rewards)
	}
	if theirs := dataOf[team.StaffTeam](t, support.call("users/team", map[string]any{"userId": buyer})); len(theirs.Above) != 1 || theirs.Above[0].UserID != referrer {
		t.Errorf("above the buyer: %+v", theirs.Above)
	}
	// Two came in one instant, in either order.
	refused, kept := rewards[0], rewards[1]
	refusal := func(cause string) map[string]any {
		return map[string]any{"payload": map[string]any{"rewardId": refused.RewardID, "cause": cause}, "reason": "both wallets were funded by one"}
	}
	for _, cause := range []string{"", "none_of_these"} {
		if r := risk.call("rewards/refuse", refusal(cause)); r.Code != fault.InvalidField.Code {
			t.Errorf("cause %q: %+v", cause, r)
		}
	}
	proposed := risk.call("rewards/refuse", refusal("linked_accounts"))
	if r := risk.approve(proposed); r.Code == http.StatusOK {
		t.Error("the maker refused a reward alone")
	}
	if r := checker.approve(proposed); r.Code != http.StatusOK {
		t.Fatalf("refuse: %+v", r)
	}
	if after := rewardsOf(t, support, referrer)[0]; after.State != team.Refused ||
		after.Cause != team.LinkedAccounts || after.Reason != "both wallets were funded by one" {
		t.Errorf("once refused: %+v", after)
	}
	if r := risk.call("rewards/refuse", refusal("other")); r.Code != operator.ErrNothing.Code {
		t.Errorf("refuse it again: %+v", r)
	}
	if r := risk.call("rewards/grant", of("rewardId", kept.RewardID)); r.Code != operator.ErrNothing.Code {
		t.Errorf("grant what was not refused: %+v", r)
	}
	if r := checker.approve(risk.call("users/liftFlag", of("userId", referrer))); r.Code != http.StatusOK {
		t.Fatalf("lift: %+v", r)
	}
	if r := risk.call("users/liftFlag", of("userId", referrer)); r.Code != operator.ErrNothing.Code {
		t.Errorf("lift it again: %+v", r)
	}
	if err := p.WorkJobs(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		got, err := p.ledger.Balance(tx, ledger.AvailableOf(referrer, money.USDT))
		if got != kept.Amount {
			t.Errorf("the referrer has %s, want %s", got, kept.Amount)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p.grantsRefused(t, risk, checker, referrer, refused, kept)
	if all := dataOf[team.Overview](t, support.call("team/overview", map[string]any{})); all.Delayed != 0 || all.Levelled == "" {
		t.Errorf("the overview: %+v", all)
	}
	found, err := p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}

// rewardsOf are a user's rewards, one at a time: a page goes on where the one before ended.
func rewardsOf(t *testing.T, by *person, userID string) (list []team.StaffReward) {
	t.Helper()
	for body := map[string]any{"userId": userID, "size": 1}; ; {
		page := dataOf[lists.Page[team.StaffReward]](t, by.call("rewards/list", body))
		list = append(list, page.List.List...)
		if !page.HasMore {
			return list
		}
		body["cursor"] = page.NextCursor
	}
}

// grantsRefused holds that two operators grant a refused reward after all, once.
func (p *Program) grantsRefused(t *testing.T, risk, checker *person, referrer string, refused, kept team.StaffReward) {
	t.Helper()
	grant := map[string]any{"payload": map[string]any{"rewardId": refused.RewardID}, "reason": "the second wallet is a shop's"}
	granted := risk.call("rewards/grant", grant)
	if r := risk.approve(granted); r.Code == http.StatusOK {
		t.Error("the maker granted a reward alone")
	}
	if r := checker.approve(granted); r.Code != http.StatusOK {
		t.Fatalf("grant: %+v", r)
	}
	if r := risk.call("rewards/grant", grant); r.Code != operator.ErrNothing.Code {
		t.Errorf("grant it twice: %+v", r)
	}
	p.holds(t, ledger.AvailableOf(referrer, money.USDT), (refused.Amount + kept.Amount).String())
}

// What two people lift is the doubt that they looked at: somebody had another one since.
func TestALiftEndsOnlyTheDoubtItSpeaksOf(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	referrer, _ := p.invited(t)
	risk, other, checker := p.staff(t, operator.Risk), p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
	about := func(reason string) map[string]any {
		return map[string]any{"payload": map[string]any{"userId": referrer}, "reason": reason}
	}
	if r := risk.call("users/flag", about("both wallets were funded by one")); r.Code != http.StatusOK {
		t.Fatalf("flag: %+v", r)
	}
	lift := risk.call("users/liftFlag", about("they are married"))
	if r := other.call("users/flag", about("the deposits are stolen")); r.Code != http.StatusOK {
		t.Fatalf("flag again: %+v", r)
	}
	if r := checker.approve(lift); r.Code != operator.ErrBasisChanged.Code {
		t.Errorf("lifted: %+v", r)
	}
}

// A purchase that is cancelled in its cooling-off leaves no reward and no
// performance; one that starts leaves both.
func TestACancelledPurchaseLeavesNothingForTheTeam(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	referrer, buyer := p.invited(t)
	support := p.staff(t, operator.Support)
	for _, step := range []struct {
		startNow             bool
		performance, rewards string
	}{{false, "0", "0"}, {true, "100", "1.5"}} {
		w := p.world(t)
		w.Fund(ledger.InterestFree, "10 USDT")
		w.Deposit(buyer, "105 USDT")
		w.Update(func(tx *sqldb.Tx) error {
			minerNo, err := p.buyMachine(tx, buyer, step.startNow)
			if err != nil || step.startNow {
				return err
			}
			_, err = p.machine.Cancel(tx, buyer, minerNo)
			return err
		})
		if err := p.WorkJobs(t.Context()); err != nil {
			t.Fatal(err)
		}
		seen := dataOf[team.StaffTeam](t, support.call("users/team", map[string]any{"userId": referrer}))
		rewards := money.Amount(0)
		for _, r := range rewardsOf(t, support, referrer) {
			rewards += r.Amount
		}
		if seen.Performance != money.MustParse(step.performance) || rewards != money.MustParse(step.rewards) {
			t.Errorf("started: %v: performance %s, rewards %s", step.startNow, seen.Performance, rewards)
		}
	}
	found, err := p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}

// invited makes two users, of whom the second was invited by the first.
func (p *Program) invited(t *testing.T) (referrer, buyer string) {
	t.Helper()
	err := p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		if err := p.seed(tx); err != nil {
			return err
		}
		for i, id := range []*string{&referrer, &buyer} {
			one, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", i+1), ParentID: referrer})
			if err != nil {
				return err
			}
			if err := p.team.Members.Joined(tx, one); err != nil {
				return err
			}
			*id = one.ID
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return referrer, buyer
}

// reward lets a share of a buyer's fee go where it belongs, as the start of a
// machine does.
func (p *Program) reward(t *testing.T, buyer, share string) {
	t.Helper()
	err := p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		sum := money.MustParse(share)
		r, err := p.team.Rewarding.Referral(tx, life.Share{MachineID: "MACHINE", BuyerID: buyer, Amount: sum, At: tx.Now()})
		if err != nil {
			return err
		}
		if !r.IsDelayed {
			t.Error("the reward is not delayed")
		}
		chain, suspense := ledger.House(ledger.ChainBEP20, money.USDT), ledger.House(ledger.Suspense, money.USDT)
		available, cooling := ledger.AvailableOf(buyer, money.USDT), ledger.Of(buyer, ledger.Cooling, money.USDT)
		_, err = p.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{
			{Type: ledger.InternalTransfer, SubType: ledger.SuspenseIn, Debit: chain, Credit: suspense, Amount: sum},
			{Type: ledger.TopUp, SubType: ledger.SuspenseClaimed, Debit: suspense, Credit: available, Amount: sum},
			{Type: ledger.PurchaseProduct, Debit: available, Credit: cooling, Amount: sum},
			{Type: ledger.InternalTransfer, SubType: ledger.RewardDelayed, Debit: cooling, Credit: ledger.House(ledger.Delayed, money.USDT), Amount: r.Amount}}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func dataOf[T any](t *testing.T, r reply) (data T) {
	t.Helper()
	if r.Code != http.StatusOK {
		t.Fatalf("%+v", r)
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}
