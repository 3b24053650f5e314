package operator

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTamperingIsFound(t *testing.T) {
	t.Parallel()
	tamperings := map[string]string{
		"a record changed":             `UPDATE operator_audit SET reason = 'another' WHERE seq = 4`,
		"who did it changed":           `UPDATE operator_audit SET staff_id = 'x' WHERE seq = 4`,
		"a state changed":              `UPDATE operator_audit SET state_after = '{}' WHERE seq = 4`,
		"a time changed":               `UPDATE operator_audit SET at = at + 1 WHERE seq = 4`,
		"a refusal made a success":     `UPDATE operator_audit SET outcome = 'refused' WHERE seq = 4`,
		"a record removed":             `DELETE FROM operator_audit WHERE seq = 4`,
		"the end cut off":              `DELETE FROM operator_audit WHERE seq >= 4`,
		"everything removed":           `DELETE FROM operator_audit`,
		"an executed payload changed":  `UPDATE operator_proposal SET payload = '{"about":"x","approvals":1,"fail":false}' WHERE state = 'executed'`,
		"an approval removed":          `DELETE FROM operator_approval`,
		"a signature of another":       `UPDATE operator_approval SET address = '0x00000000000000000000000000000000000000A1'`,
		"a proposal declared executed": `UPDATE operator_proposal SET state = 'executed' WHERE state = 'pending'`,
		"its maker made its approver":  `UPDATE operator_proposal SET maker_id = (SELECT staff_id FROM operator_approval) WHERE state = 'executed'`,
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		w.expect("approve", checker.approve(maker.propose("one", 1)), 200)
		maker.propose("two", 1)
		w.clean()
		undo := errors.New("undo")
		for name, tamper := range tamperings {
			err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				n, err := tx.Exec(tamper)
				if err != nil {
					return err
				}
				found, err := w.service.Check(tx)
				if n == 0 || len(found) == 0 || found[0].Invariant != "audit" {
					t.Errorf("%s: %d rows changed, found %v", name, n, found)
				}
				return errors.Join(err, undo)
			})
			if !errors.Is(err, undo) {
				t.Errorf("%s: %v", name, err)
			}
		}
		w.clean()
	})
}

// What is refused leaves its record and nothing else; what fails leaves none.
func TestRecordsStandWithWhatTheyRecord(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		type about struct {
			Text string `json:"text"`
		}
		broken := errors.New("broken")
		Action(w.service, Route{Path: "test/do", Roles: []Role{Risk}}, func(tx *sqldb.Tx, call *Call, in about) (about, error) {
			call.Note(audit.Note{Subject: in.Text, Reason: "a test", Before: 1, After: 2})
			if err := audit.Write(tx, audit.By{}, "inner", audit.Note{Subject: in.Text}); err != nil {
				return in, err
			}
			switch in.Text {
			case "refused":
				return in, ErrNothing
			case "broken":
				return in, broken
			}
			return in, nil
		})
		View(w.service, Route{Path: "test/see", Roles: []Role{Risk}}, func(*sqldb.Tx, Caller, httpapi.None) (httpapi.None, error) { return httpapi.None{}, nil })
		risk, support, auditor := w.staff(1, Risk), w.staff(2, Support), w.staff(3, Auditor)
		before := len(w.audit())
		w.expect("done", risk.call("test/do", about{"done"}), 200)
		w.expect("refused", risk.call("test/do", about{"refused"}), ErrNothing.Code)
		w.expect("broken", risk.call("test/do", about{"broken"}), 1008)
		w.expect("malformed", risk.call("test/do", `{"other":1}`), 1002)
		w.expect("without the role", support.call("test/do", about{"done"}), ErrForbidden.Code)
		w.expect("an auditor does nothing", auditor.call("test/do", about{"done"}), ErrForbidden.Code)
		w.expect("seen without the role", support.call("test/see", httpapi.None{}), ErrForbidden.Code)
		w.expect("an auditor sees everything", auditor.call("test/see", httpapi.None{}), 200)
		got := ""
		for _, r := range w.audit()[before:] {
			got += r.Action + " " + r.Outcome + " " + r.Subject + ";"
			if r.Action == "test/do" && r.Outcome == audit.Done && (string(r.Before) != "1" || string(r.After) != "2" || r.Reason != "a test" ||
				r.IP != "192.0.2.1" || r.StaffID != risk.id || r.Address != risk.address || !r.At.Equal(c.Now())) {
				t.Errorf("the record is %+v", r)
			}
		}
		if want := "inner done done;test/do done done;test/do refused refused;test/do refused ;test/do refused ;test/see refused ;"; got != want {
			t.Errorf("the log has %q", got)
		}
		w.clean()
	})
}

// A page of the log waits for PostgreSQL as often as one of its rows, who wrote it by
// name included.
func TestRoundTripsOfAPageOfTheLog(t *testing.T) {
	t.Parallel()
	db, c, trips := dbtest.OpenCounted(t)
	w := newWorld(t, db, c)
	maker, auditor := w.staff(1, FinanceMaker), w.staff(2, Auditor)
	for n := range 5 {
		maker.propose(fmt.Sprint("about ", n), 1)
	}
	fewest := func(size int) int64 {
		in := map[string]any{"size": size, "action": "proposals/create"}
		return trips.Fewest(func() { data[httpapi.List[audit.Row]](w, auditor.call("audit/list", in)) })
	}
	if one, all := fewest(1), fewest(5); all > one {
		t.Errorf("a page of five takes %d round trips, one of one %d", all, one)
	}
}

func TestAuditorsReadAndExportTheLog(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, auditor := w.staff(1, FinanceMaker), w.staff(2, Auditor)
		for _, about := range []string{"one", "two", "three"} {
			maker.propose(about, 1)
		}
		list := func(in map[string]any) (seqs []int64, cursor string) {
			out := data[struct {
				List       []audit.Row
				NextCursor string
			}](w, auditor.call("audit/list", in))
			for _, r := range out.List {
				if r.StaffID == maker.id && r.StaffName != "Person 1" {
					t.Errorf("%q wrote %d", r.StaffName, r.Seq)
				}
				seqs = append(seqs, r.Seq)
			}
			return seqs, out.NextCursor
		}
		first, cursor := list(map[string]any{"size": 2, "action": "proposals/create", "staffId": maker.id})
		rest, end := list(map[string]any{"size": 2, "action": "proposals/create", "cursor": cursor})
		if len(first) != 2 || len(rest) != 1 || end != "" || first[0] <= first[1] || first[1] <= rest[0] {
			t.Errorf("pages %v and %v", first, rest)
		}
		made := w.audit()[first[1]-1].At
		since, _ := list(map[string]any{"action": "proposals/create", "from": made})
		until, _ := list(map[string]any{"action": "proposals/create", "to": made})
		never, _ := list(map[string]any{"from": w.Clock.Now().Add(time.Hour)})
		if !slices.Equal(since, first) || !slices.Equal(until, rest) || len(never) != 0 {
			t.Errorf("since the second proposal %v, before it %v, to come %v", since, until, never)
		}
		w.expect("a cursor that is none", auditor.call("audit/list", map[string]any{"cursor": "x"}), 1002)
		out := data[audit.Export](w, auditor.call("audit/export", map[string]any{"from": 2}))
		rows, err := csv.NewReader(strings.NewReader(out.Content)).ReadAll()
		records := w.audit()
		if err != nil || len(rows) != len(records) || out.HasMore || rows[1][0] != "2" || rows[len(rows)-1][11] != out.HeadHash {
			t.Errorf("%d rows of %d records, head %d %s: %v", len(rows), len(records), out.HeadSeq, out.HeadHash, err)
		}
		if v := data[audit.Verification](w, auditor.call("audit/verify", httpapi.None{})); len(v.Broken) != 0 || v.HeadHash != out.HeadHash {
			t.Errorf("verified: %+v", v)
		}
	})
}

// A record's trail has what was done about it, what was proposed about it, and who was
// refused a decision.
func TestATrailHasTheProposalsAboutARecord(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, auditor := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, Auditor)
		trail := func(about string) (said string) {
			for _, r := range data[httpapi.List[audit.Row]](w, auditor.call("audit/list", map[string]any{"about": about, "order": "asc"})).List {
				said += r.Action + " " + r.Outcome + ";"
			}
			return said
		}
		one := maker.propose("one USDT", 1)
		maker.propose("ones", 1)
		w.expect("the own proposal", maker.approve(one), ErrForbidden.Code)
		w.expect("approve", checker.approve(one), 200)
		w.expect("reject what is over", checker.call("proposals/reject",
			map[string]any{"proposalId": one.ID, "payloadHash": one.PayloadHash, "approvals": 1, "reason": "too late"}), ErrClosed.Code)
		if got, want := trail("one"), "proposals/create done;proposals/approve refused;act done;proposals/approve done;proposals/reject refused;"; got != want {
			t.Errorf("the trail is %q, want %q", got, want)
		}
		if got := trail("ones"); got != "proposals/create done;" {
			t.Errorf("another's trail is %q", got)
		}
		proposed := data[httpapi.List[Proposal]](w, checker.call("proposals/list", map[string]any{"about": "one"})).List
		if len(proposed) != 1 || proposed[0].ID != one.ID {
			t.Errorf("proposed about it: %+v", proposed)
		}
		w.clean()
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec("UPDATE operator_audit SET about = subject WHERE action = 'proposals/create'")
			if err != nil {
				return err
			}
			found, err := w.service.Check(tx)
			if len(found) == 0 {
				t.Error("proposals that are hidden from their record's trail are not found")
			}
			return err
		})
	})
}

// The matrix says who may make which call; everything else is refused.
func TestRolesMatrix(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	matrix := map[string][]Role{
		"staff/list": {Administrator, Auditor}, "audit/list": {Administrator, Auditor}, "audit/export": {Auditor}, "audit/verify": {Auditor},
		"proposals/list": Roles(), "roles/change": {Administrator},
		"proposals/create": Roles(), "proposals/approve": Roles(), "proposals/reject": Roles(), "roles/object": Roles(), "sessions/list": Roles(), "sessions/end": Roles(),
		"proposals/try": Roles(), "proposals/tryApproval": Roles(),
	}
	open := map[string]bool{"hello": true, "signin": true, "signin/enrol": true, "signout": true, "me": true}
	for _, whole := range w.service.api.Paths() {
		path := strings.TrimPrefix(whole, PathPrefix)
		if _, listed := matrix[path]; !listed && !open[path] {
			t.Errorf("the matrix does not say who may call %s", path)
		}
	}
	people := make(map[Role]*person)
	for i, role := range Roles() {
		people[role] = w.staff(int64(i+1), role)
	}
	for path, allowed := range matrix {
		for role, p := range people {
			may := false
			for _, r := range allowed {
				may = may || r == role
			}
			// An empty body is malformed for most calls, which comes after the role.
			if got := p.call(path, httpapi.None{}).Code != ErrForbidden.Code; got != may {
				t.Errorf("%s calling %s: allowed is %v", role, path, got)
			}
		}
	}
	kinds := map[string]struct{ makers, checkers []Role }{
		kindRoles: {[]Role{Administrator}, []Role{Administrator}},
		"act":     {[]Role{FinanceMaker, FinanceChecker}, []Role{FinanceChecker, Risk}},
	}
	for role, p := range people {
		may := data[signInOut](w, p.call("me", httpapi.None{})).May
		for name := range w.service.kinds {
			want, listed := kinds[name]
			if !listed {
				t.Fatalf("the matrix does not know %s", name)
			}
			if got := may[name]; got.Propose != (roleSet{role}).hasAny(want.makers) || got.Approve != (roleSet{role}).hasAny(want.checkers) {
				t.Errorf("%s and %s: %+v", role, name, got)
			}
		}
	}
}

func TestFirstAdministratorsAndTheDemo(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ctx := context.Background()
		one, two := w.wallet(1), w.wallet(2)
		for name, err := range map[string]error{"no address": w.service.Add(ctx, "0x1", "X", Administrator), "no role": w.service.Add(ctx, one.address, "X", "king")} {
			if err == nil {
				t.Errorf("%s was accepted", name)
			}
		}
		if err := errors.Join(w.service.Add(ctx, strings.ToLower(one.address), "One", Administrator), w.service.Add(ctx, two.address, "Two", Support),
			w.service.Add(ctx, two.address, "Two", Administrator)); err != nil {
			t.Fatal(err)
		}
		if err := w.service.Add(ctx, w.wallet(3).address, "Three", Risk); !errors.Is(err, ErrBootstrapped) {
			t.Errorf("a third by command: %v", err)
		}
		one.enrol()
		w.expect("the first signs in", one.signIn(), 200)
		if err := w.service.Reset(ctx, one.address); err != nil {
			t.Fatal(err)
		}
		w.expect("a reset ends the sessions", one.call("me", httpapi.None{}), 1001)
		one.enrol()
		w.expect("another authenticator", one.signIn(), 200)
		if err := w.service.Reset(ctx, w.wallet(4).address); !errors.Is(err, ErrUnknownStaff) {
			t.Errorf("reset of a stranger: %v", err)
		}
		if _, _, err := w.service.DemoSession(ctx, Risk, w.wallet(5).address, "Demo"); !errors.Is(err, ErrNoDemo) {
			t.Errorf("a session without a wallet: %v", err)
		}
		demo := w.wallet(5)
		demo.service = w.open(Config{Demo: true})
		for range 2 {
			cookie, csrf, err := demo.service.DemoSession(ctx, Risk, demo.address, "Demo")
			if err != nil {
				t.Fatal(err)
			}
			demo.cookie, demo.csrf = cookie, csrf
			w.expect("a demo's session", demo.call("proposals/list", httpapi.None{}), 200)
		}
		if list := data[struct{ List []staffRow }](w, one.call("staff/list", httpapi.None{})).List; !list[len(list)-1].LastSignIn.Equal(w.Clock.Now()) {
			t.Errorf("the demo's person signed in at %s, want %s", list[len(list)-1].LastSignIn, w.Clock.Now())
		}
		if _, _, err := demo.service.DemoSession(ctx, "king", demo.address, "Demo"); err == nil {
			t.Error("a demo's king was let in")
		}
		if k := demo.cookie; !k.HttpOnly || k.SameSite != http.SameSiteStrictMode {
			t.Errorf("the demo's cookie is %+v", k)
		}
		w.clean()
	})
}
