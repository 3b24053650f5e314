package funds

import (
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// told are the kinds and moments that users were told since the last time.
func (w *world) told() (list []string) {
	w.notices.mu.Lock()
	defer w.notices.mu.Unlock()
	for _, text := range w.notices.sent {
		words := strings.Fields(text)
		until := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "objectUntilAt=") })
		if list = append(list, words[0]); until >= 0 {
			list[len(list)-1] += " " + strings.TrimPrefix(words[until], "objectUntilAt=")
		}
	}
	w.notices.sent = nil
	return list
}

// A user is told the end that is stored, and each that takes its place, but none while
// nobody knows it.
func TestTheEndOfADebitIsToldAsItStands(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "10 USDT")
		suspend := func(until time.Time) {
			w.Update(func(tx *sqldb.Tx) error {
				before, err := user.Find(tx, u)
				if err != nil {
					return err
				}
				after, err := user.Suspend(tx, u, "a stolen key", until)
				if err != nil {
					return err
				}
				return w.service.MoveDeadlines(tx, u, after.BarredUntil(tx.Now()).Sub(before.BarredUntil(tx.Now())))
			})
		}
		debit := func() {
			w.WantCode("debit", w.Through(maker, checker, "users/debit", usdt("1", "userId", u)), 200)
			c.Advance(time.Second)
		}
		expect := func(when string, want ...string) {
			t.Helper()
			if got := w.told(); !slices.Equal(got, want) {
				t.Errorf("%s the user was told %q, want %q", when, got, want)
			}
		}
		opens := c.Now().Add(72 * time.Hour)
		suspend(opens)
		expect("without a debit")
		debit()
		expect("suspended for three days", "backend_debit "+clock.Text(opens.Add(objectionTime)))
		suspend(opens.Add(time.Hour))
		expect("suspended for longer", "backend_debit_until "+clock.Text(opens.Add(objectionTime+time.Hour)))
		suspend(time.Time{})
		expect("suspended without an end")
		debit()
		expect("suspended without an end", "backend_debit_suspended")
		suspend(opens)
		again := "backend_debit_until " + clock.Text(opens.Add(objectionTime))
		expect("suspended with an end again", again, again)
	})
}

// Debits are listed with where the last objection stands; a refusal is told, and what its
// maker takes back is neither told nor listed.
func TestDebitsAreListedWithTheirObjections(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker, support := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker), w.Person(3, operator.Support)
		u := w.User(1, "10 USDT")
		debit := operatortest.Data[operator.Proposal](w.Office, w.Through(maker, checker, "users/debit", usdt("3", "userId", u)))
		object := func() operator.Proposal {
			c.Advance(time.Second)
			return operatortest.Data[operator.Proposal](w.Office, maker.Call("users/debitBack",
				map[string]any{"payload": map[string]any{"debitId": debit.ID}, "reason": "because of the test"}))
		}
		no := func(by *operatortest.Person, p operator.Proposal) {
			t.Helper()
			w.WantCode("no", by.Call("proposals/reject", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "reason": "because of the test"}), 200)
		}
		expect := func(when string, state DebitState, objection operator.State, told ...string) {
			t.Helper()
			list := operatortest.Data[struct{ List []DebitRow }](w.Office, support.Call("users/debits", map[string]any{"userId": u})).List
			if len(list) != 1 || list[0].DebitID != debit.ID || list[0].State != state || list[0].Objection != objection || list[0].Amount.String() != "3" ||
				list[0].UserName == "" || list[0].DueAt == nil || !list[0].DueAt.Equal(list[0].CreatedAt.Add(objectionTime)) {
				t.Errorf("%s: %+v", when, list)
			}
			if got := w.told(); !slices.Equal(got, told) {
				t.Errorf("%s the user was told %q, want %q", when, got, told)
			}
		}
		w.told()
		expect("nobody objected", stateDisputable, "")
		first := object()
		expect("objected to", stateDisputable, operator.Pending)
		no(maker, first)
		expect("taken back", stateDisputable, "")
		second := object()
		no(checker, second)
		expect("refused", stateDisputable, operator.Rejected, noticeRefused)
		c.Advance(objectionTime)
		w.take(t)
		maker, support = w.Person(4, operator.FinanceMaker), w.Person(5, operator.Support)
		expect("over", stateTaken, operator.Rejected)
		for state, want := range map[DebitState]int{stateDisputable: 0, stateTaken: 1} {
			list := operatortest.Data[struct{ List []DebitRow }](w.Office, support.Call("users/debits", map[string]any{"state": state})).List
			if len(list) != want {
				t.Errorf("%s: %+v", state, list)
			}
		}
		w.clean()
	})
}
