package operator

import (
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Names stand beside what somebody made and approved, and a maker finds it again whatever
// came of it.
func TestWhoMadeAndApproved(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, one, two := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, FinanceChecker)
		nameOf := func(p *person) string { return data[signInOut](w, p.call("me", httpapi.None{})).Name }
		made := maker.propose("tx 0x1", 2)
		if made.MakerName != nameOf(maker) || made.MakerName == "" {
			t.Errorf("the answer names %q", made.MakerName)
		}
		w.expect("one approves", one.approve(made), 200)
		list := func(p *person, state State) []Proposal {
			return data[httpapi.List[Proposal]](w, p.call("proposals/list", map[string]any{"mine": true, "state": state})).List
		}
		seen := data[httpapi.List[Proposal]](w, two.call("proposals/list", map[string]any{"forMe": true})).List
		if len(seen) != 1 || seen[0].MakerName != nameOf(maker) || len(seen[0].Given) != 1 || seen[0].Given[0].Name != nameOf(one) {
			t.Errorf("a checker sees %+v", seen)
		}
		if len(list(two, Pending)) != 0 || len(list(maker, Pending)) != 1 {
			t.Error("what waits stands under another's name")
		}
		rejection := map[string]any{"proposalId": made.ID, "payloadHash": made.PayloadHash, "approvals": 1, "reason": "not this wallet"}
		if rejected := data[Proposal](w, two.call("proposals/reject", rejection)); rejected.ClosedByName != nameOf(two) {
			t.Errorf("another rejects it: %+v", rejected)
		}
		if came := list(maker, Rejected); len(came) != 1 || came[0].CloseReason != "not this wallet" || came[0].ClosedByName != nameOf(two) {
			t.Errorf("the maker finds %+v", came)
		}
	})
}

// Nobody can decide once too few have the role, those who have approved among them, or who
// made or approved it lost it.
func TestStuckProposalsAreTold(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
	p := maker.propose("one", 1)
	stuck := func() (list []Proposal) {
		w.View(func(tx *sqldb.Tx) (err error) {
			list, err = Stuck(tx, w.service)
			return err
		})
		return list
	}
	if list := stuck(); len(list) != 0 {
		t.Errorf("with a checker: %+v", list)
	}
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec("UPDATE operator_staff SET roles = 'support' WHERE id = $1", checker.id)
		return err
	})
	if list := stuck(); len(list) != 1 || list[0].ID != p.ID {
		t.Errorf("without one: %+v", list)
	}
	one, two := w.staff(3, FinanceChecker), w.staff(4, FinanceChecker)
	both := maker.propose("two", 2)
	w.expect("one approves", one.approve(both), 200)
	if list := stuck(); len(list) != 0 {
		t.Errorf("approved by one, with another left: %+v", list)
	}
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec("UPDATE operator_staff SET roles = 'support' WHERE id = $1", two.id)
		return err
	})
	if list := stuck(); len(list) != 1 || list[0].ID != both.ID {
		t.Errorf("approved by one, with nobody else left: %+v", list)
	}
	setRoles := func(who *person, roles string) {
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec("UPDATE operator_staff SET roles = $1 WHERE id = $2", roles, who.id)
			return err
		})
	}
	setRoles(two, string(FinanceChecker))
	w.staff(5, FinanceChecker)
	setRoles(one, string(Support))
	if list := stuck(); len(list) != 1 || list[0].ID != both.ID {
		t.Errorf("who approved lost the role, with two left: %+v", list)
	}
	setRoles(one, string(FinanceChecker))
	setRoles(maker, string(Support))
	if list := stuck(); len(list) != 2 {
		t.Errorf("who made them lost the role: %+v", list)
	}
}
