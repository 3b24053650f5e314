package operator

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestApproveRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker, both := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, FinanceMaker, FinanceChecker)
		open := maker.propose("open", 2)
		own := both.propose("own", 1)
		other := maker.propose("other", 1)
		with := func(body map[string]any, key string, value any) map[string]any { body[key] = value; return body }
		earlier := checker.approvalAt(other, w.now())
		used := checker.approval(open)
		w.expect("in order", checker.call("proposals/approve", used), 200)
		for _, test := range []struct {
			name string
			by   *person
			body map[string]any
			code int
		}{
			{"an unknown proposal", checker, with(checker.approval(other), "proposalId", "0123456789"), 1005},
			{"another hash", checker, with(checker.approval(other), "payloadHash", open.PayloadHash), ErrPayloadChanged.Code},
			{"without the role", maker, maker.approval(other), ErrForbidden.Code},
			{"by its maker", both, both.approval(own), ErrOwnProposal.Code},
			{"twice by one person", checker, checker.approval(open), ErrApprovedBefore.Code},
			{"the same signature twice", checker, used, ErrApprovedBefore.Code},
			{"a signature for another proposal", checker, with(with(checker.approval(open), "proposalId", other.ID), "payloadHash", other.PayloadHash), ErrSignature.Code},
			{"another time than signed", checker, with(checker.approval(other), "signedAt", c.Now().UnixMilli()+1), ErrSignature.Code},
			{"another wallet's signature", checker, with(checker.approvalAt(other, c.Now()), "signature", both.approvalAt(other, c.Now())["signature"]), ErrSignature.Code},
			{"no signature", checker, with(checker.approval(other), "signature", ""), ErrSignature.Code},
			{"an old signature", checker, checker.approvalAt(other, c.Now().Add(-messageAgeMax-time.Millisecond)), ErrStale.Code},
			{"one from the future", checker, checker.approvalAt(other, c.Now().Add(messageAgeMax+time.Second)), ErrStale.Code},
			{"one made before another that was used", checker, earlier, ErrUsed.Code},
		} {
			w.expect(test.name, test.by.call("proposals/approve", test.body), test.code)
			if got := w.last(); !strings.HasPrefix(got, "proposals/approve refused") {
				t.Errorf("%s: the audit log ends with %q", test.name, got)
			}
		}
		if w.executed("open")+w.executed("own")+w.executed("other") != 0 {
			t.Error("something was done")
		}
		w.expect("the other after all", checker.approve(other), 200)
		w.expect("what is done", both.approve(other), ErrClosed.Code)
		w.clean()
	})
}

func TestReplayedApprovalOfAClosedProposal(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
	first := maker.propose("same", 1)
	body := checker.approval(first)
	w.expect("approve", checker.call("proposals/approve", body), 200)
	w.expect("replay", checker.call("proposals/approve", body), ErrClosed.Code)
	// The same payload again has the same hash, and yet needs a new signature.
	again := maker.propose("same", 1)
	if again.PayloadHash != first.PayloadHash {
		t.Fatal("equal payloads have different hashes")
	}
	body["proposalId"] = again.ID
	w.expect("replay for a proposal of the same payload", checker.call("proposals/approve", body), ErrSignature.Code)
	if w.executed("same") != 1 {
		t.Errorf("done %d times", w.executed("same"))
	}
	w.clean()
}

func TestChangedPayloadIsRefused(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, second := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, Risk)
		p := maker.propose("changed", 1)
		change := func(id, payload, hash string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE operator_proposal SET payload = $1, payload_hash = $2 WHERE id = $3`, payload, hash, id)
				return err
			})
		}
		payload := `{"about":"changed","approvals":0,"fail":false}`
		change(p.ID, payload, p.PayloadHash)
		w.expect("the payload alone", checker.approve(p), ErrPayloadChanged.Code)
		change(p.ID, payload, hashOf([]byte(payload)))
		w.expect("payload and hash", checker.approve(p), ErrPayloadChanged.Code)
		// Changed between two approvals: the second checker sees the new one.
		two := maker.propose("two", 2)
		w.expect("the first of two", checker.approve(two), 200)
		payload = `{"about":"two","approvals":2,"fail":true}`
		change(two.ID, payload, hashOf([]byte(payload)))
		w.expect("the second of two", second.approve(w.stored(two.ID)), ErrPayloadChanged.Code)
		if w.executed("changed")+w.executed("two") != 0 {
			t.Error("something was done")
		}
		w.clean()
	})
}

func TestTwoApprovalsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker := w.staff(1, FinanceMaker)
		var checkers []*person
		for seed := int64(2); seed < 6; seed++ {
			checkers = append(checkers, w.staff(seed, FinanceChecker))
		}
		one, two := maker.propose("one", 1), maker.propose("two", 2)
		for _, p := range []Proposal{one, two} {
			bodies := make([]map[string]any, len(checkers))
			for i, checker := range checkers {
				bodies[i] = checker.approval(p)
			}
			codes := make([]int, 2*len(checkers))
			var group sync.WaitGroup
			for i := range codes {
				group.Go(func() { codes[i] = checkers[i/2].call("proposals/approve", bodies[i/2]).Code })
			}
			group.Wait()
			count := map[int]int{}
			for _, code := range codes {
				count[code]++
			}
			if count[200] != p.Needed || count[200]+count[ErrClosed.Code]+count[ErrApprovedBefore.Code] != len(codes) {
				t.Errorf("%s: answers %v", p.Subject, count)
			}
			if w.executed(p.Subject) != 1 {
				t.Errorf("%s was done %d times", p.Subject, w.executed(p.Subject))
			}
		}
		w.clean()
	})
}

// Two processes on one database, each with a checker: one act.
func TestTwoInstancesApproveOnce(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	w := newWorld(t, dbtest.Open(t, address, c), c)
	other := newWorld(t, dbtest.Open(t, address, c), c)
	maker := w.staff(1, FinanceMaker)
	people := []*person{w.staff(2, FinanceChecker), w.staff(3, FinanceChecker)}
	people[1].service = other.service
	for round := range 10 {
		p := maker.propose(fmt.Sprint("round ", round), 1)
		bodies := []map[string]any{people[0].approval(p), people[1].approval(p)}
		codes := make([]int, len(people))
		var group sync.WaitGroup
		for i := range people {
			group.Go(func() { codes[i] = people[i].call("proposals/approve", bodies[i]).Code })
		}
		group.Wait()
		if min(codes[0], codes[1]) != 200 || max(codes[0], codes[1]) != ErrClosed.Code || w.executed(p.Subject) != 1 {
			t.Errorf("round %d: answers %v, done %d times", round, codes, w.executed(p.Subject))
		}
	}
	w.clean()
}

func TestWhatChangedSinceTheProposal(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, checker, second := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, FinanceChecker)
	p := maker.propose("basis", 1)
	w.basis = "another"
	w.expect("on another basis", checker.approve(p), ErrBasisChanged.Code)
	w.basis = ""
	setRoles := func(who *person, roles ...Role) {
		w.Update(func(tx *sqldb.Tx) error {
			s, _, err := findStaff(tx, who.id)
			if err != nil {
				return err
			}
			s.Roles = roles
			s.save(tx)
			return audit.Write(tx, commandLine.by(), actionAdd, audit.Note{Subject: who.address, After: map[string]any{"roles": roles}})
		})
	}
	setRoles(maker, Support)
	w.expect("its maker lost the role", checker.approve(p), ErrNoLongerStaff.Code)
	setRoles(maker, FinanceMaker)
	two := maker.propose("two", 2)
	w.expect("the first of two", checker.approve(two), 200)
	setRoles(checker, Support)
	w.expect("the first approver lost the role", second.approve(two), ErrNoLongerStaff.Code)
	if refused := data[Proposal](w, maker.proposeKind("act", testAct{About: "fails", Approvals: 1, Fail: true})); refused.State == Pending {
		w.expect("an act that is refused when done", second.approve(refused), ErrNothing.Code)
		if now := w.stored(refused.ID); now.State != Pending {
			t.Errorf("then the proposal is %s", now.State)
		}
	}
	if w.executed("basis")+w.executed("two")+w.executed("fails") != 0 {
		t.Error("something was done")
	}
	w.clean()
}
