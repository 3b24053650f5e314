package operator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
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

func usdt(amount string, more ...string) map[string]any {
	body := map[string]any{"currency": "USDT", "amount": amount}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return body
}

func capitalOf(asset money.Asset) ledger.Account { return ledger.House(ledger.Capital, asset) }

func TestCapitalGoesWhereTwoPeopleSay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		w.User(1, "1 USDT")
		w.Capital("1000 USDT")
		w.expect("fund a pool", w.through(maker, checker, "pools/fund", usdt("400.00000001", "pool", "interest", "evidence", "decision 7")), 200)
		w.expect("to the inventory", w.through(maker, checker, "capital/move", usdt("100", "move", "to_inventory", "evidence", "decision 8")), 200)
		w.expect("and a part back", w.through(maker, checker, "capital/move", usdt("40", "move", "from_inventory", "evidence", "decision 9")), 200)
		w.expect("out", w.through(maker, checker, "capital/move", usdt("200", "move", "out", "evidence", "0xhash")), 200)
		for account, want := range map[ledger.Account]string{capitalOf(money.USDT): "339.99999999", ledger.House(ledger.InterestFree, money.USDT): "400.00000001",
			ledger.House(ledger.Inventory, money.USDT): "60", ledger.House(ledger.ChainBEP20, money.USDT): "801"} {
			if got := w.balance(account); got != want {
				t.Errorf("%s holds %s, want %s", account.ID(), got, want)
			}
		}
		good := func(more ...string) map[string]any {
			return usdt("1", append([]string{"pool", "level", "evidence", "x"}, more...)...)
		}
		for _, test := range []struct {
			name, path string
			payload    any
			code       int
		}{
			{"more than there is", "pools/fund", good("amount", "340"), ErrShort.Code},
			{"more than the inventory", "capital/move", usdt("60.1", "move", "from_inventory", "evidence", "x"), ErrShort.Code},
			{"nothing", "pools/fund", good("amount", "0"), 1002},
			{"less than nothing", "pools/fund", good("amount", "-1"), 1002},
			{"nine decimals", "pools/fund", good("amount", "0.000000001"), 1002},
			{"an unknown currency", "pools/fund", good("currency", "BTC"), 1002},
			{"an unknown pool", "pools/fund", good("pool", "mine"), 1002},
			{"without evidence", "pools/fund", good("evidence", " "), 1002},
			{"an unknown move", "capital/move", usdt("1", "move", "home", "evidence", "x"), 1002},
			{"a user who does not exist", "users/topUp", usdt("1", "userId", "nobody"), 1005},
			{"no user", "users/debit", usdt("1"), 1002},
			{"a number", "pools/fund", map[string]any{"pool": "level", "currency": "USDT", "amount": 1, "evidence": "x"}, 1002},
		} {
			w.expect(test.name, w.through(maker, checker, test.path, test.payload), test.code)
		}
		if got := w.balance(capitalOf(money.USDT)); got != "339.99999999" {
			t.Errorf("refused proposals moved capital to %s", got)
		}
		w.clean()
	})
}

// Capital that is spent between proposal and approval refuses the approval.
func TestCapitalIsCheckedWhenItIsSpent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		u := w.User(1, "5 USDT")
		w.Capital("100 USDT")
		propose := func(path string, payload any) Proposal {
			w.now()
			return data[Proposal](w, maker.call(path, map[string]any{"payload": payload, "reason": "because of the test"}))
		}
		topUp, fund := propose("users/topUp", usdt("80", "userId", u)), propose("pools/fund", usdt("80", "pool", "interest", "evidence", "x"))
		w.expect("the first", checker.approve(fund), 200)
		w.expect("the second", checker.approve(topUp), ErrShort.Code)
		if w.balance(capitalOf(money.USDT)) != "20" || w.stored(topUp.ID).State != Pending || len(w.notices.sent) != 0 {
			t.Errorf("capital %s, proposal %s, notices %v", w.balance(capitalOf(money.USDT)), w.stored(topUp.ID).State, w.notices.sent)
		}
		w.clean()
	})
}

func TestTopUpsAndDebitsOfUsers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		u := w.User(1, "10 USDT")
		w.Capital("100 USDT")
		available := ledger.Of(u, ledger.Available, money.USDT)
		w.expect("top up", w.through(maker, checker, "users/topUp", usdt("20", "userId", u)), 200)
		w.expect("above the capital", w.through(maker, checker, "users/topUp", usdt("80.00000001", "userId", u)), ErrShort.Code)
		w.expect("debit", w.through(maker, checker, "users/debit", usdt("12", "userId", u)), 200)
		w.expect("more than the user has", w.through(maker, checker, "users/debit", usdt("18.00000001", "userId", u)), ErrUserIsShort.Code)
		second := w.through(maker, checker, "users/debit", usdt("5", "userId", u))
		debitID := data[Proposal](w, second).ID
		if w.balance(available) != "13" || w.balance(ledger.House(ledger.Disputed, money.USDT)) != "17" || w.balance(capitalOf(money.USDT)) != "80" {
			t.Errorf("user %s, disputed %s", w.balance(available), w.balance(ledger.House(ledger.Disputed, money.USDT)))
		}
		w.expect("the user was right", w.through(maker, checker, "users/debitBack", map[string]any{"debitId": debitID}), 200)
		w.expect("once", w.through(maker, checker, "users/debitBack", map[string]any{"debitId": debitID}), ErrNotDisputed.Code)
		w.expect("an unknown debit", w.through(maker, checker, "users/debitBack", map[string]any{"debitId": "nothing"}), 1005)
		var told []string
		for _, text := range w.notices.sent {
			told = append(told, strings.Fields(text)[0]+" "+strings.Fields(text)[2])
		}
		if want := []string{"backend_top_up amount=20", "backend_debit amount=12", "backend_debit amount=5", "backend_debit_returned amount=5"}; !slices.Equal(told, want) {
			t.Errorf("the user was told %q", told)
		}
		c.Advance(objectionTime - time.Hour)
		w.take(t)
		if got := w.balance(capitalOf(money.USDT)); got != "80" {
			t.Errorf("before the time is over capital is %s", got)
		}
		c.Advance(time.Hour)
		w.take(t)
		w.take(t)
		if w.balance(capitalOf(money.USDT)) != "92" || w.balance(ledger.House(ledger.Disputed, money.USDT)) != "0" || w.balance(available) != "18" {
			t.Errorf("capital %s, disputed %s, user %s", w.balance(capitalOf(money.USDT)), w.balance(ledger.House(ledger.Disputed, money.USDT)), w.balance(available))
		}
		w.clean()
	})
}

func (w *world) take(t *testing.T) {
	t.Helper()
	if more, err := w.service.collectDue(context.Background()); err != nil || more {
		t.Errorf("more: %v, %v", more, err)
	}
}

func roleBody(address string, active bool, roles ...Role) map[string]any {
	return map[string]any{"address": address, "name": "New One", "roles": roles, "active": active}
}

func TestRolesNeedTwoAdministrators(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
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
		w.expect("takes effect at once", new.call("pools/fund", map[string]any{"payload": usdt("1", "pool", "level", "evidence", "x"), "reason": "because"}), ErrForbidden.Code)
		w.expect("approving the own rights", w.through(one, two, "roles/change", roleBody(two.address, true, Risk, Administrator)), ErrOwnElevation.Code)
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
			"a role that does not exist":     {roleBody(new.address, true, "king"), ErrRolesClash.Code},
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

func TestParametersChangeByTwoPeople(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, Catalogue), w.staff(2, FinanceChecker)
		change := func(name, value string) map[string]any { return map[string]any{"name": name, "value": value} }
		w.expect("a lower share", w.through(maker, checker, "params/change", change("test.share", "0.03")), 200)
		w.expect("a higher fee", w.through(maker, checker, "params/change", change("test.fee", "0.06")), 200)
		value := func(name string) (text string) {
			for _, row := range data[struct{ List []paramRow }](w, checker.call("params/list", httpapi.None{})).List {
				if row.Name == name {
					text = row.Value
				}
			}
			return text
		}
		if value("test.share") != "0.03" || value("test.fee") != "0.05" {
			t.Errorf("share %s, fee %s", value("test.share"), value("test.fee"))
		}
		for name, test := range map[string]struct {
			body map[string]any
			code int
		}{
			"an unknown name":       {change("test.none", "1"), 1002},
			"no number":             {change("test.fee", "five"), 1002},
			"out of bounds":         {change("test.fee", "0.6"), ErrParameter.Code},
			"against the rule":      {change("test.share", "0.055"), ErrParameter.Code},
			"worse, without notice": {map[string]any{"name": "test.fee", "value": "0.07", "effectiveAt": c.Now().Add(time.Hour)}, ErrParameter.Code},
			"the same value":        {change("test.share", "0.03"), ErrParameter.Code},
		} {
			w.expect(name, w.through(maker, checker, "params/change", test.body), test.code)
		}
		log := data[struct{ List []param.Entry }](w, checker.call("params/changelog", httpapi.None{})).List
		if len(log) != 2 || log[1].Name != "test.share" || log[1].Actor != maker.id+" "+checker.id || log[1].Reason != "because of the test" {
			t.Errorf("the changelog is %+v", log)
		}
		w.clean()
	})
}

func TestOnePersonStopsTwoRestart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		risk, finance, support := w.staff(1, Risk), w.staff(2, FinanceChecker), w.staff(3, Support)
		change := func(by *person, part Part, stop bool) reply {
			w.now()
			return by.call("emergency/change", map[string]any{"payload": map[string]any{"part": part, "stop": stop}, "reason": "something is wrong"})
		}
		running := func(part Part) bool {
			t.Helper()
			err := db.Command(context.Background(), func(tx *sqldb.Tx) error { return Running(tx, part) }, StopHints(part)...)
			if err != nil && !errors.Is(err, fault.Maintenance) {
				t.Fatal(err)
			}
			return err == nil
		}
		w.expect("without the role", change(support, Sales, true), ErrForbidden.Code)
		w.expect("an unknown part", change(risk, "coffee", true), 1002)
		w.expect("restart what runs", change(risk, Sales, false), ErrNothing.Code)
		w.expect("stop", change(risk, Sales, true), 200)
		w.expect("twice", change(finance, Sales, true), ErrNothing.Code)
		if running(Sales) || !running(Swap) {
			t.Error("the wrong part stands still")
		}
		restart := data[Proposal](w, change(risk, Sales, false))
		if restart.State != Pending || running(Sales) {
			t.Error("one person restarted")
		}
		w.expect("the same person again", risk.approve(restart), ErrOwnProposal.Code)
		w.expect("another person", finance.approve(restart), 200)
		if !running(Sales) {
			t.Error("two people did not restart")
		}
		w.expect("stop everything", change(finance, Everything, true), 200)
		if running(Sales) || running(Payouts) {
			t.Error("not everything stands still")
		}
		list := data[struct{ List []Stop }](w, support.call("emergency/list", httpapi.None{})).List
		if len(list) != len(Parts()) || list[0].Part != Everything || !list[0].Stopped || list[0].Reason != "something is wrong" {
			t.Errorf("the list is %+v", list)
		}
		w.clean()
	})
}
