package operator

import (
	"slices"
	"strings"
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// through proposes and approves.
func (w *world) through(maker, checker *person, path string, payload any) reply {
	w.T.Helper()
	w.now()
	r := maker.call(path, map[string]any{"payload": payload, "reason": "because of the test"})
	if r.Code != 200 {
		return r
	}
	return checker.approve(data[Proposal](w, r))
}

func roleBody(address string, active bool, roles ...Role) map[string]any {
	return map[string]any{"address": address, "name": "New One", "roles": roles, "active": active}
}

func TestRolesNeedTwoAdministrators(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		one, two := w.staff(1, Administrator), w.staff(2, Administrator)
		new := w.wallet(9)
		w.expect("hire", w.through(one, two, "roles/change", roleBody(strings.ToLower(new.address), true, FinanceMaker, Support, Support)), 200)
		new.enrol()
		w.expect("the new one signs in", new.signIn(), 200)
		if me := data[signInOut](w, new.call("me", httpapi.None{})); !slices.Equal(me.Roles, []Role{FinanceMaker, Support}) {
			t.Errorf("roles %v", me.Roles)
		}
		w.expect("nothing new", w.through(one, two, "roles/change", roleBody(new.address, true, FinanceMaker, Support)), ErrNothing.Code)
		w.expect("another role", w.through(one, two, "roles/change", roleBody(new.address, true, Risk)), 200)
		w.expect("takes effect at once", new.proposeKind("act", testAct{About: "x", Approvals: 1}), ErrForbidden.Code)
		w.expect("approving the own rights", w.through(one, two, "roles/change", roleBody(two.address, true, Risk, Administrator)), ErrOwnElevation.Code)
		if got := w.last(); got != "proposals/approve refused approves_own_roles" {
			t.Errorf("the audit log ends with %q", got)
		}
		reset := roleBody(new.address, true, Risk)
		reset["resetTotp"] = true
		w.expect("another authenticator", w.through(one, two, "roles/change", reset), 200)
		w.expect("ends the sessions", new.call("me", httpapi.None{}), 1001)
		new.enrol()
		w.expect("and works again", new.signIn(), 200)
		w.expect("off the list", w.through(one, two, "roles/change", roleBody(new.address, false)), 200)
		w.expect("ends the sessions", new.call("me", httpapi.None{}), 1001)
		w.expect("and bars from signing in", new.signIn(), ErrNotStaff.Code)
		for name, test := range map[string]struct {
			body map[string]any
			code int
		}{
			"the last but one administrator": {roleBody(one.address, true, Risk), ErrTwoRemain.Code},
			"an administrator with money":    {roleBody(new.address, true, Administrator, FinanceChecker), ErrRolesClash.Code},
			"an auditor who does something":  {roleBody(new.address, true, Auditor, Support), ErrRolesClash.Code},
			"a role that does not exist":     {roleBody(new.address, true, "king"), 1002},
			"no address":                     {roleBody("0x12", true, Risk), 1002},
		} {
			w.expect(name, w.through(one, two, "roles/change", test.body), test.code)
		}
		list := data[struct{ List []staffRow }](w, one.call("staff/list", httpapi.None{})).List
		if len(list) != 3 || list[2].Active || !list[2].Enrolled {
			t.Errorf("the list is %+v", list)
		}
		w.clean()
	})
}

// A change of roles approved against a state that has gone is refused.
func TestRolesChangedMeanwhile(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	one, two, third := w.staff(1, Administrator), w.staff(2, Administrator), w.staff(3, Support)
	w.now()
	p := data[Proposal](w, one.call("roles/change", map[string]any{"payload": roleBody(third.address, true, Risk), "reason": "because of the test"}))
	w.Update(func(tx *sqldb.Tx) error {
		s, _, err := findStaff(tx, third.id)
		s.Roles = []Role{Editor}
		s.save(tx)
		return err
	})
	w.expect("approve", two.approve(p), ErrBasisChanged.Code)
}
