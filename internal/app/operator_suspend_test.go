package app

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/core/checkout"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/machine"
	"etld/internal/features/signin"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// One person suspends somebody for a week, and only two for longer, once more, or to
// end it. Whoever is suspended makes no call and is told why at the sign-in.
func TestOperatorsSuspendAUser(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		server := httptest.NewServer(p.api)
		t.Cleanup(server.Close)
		ann, err := player.Join(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		userID := p.idOf(t, ann.Address().Hex())
		risk, checker, support := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
		about := func(days int) map[string]any {
			return map[string]any{"payload": map[string]any{"userId": userID, "days": days}, "reason": "a stolen key"}
		}
		suspend := func(days int, want operator.State) reply {
			t.Helper()
			r := risk.call("users/suspend", about(days))
			if got := dataOf[operator.Proposal](t, r); r.Code != http.StatusOK || got.State != want {
				t.Errorf("%d days: %d, %s; want %s", days, r.Code, got.State, want)
			}
			return r
		}
		isSuspended := func() bool {
			t.Helper()
			listed := dataOf[lists.Page[signin.SuspendedRow]](t, support.call("users/suspended", map[string]any{})).List.List
			// A screen asks by the key for the row that it has open.
			open := dataOf[lists.Page[signin.SuspendedRow]](t, support.call("users/suspended", map[string]any{"ids": []string{userID}})).List.List
			if !reflect.DeepEqual(open, listed) {
				t.Errorf("by the key %+v, listed %+v", open, listed)
			}
			return len(listed) == 1
		}
		for name, one := range map[string]struct {
			by   *person
			path string
		}{"support suspends": {support, "users/suspend"}, "the checker restores": {checker, "users/restore"}} {
			if r := one.by.call(one.path, about(1)); r.Code != operator.ErrForbidden.Code {
				t.Errorf("%s: %+v", name, r)
			}
		}
		withoutDays := map[string]any{"payload": map[string]any{"userId": userID}, "reason": "a stolen key"}
		if r := risk.call("users/suspend", withoutDays); r.Code != fault.Invalid("days").Code || isSuspended() {
			t.Errorf("days that were left out: %+v", r)
		}
		asked := suspend(8, operator.Pending)
		if isSuspended() {
			t.Fatal("one person suspended somebody for more than a week")
		}
		// What is urgent does not wait behind what takes two.
		suspend(7, operator.Executed)
		waits := dataOf[operator.Proposal](t, asked)
		if r := checker.call("proposals/reject", map[string]any{"proposalId": waits.ID, "payloadHash": waits.PayloadHash, "reason": "no need"}); r.Code != http.StatusOK {
			t.Fatalf("reject: %+v", r)
		}
		for _, path := range p.personalCalls(t) {
			answer, err := ann.Call(t.Context(), path, nil)
			if err != nil || answer.Code != 1001 {
				t.Errorf("%s answers a suspended user with %d, %v", path, answer.Code, err)
			}
		}
		if err := ann.SignIn(t.Context()); err == nil || !strings.Contains(err.Error(), "1104") && !strings.Contains(err.Error(), "a stolen key") {
			t.Errorf("signed in: %v", err)
		}
		longer := suspend(7, operator.Pending)
		if r := checker.approve(longer); r.Code != http.StatusOK || !isSuspended() {
			t.Errorf("by two: %+v", r)
		}
		end := map[string]any{"payload": map[string]any{"userId": userID}, "reason": "the key was found"}
		restored := risk.call("users/restore", end)
		if !isSuspended() {
			t.Error("one person ended it")
		}
		if r := checker.approve(restored); r.Code != http.StatusOK || isSuspended() {
			t.Errorf("ended by two: %+v", r)
		}
		if err := ann.SignIn(t.Context()); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		if r := risk.call("users/restore", end); r.Code != operator.ErrNothing.Code {
			t.Errorf("nothing to end: %+v", r)
		}
		suspend(1, operator.Pending)
	})
}

// Two mark an account that the platform runs, unless it was used before: it buys
// nothing until two take that back.
func TestOperatorsMarkPlatformAccounts(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		owner, _ := p.runningMachine(t)
		w := p.world(t)
		ours := w.Person(user.New{Address: "0x00000000000000000000000000000000000000aa"})
		host := w.Person(user.New{Address: "0x00000000000000000000000000000000000000bb"})
		guest := w.Person(user.New{Address: "0x00000000000000000000000000000000000000cc", ParentID: host})
		risk, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		buy := func() error {
			return p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := p.buyMachine(tx, ours, false)
				return err
			})
		}
		markOf := func(who string, isPlatform bool) reply {
			return risk.call("users/platform", map[string]any{"payload": map[string]any{"userId": who, "isPlatform": isPlatform}, "reason": "ours"})
		}
		mark := func(isPlatform bool) reply { return markOf(ours, isPlatform) }
		if r := mark(false); r.Code != operator.ErrNothing.Code {
			t.Errorf("nothing: %+v", r)
		}
		payer := w.Person(user.New{Address: "0x00000000000000000000000000000000000000ee"})
		w.Update(func(tx *sqldb.Tx) error {
			terms, err := p.machine.CurrentTerms(tx, "machineSmall")
			if err == nil {
				_, err = p.machine.Purchase(tx, checkout.Order{UserID: payer, ProductID: "machineSmall", Quantity: 1, PayType: checkout.PayChain, TermsVersion: terms.Version()})
			}
			return err
		})
		for name, who := range map[string]string{"owns a machine": owner, "invited somebody": host, "was invited": guest, "is paying": payer} {
			if r := markOf(who, true); r.Code != signin.ErrSomebodys.Code {
				t.Errorf("an account that %s: %+v", name, r)
			}
		}
		if r := checker.approve(mark(true)); r.Code != http.StatusOK {
			t.Fatalf("mark: %+v", r)
		}
		w.Deposit(ours, "105 USDT")
		if err := buy(); !errors.Is(err, machine.ErrPlatformOwned) {
			t.Errorf("a marked account buys: %v", err)
		}
		if r := checker.approve(mark(false)); r.Code != http.StatusOK {
			t.Fatalf("take back: %+v", r)
		}
		if err := buy(); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		usedMeanwhile := w.Person(user.New{Address: "0x00000000000000000000000000000000000000dd"})
		late := markOf(usedMeanwhile, true)
		w.Deposit(usedMeanwhile, "1 USDT")
		if r := checker.approve(late); r.Code != signin.ErrSomebodys.Code {
			t.Errorf("an account that was used meanwhile: %+v", r)
		}
	})
}

// Nobody ends a suspension of the own account, whoever else agrees.
func TestNobodyRestoresTheOwnAccount(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	risk, other := p.staff(t, operator.Risk), p.staff(t, operator.Risk)
	about := map[string]any{"payload": map[string]any{"userId": p.userOf(t, risk), "days": 2}, "reason": "a stolen key"}
	if r := other.call("users/suspend", about); r.Code != http.StatusOK {
		t.Fatalf("suspend: %+v", r)
	}
	own := map[string]any{"payload": map[string]any{"userId": p.userOf(t, risk)}, "reason": "it was me"}
	if r := risk.call("users/restore", own); r.Code != operator.ErrOwnAccount.Code {
		t.Errorf("the own account: %+v", r)
	}
}

// Whoever is suspended neither proposes nor approves a suspension in the place of the one
// that stands: it may be shorter. In an emergency the own account is barred like another.
func TestNobodyReplacesTheOwnSuspension(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	risk, other := p.staff(t, operator.Risk), p.staff(t, operator.Risk)
	checker, second := p.staff(t, operator.FinanceChecker), p.staff(t, operator.FinanceChecker)
	about := func(whose *person, days int) map[string]any {
		return map[string]any{"payload": map[string]any{"userId": p.userOf(t, whose), "days": days}, "reason": "a stolen key"}
	}
	if r := risk.call("users/suspend", about(risk, 1)); r.Code != http.StatusOK {
		t.Errorf("the own account, which is open: %+v", r)
	}
	for _, whose := range []*person{risk, checker} {
		if r := second.approve(other.call("users/suspend", about(whose, 0))); r.Code != http.StatusOK {
			t.Fatalf("suspend: %+v", r)
		}
	}
	if r := risk.call("users/suspend", about(risk, 1)); r.Code != operator.ErrOwnAccount.Code {
		t.Errorf("proposed by its owner: %+v", r)
	}
	if r := checker.approve(other.call("users/suspend", about(checker, 1))); r.Code != operator.ErrOwnAccount.Code {
		t.Errorf("approved by its owner: %+v", r)
	}
}

// What two people end is the suspension that they looked at, and not a later one.
func TestAnEndOfASuspensionEndsOnlyThatOne(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	whose, risk, checker := p.staff(t, operator.Support), p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
	about := func(days int, reason string) map[string]any {
		return map[string]any{"payload": map[string]any{"userId": p.userOf(t, whose), "days": days}, "reason": reason}
	}
	if r := risk.call("users/suspend", about(2, "a stolen key")); r.Code != http.StatusOK {
		t.Fatalf("suspend: %+v", r)
	}
	end := risk.call("users/restore", map[string]any{"payload": map[string]any{"userId": p.userOf(t, whose)}, "reason": "the key was found"})
	if r := checker.approve(risk.call("users/suspend", about(0, "stolen money"))); r.Code != http.StatusOK {
		t.Fatalf("suspend without an end: %+v", r)
	}
	if r := checker.approve(end); r.Code != operator.ErrBasisChanged.Code {
		t.Errorf("the end of the former one: %+v", r)
	}
}

// personalCalls are all calls that need a session.
func (p *Program) personalCalls(t *testing.T) (paths []string) {
	t.Helper()
	text, err := p.api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct{ Security []map[string][]string }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for path, call := range document.Paths {
		if len(call.Post.Security) > 0 {
			paths = append(paths, path)
		}
	}
	if len(paths) < 50 {
		t.Fatalf("only %d calls need a session", len(paths))
	}
	return paths
}

func (p *Program) idOf(t *testing.T, address string) (id string) {
	t.Helper()
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		found, _, err := user.FindByAddress(tx, address)
		id = found.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (p *Program) addressOf(t *testing.T, userID string) (address string) {
	t.Helper()
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		found, err := user.Find(tx, userID)
		address = found.Address
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return address
}
