package httpapi

import (
	"context"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

var errShort = fault.New(1201, "test_short")

// owing credits its user once with what fell due, or is not ready to.
type owing struct {
	userID string
	due    money.Amount
	asked  int
	err    error
}

func (o *owing) CatchUp(tx sqldb.Command, userID string) error {
	o.asked++
	if o.err != nil || userID != o.userID {
		return o.err
	}
	sum, _, err := counters.Get(tx, userID)
	sum.id, sum.n = userID, sum.n+int64(o.due)
	counters.Set(tx, userID, sum)
	saveCounter.Add(tx, sum)
	o.due = 0
	return err
}

type spendIn struct {
	Amount money.Amount `query:"amount"`
}

// spend takes from a counter what it has.
func spend(tx sqldb.Command, c Caller, in spendIn) (addOut, error) {
	sum, _, err := counters.Get(tx, c.UserID)
	if err != nil {
		return addOut{}, err
	}
	if sum.id, sum.n = c.UserID, sum.n-int64(in.Amount); sum.n < 0 {
		return addOut{}, errShort
	}
	counters.Set(tx, c.UserID, sum)
	saveCounter.Add(tx, sum)
	return addOut{Total: money.Amount(sum.n), By: c.UserID}, nil
}

// Before a balance is said to be too small, what fell due to the user is applied: with
// it the call succeeds, or it stays applied. Who has enough is not asked for it.
func TestABalanceIsShortOnlyWithAllThatFellDue(t *testing.T) {
	t.Parallel()
	const command, free, action = "/api/test/spend", "/api/test/spendFree", "/api/test/spendNow"
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		Command(w.api, Op{Path: command, Tag: "test"}, CommandSpec[spendIn, addOut]{Handle: spend})
		Free(w.api, Op{Path: free, Tag: "test"}, func(tx *sqldb.Tx, c Caller, in spendIn) (addOut, error) { return spend(tx, c, in) })
		Action(w.api, Op{Path: action, Tag: "test"}, func(ctx context.Context, c Caller, in spendIn) (out addOut, err error) {
			err = w.db.Command(ctx, func(tx sqldb.Command) error {
				out, err = spend(tx, c, in)
				return err
			})
			return out, err
		})
		for _, path := range []string{command, free, action} {
			user := "user of " + path
			token, due := w.signIn(user), &owing{userID: user, due: money.Units(5)}
			w.api.Overdue = due
			request := func(id string, amount string) reply {
				return w.call(path, token, "requestId", requestID+id, "amount", amount)
			}
			due.err = fault.Maintenance
			if got := request("a", "2"); got.Code != 1011 || due.asked != 1 {
				t.Errorf("%s: not ready: %s, asked %d times", path, got.body, due.asked)
			}
			due.err = nil
			if got := request("a", "2"); got.Code != 200 || w.total(user) != money.Units(3) || due.asked != 2 {
				t.Errorf("%s: with what fell due: %s, left %s, asked %d times", path, got.body, w.total(user), due.asked)
			}
			if got := request("b", "1"); got.Code != 200 || w.total(user) != money.Units(2) || due.asked != 2 {
				t.Errorf("%s: who has enough: %s, left %s, asked %d times", path, got.body, w.total(user), due.asked)
			}
			due.due = money.Units(1)
			if got := request("c", "9"); got.Code != 1201 || w.total(user) != money.Units(3) || due.asked != 3 {
				t.Errorf("%s: too little in any case: %s, left %s, asked %d times", path, got.body, w.total(user), due.asked)
			}
			if got := request("c", "9"); path != action && (got.Code != 1201 || due.asked != 3) {
				t.Errorf("%s: its repetition: %s, asked %d times", path, got.body, due.asked)
			}
		}
	})
}
