package operator

import (
	"slices"
	"testing"
	"time"

	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Two administrators give a role that touches money: it waits for 48 hours, every
// operator sees it, and then it works.
func TestMoneyRolesWait(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("100 USDT")
		one, two, support, checker := w.staff(1, Administrator), w.staff(2, Administrator), w.staff(3, Support), w.staff(4, FinanceChecker)
		new := w.wallet(9)
		w.expect("appoint", w.through(one, two, "roles/change", roleBody(new.address, true, FinanceMaker, Support)), 200)
		new.enrol()
		w.expect("the new one signs in", new.signIn(), 200)
		fund := func() reply {
			w.now()
			return new.proposeKind("act", testAct{About: "x", Approvals: 1})
		}
		w.expect("the role waits", fund(), ErrForbidden.Code)
		if me := data[signInOut](w, new.call("me", httpapi.None{})); me.May["act"].Propose {
			t.Error("the person is told that it works")
		}
		seen := data[signInOut](w, support.call("me", httpapi.None{})).RolesWaiting
		if len(seen) != 1 || seen[0].Address != new.address || !slices.Equal(seen[0].Roles, []Role{FinanceMaker}) || seen[0].WorkAt == nil {
			t.Errorf("support sees %+v", seen)
		}
		// What waits does not begin anew with another change.
		w.Clock.Advance(rolesWait - 10*time.Minute)
		for _, p := range []*person{one, two, new, checker} {
			w.expect("sign in", p.signIn(), 200)
		}
		w.expect("another name", w.through(one, two, "roles/change", roleBody(new.address, true, FinanceMaker)), 200)
		w.expect("it waits to its end", fund(), ErrForbidden.Code)
		w.Clock.Advance(10 * time.Minute)
		w.expect("and works", checker.approve(data[Proposal](w, fund())), 200)
		if seen := data[signInOut](w, one.call("me", httpapi.None{})).RolesWaiting; len(seen) != 0 {
			t.Errorf("still waiting: %+v", seen)
		}
		// Off the list and back is a new appointment.
		w.expect("off", w.through(one, two, "roles/change", roleBody(new.address, false, FinanceMaker)), 200)
		w.expect("and back", w.through(one, two, "roles/change", roleBody(new.address, true, FinanceMaker)), 200)
		w.expect("the new one signs in", new.signIn(), 200)
		w.expect("it waits anew", fund(), ErrForbidden.Code)
		w.clean()
	})
}

// Any one operator stops roles that wait. To give them again takes two more
// administrators than the one who proposes it, whatever is changed in between.
func TestOneOperatorObjects(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		one, two, three, support := w.staff(1, Administrator), w.staff(2, Administrator), w.staff(4, Administrator), w.staff(3, Support)
		new := w.hire(9, Support)
		object := func() reply {
			return support.call("roles/object", map[string]any{"address": new.address, "reason": "nobody knows this wallet"})
		}
		w.expect("nothing waits", object(), ErrNothing.Code)
		w.expect("appoint", w.through(one, two, "roles/change", roleBody(new.address, true, FinanceChecker)), 200)
		w.expect("object", object(), 200)
		w.expect("once", object(), ErrNothing.Code)
		works := func() (may bool) {
			w.View(func(tx *sqldb.Tx) error {
				p, _, err := findStaffBy(tx, new.address)
				may = p.May([]Role{FinanceChecker})
				return err
			})
			return may
		}
		w.Clock.Advance(2 * rolesWait)
		if works() {
			t.Error("it works in spite of the objection")
		}
		for _, p := range []*person{one, two, three, support} {
			w.expect("sign in", p.signIn(), 200)
		}
		if seen := data[signInOut](w, one.call("me", httpapi.None{})).RolesWaiting; len(seen) != 1 || seen[0].ObjectedBy != support.id || seen[0].WorkAt != nil {
			t.Errorf("administrators see %+v", seen)
		}
		// Off the list, back on it and under another name the objection stands.
		w.expect("off", w.through(one, two, "roles/change", roleBody(new.address, false, Support)), 200)
		w.expect("back", w.through(one, two, "roles/change", roleBody(new.address, true, Support)), 200)
		again := w.through(one, two, "roles/change", roleBody(new.address, true, FinanceChecker))
		if p := data[Proposal](w, again); p.State != Pending || p.Needed != 2 {
			t.Errorf("appointed by the same two: %+v", p)
		}
		w.expect("a third agrees", three.approve(data[Proposal](w, again)), 200)
		if works() {
			t.Error("it works at once")
		}
		w.Clock.Advance(rolesWait)
		if !works() {
			t.Error("it does not work after its time")
		}
		w.clean()
	})
}

// Whose roles were objected to is none of the two more administrators: neither the first of
// them nor the last.
func TestNobodyAgreesToTheOwnRoles(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		one, two, three, self := w.staff(1, Administrator), w.staff(2, Administrator), w.staff(3, Administrator), w.staff(4, Administrator)
		wanted := roleBody(self.address, true, Catalogue)
		w.expect("appoint", w.through(one, two, "roles/change", wanted), 200)
		w.expect("object", three.call("roles/object", map[string]any{"address": self.address, "reason": "the shop is somebody else's"}), 200)
		w.expect("an administrator again", w.through(one, two, "roles/change", roleBody(self.address, true, Administrator)), 200)
		w.now()
		again := one.call("roles/change", map[string]any{"payload": wanted, "reason": "because of the test"})
		p := data[Proposal](w, again)
		w.expect("the first", self.approve(p), ErrOwnElevation.Code)
		trial := data[Trial](w, one.call("proposals/tryApproval", map[string]any{"proposalId": p.ID}))
		for _, who := range trial.Deciders {
			if want := map[string]string{one.id: ErrOwnProposal.Name, self.id: ErrOwnElevation.Name}[who.StaffID]; who.Bar != want {
				t.Errorf("%s may not decide for %q, want %q", who.Name, who.Bar, want)
			}
		}
		w.expect("one more", two.approve(p), 200)
		w.expect("the last", self.approve(p), ErrOwnElevation.Code)
		// To ask for the own roles, and to take that back, is free.
		w.expect("taken back", one.call("proposals/reject", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "approvals": 1, "reason": "no longer"}), 200)
		w.now()
		asked := data[Proposal](w, self.call("roles/change", map[string]any{"payload": wanted, "reason": "because of the test"}))
		w.expect("take it back", self.call("proposals/reject", map[string]any{"proposalId": asked.ID, "payloadHash": asked.PayloadHash, "approvals": 0, "reason": "no longer"}), 200)
		w.clean()
	})
}

// The first operators of an installation come by the command line and work at once.
func TestTheFirstOperatorsWorkAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker := w.wallet(1)
		w.Must(w.service.Add(t.Context(), maker.address, "Maker", FinanceMaker))
		w.View(func(tx *sqldb.Tx) error {
			p, found, err := findStaffBy(tx, maker.address)
			if !found || !p.May([]Role{FinanceMaker}) {
				t.Errorf("%+v may not act", p)
			}
			return err
		})
	})
}

// Money and terms wait; who stops things, ships or writes works at once.
func TestWhichRolesWait(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	waits := map[Role]bool{FinanceMaker: true, FinanceChecker: true, Catalogue: true}
	for _, r := range Roles() {
		given := Staff{Roles: []Role{r}, Active: true}
		given.wait = given.waitingFrom(Staff{}, now)
		if given.May([]Role{r}) == waits[r] {
			t.Errorf("%s works at once: %t", r, !waits[r])
		}
		if !given.at(now.Add(rolesWait)).May([]Role{r}) {
			t.Errorf("%s does not work after its time", r)
		}
	}
}

// Who loses the own rights neither turns the proposal down nor is told that it waits for
// them, and a proposal about the own account waits for nobody of that wallet.
func TestNobodyDecidesOnThemselves(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		one, two, self := w.staff(1, Administrator), w.staff(2, Administrator), w.staff(3, Administrator)
		waiting := func(who *person) int {
			return len(data[struct{ List []Proposal }](w, who.call("proposals/list", map[string]any{"state": Pending, "forMe": true})).List)
		}
		w.now()
		p := data[Proposal](w, one.call("roles/change", map[string]any{"payload": roleBody(self.address, false, Administrator), "reason": "because of the test"}))
		if waiting(two) != 1 || waiting(self) != 0 {
			t.Errorf("%d wait for another, %d for whom it is about", waiting(two), waiting(self))
		}
		rejection := map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "approvals": 0, "reason": "I want to stay"}
		w.expect("turned down by whom it is about", self.call("proposals/reject", rejection), ErrOwnElevation.Code)
		w.expect("turned down by another", two.call("proposals/reject", rejection), 200)

		maker, first, second := w.staff(4, FinanceMaker), w.staff(5, FinanceChecker), w.staff(6, FinanceChecker)
		maker.propose(w.Person(user.New{Address: first.address}), 1)
		if waiting(first) != 0 || waiting(second) != 1 {
			t.Errorf("%d wait for the one, %d for the other", waiting(first), waiting(second))
		}
		w.clean()
	})
}
