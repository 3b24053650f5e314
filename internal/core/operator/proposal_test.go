package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTwoPeopleDoAnAct(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, second := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, Risk)
		one := maker.propose("one", 1)
		if one.State != Pending || one.PayloadHash != hashOf(one.Payload) || len(one.Diff) != 1 || !one.ExpiresAt.Equal(one.CreatedAt.Add(24*time.Hour)) {
			t.Errorf("proposed: %+v", one)
		}
		done := data[Proposal](w, checker.approve(one))
		if done.State != Executed || len(done.Given) != 1 || done.Given[0].Address != checker.address || done.ClosedBy != checker.id {
			t.Errorf("approved: %+v", done)
		}
		two := maker.propose("two", 2)
		if half := data[Proposal](w, checker.approve(two)); half.State != Pending || w.executed("two") != 0 {
			t.Errorf("after one of two approvals: %+v", half)
		}
		if whole := data[Proposal](w, second.approve(two)); whole.State != Executed {
			t.Errorf("after both: %+v", whole)
		}
		none := maker.propose("none", 0)
		if none.State != Executed {
			t.Errorf("an act that needs nobody else: %+v", none)
		}
		for _, about := range []string{"one", "two", "none"} {
			if n := w.executed(about); n != 1 {
				t.Errorf("%s was done %d times", about, n)
			}
		}
		w.clean()
	})
}

func TestProposalsExpire(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		p, q := maker.propose("late", 1), maker.propose("later", 1)
		w.expect("a second one", maker.proposeKind("act", testAct{About: "late", Approvals: 1}), ErrPending.Code)
		c.Set(q.ExpiresAt.Add(-time.Minute))
		w.expect("sign in", maker.signIn(), 200)
		w.expect("sign in", checker.signIn(), 200)
		c.Set(q.ExpiresAt)
		w.expect("when its time is over", checker.approve(p), ErrProposalExpired.Code)
		w.expect("reject it then", checker.call("proposals/reject", rejection(p, "too late")), ErrProposalExpired.Code)
		again := maker.propose("late", 1)
		if w.stored(p.ID).State != Expired || again.State != Pending {
			t.Error("the expired one did not make room")
		}
		for range 2 {
			if more, err := w.service.Jobs()[0].Work(context.Background()); err != nil || more {
				t.Errorf("more: %v, %v", more, err)
			}
		}
		if w.stored(q.ID).State != Expired || w.last() != "proposals/expire done" {
			t.Errorf("after the job: %s, %q", w.stored(q.ID).State, w.last())
		}
		w.expect("an expired one", checker.approve(q), ErrProposalExpired.Code)
		w.clean()
	})
}

// A proposal that cannot be closed is parked with its cause; others are closed, and it is
// as well once the cause is gone.
func TestAProposalThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker := w.staff(1, FinanceMaker)
		broken, whole := maker.propose("broken", 1), maker.propose("whole", 1)
		change := func(query string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(query, broken.ID)
				return err
			})
		}
		expect := func(when string, parked ...string) {
			t.Helper()
			if more, err := w.service.Jobs()[0].Work(context.Background()); err != nil || more {
				t.Errorf("%s more: %v, %v", when, more, err)
			}
			var got []string
			w.View(func(tx *sqldb.Tx) error {
				list, err := jobs.Parked(tx, "operator_expire")
				for _, p := range list {
					got = append(got, p.Subject)
				}
				return err
			})
			if w.stored(whole.ID).State != Expired || !slices.Equal(got, parked) {
				t.Errorf("%s the other is %s, and parked are %v, want %v", when, w.stored(whole.ID).State, got, parked)
			}
		}
		change(`UPDATE operator_proposal SET diff = '!' || diff WHERE id = $1`)
		c.Set(whole.ExpiresAt)
		expect("at first", broken.ID)
		change(`UPDATE operator_proposal SET diff = substr(diff, 2) WHERE id = $1`)
		expect("too early", broken.ID)
		c.Advance(time.Hour)
		expect("when it is due")
		if got := w.stored(broken.ID); got.State != Expired {
			t.Errorf("when it is due it is %s", got.State)
		}
		w.clean()
	})
}

func TestProposeRefuses(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, checker := w.staff(1, FinanceMaker), w.staff(2, Risk)
	body := func(kind string, payload any, reason string) map[string]any {
		return map[string]any{"kind": kind, "payload": payload, "reason": reason}
	}
	good := testAct{About: "x", Approvals: 1}
	for _, test := range []struct {
		name string
		by   *person
		body map[string]any
		code int
	}{
		{"an unknown kind", maker, body("nothing", good, "because"), 1002},
		{"without the role", checker, body("act", good, "because"), ErrForbidden.Code},
		{"no reason", maker, body("act", good, ""), 1002},
		{"a reason too long", maker, body("act", good, strings.Repeat("x", audit.ReasonMax+1)), 1002},
		{"control characters", maker, body("act", good, "be\u0007cause"), 1002},
		{"an unknown field", maker, body("act", map[string]any{"more": 1}, "because"), 1002},
		{"no payload", maker, body("act", nil, "because"), 200},
	} {
		w.expect(test.name, test.by.call("proposals/create", test.body), test.code)
	}
}

// rejection is the body that rejects a proposal as it was shown.
func rejection(p Proposal, reason string) rejectIn {
	return rejectIn{ProposalID: httpapi.ID(p.ID), PayloadHash: p.PayloadHash, Approvals: len(p.Given), Reason: reason}
}

func TestRejectAndTakeBack(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, stranger, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceMaker), w.staff(3, FinanceChecker)
	reject := func(by *person, p Proposal, reason string) reply {
		return by.call("proposals/reject", rejection(p, reason))
	}
	p := maker.propose("one", 1)
	w.expect("by another maker", reject(stranger, p, "no"), 1002)
	w.expect("by another maker", reject(stranger, p, "not mine"), ErrForbidden.Code)
	w.expect("without a reason", reject(checker, p, ""), 1002)
	other := p
	other.PayloadHash = hashOf([]byte("another"))
	w.expect("of another payload", reject(checker, other, "not shown"), ErrPayloadChanged.Code)
	other = p
	other.Given = []ApprovalRow{{}}
	w.expect("with another number of approvals", reject(checker, other, "not shown"), ErrBasisChanged.Code)
	if got := data[Proposal](w, reject(checker, p, "not now")); got.State != Rejected || got.CloseReason != "not now" {
		t.Errorf("rejected: %+v", got)
	}
	w.expect("approve it then", checker.approve(p), ErrClosed.Code)
	back := maker.propose("one", 1)
	w.expect("taken back by its maker", reject(maker, back, "a mistake"), 200)
	w.expect("an unknown one", reject(checker, Proposal{ID: "0123456789"}, "no such"), 1005)
	if w.executed("one") != 0 {
		t.Error("done in spite of it")
	}
	w.clean()
}

// The program opens proposals for what users ask, and closes them when it is over.
func TestOpenAndWithdraw(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		checker, second := w.staff(2, FinanceChecker), w.staff(3, Risk)
		open := func(about string, approvals int) (p Proposal) {
			w.now()
			w.Update(func(tx *sqldb.Tx) (err error) {
				p, err = w.service.Open(tx, Request{Kind: "act", Payload: testAct{About: about, Approvals: approvals}, Reason: "asked for"})
				return err
			})
			return p
		}
		p := open("asked", 2)
		w.expect("the first", checker.approve(p), 200)
		if got := data[Proposal](w, second.approve(p)); got.State != Executed || got.MakerID != "" {
			t.Errorf("approved by two: %+v", got)
		}
		q := open("cancelled", 1)
		for range 2 {
			w.Update(func(tx *sqldb.Tx) error {
				return w.service.Withdraw(tx, "act", "cancelled", "the user changed their mind")
			})
		}
		w.expect("withdrawn", checker.approve(q), ErrClosed.Code)
		err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := w.service.Open(tx, Request{Kind: "act", Payload: testAct{About: "free"}, Reason: "x"})
			return err
		})
		if err == nil || w.executed("free") != 0 {
			t.Errorf("the program did by itself what needs nobody: %v", err)
		}
		if w.executed("asked") != 1 || w.executed("cancelled") != 0 {
			t.Error("the wrong thing was done")
		}
		w.clean()
	})
}

func TestListsShowWhatConcernsTheCaller(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, support, auditor := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, Support), w.staff(4, Auditor)
		for i := range 3 {
			maker.propose(fmt.Sprint("number ", i), 1)
		}
		list := func(by *person, in map[string]any) (subjects string, cursor string) {
			out := data[struct {
				List       []Proposal
				NextCursor string
			}](w, by.call("proposals/list", in))
			for _, p := range out.List {
				subjects += p.Subject + ";"
				if can := by == checker; (p.Phrase != "") != can {
					t.Errorf("phrase to sign for %s: %q", by.address, p.Phrase)
				}
			}
			return subjects, out.NextCursor
		}
		all := "number 2;number 1;number 0;"
		for name, test := range map[string]struct {
			by   *person
			want string
		}{"maker": {maker, all}, "checker": {checker, all}, "auditor": {auditor, all}, "support": {support, ""}} {
			if got, _ := list(test.by, map[string]any{}); got != test.want {
				t.Errorf("%s sees %q", name, got)
			}
		}
		first, cursor := list(checker, map[string]any{"size": 2, "state": Pending, "kind": "act"})
		rest, end := list(checker, map[string]any{"size": 2, "cursor": cursor})
		if first+rest != all || end != "" {
			t.Errorf("pages %q and %q", first, rest)
		}
		if got, _ := list(checker, map[string]any{"state": Executed}); got != "" {
			t.Errorf("executed: %q", got)
		}
		w.expect("too large a page", checker.call("proposals/list", map[string]any{"size": httpapi.PageSizeMax + 1}), 1002)
	})
}

// What a checker's wallet shows names the kind, the subject and every figure of
// the payload, and the stored approval says the same.
func TestApprovalsSayWhatIsDone(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		p := data[Proposal](w, maker.proposeKind("act", testAct{About: "tx 0x1", Approvals: 1}))
		at := w.now()
		done := data[Proposal](w, checker.call("proposals/approve", checker.approvalAt(p, at)))
		want := fmt.Sprintf(`Approve a proposal at %s as operator %s. Proposal %s: act: about tx 0x1; approvals 1; fail no. Payload %s. Time: %d`,
			host, checker.address, p.ID, p.PayloadHash, at.UnixMilli())
		if len(done.Given) != 1 || done.Given[0].Text != want {
			t.Errorf("signed was\n%+v\nwant\n%s", done.Given, want)
		}
		w.clean()
	})
}

// TestWhatIsNotSeenIsWrittenOut: a wallet shows what is signed, also where somebody
// hid characters in it or turned the rest around.
func TestWhatIsNotSeenIsWrittenOut(t *testing.T) {
	t.Parallel()
	for hidden, want := range map[string]string{
		"\u202e": `\u202e`, "\u2066": `\u2066`, "\u200b": `\u200b`, "\u200d": `\u200d`, "\ufeff": `\ufeff`, "\u00ad": `\u00ad`, "\u2028": `\u2028`,
		"\x00": `\u0000`, "\n": `\u000a`, "\x7f": `\u007f`, "\u0085": `\u0085`, "\u115f": `\u115f`, "\u00a0": `\u00a0`, "\ufe0f": `\ufe0f`,
		"\U000e0041": `\udb40\udc41`, "\ue000": `\ue000`, "Ж": "Ж", "汉字": "汉字", " ": " ", "é": "é", `\u202e`: `\u202e`,
	} {
		p := Proposal{ID: "1", Kind: "pool_funding", Subject: "a" + hidden + "b", PayloadHash: "h"}
		p.Payload, _ = json.Marshal(map[string]string{"pool": "interest", "amount": "1", "currency": "USDT", "evidence": "c" + hidden + "d"})
		text := fmt.Sprintf(`Proposal 1: Fund the interest pool with 1 USDT: evidence “c%sd” (a%sb). Payload h.`, want, want)
		if got := p.Words(); got != text {
			t.Errorf("%q: %s, want %s", hidden, got, text)
		}
	}
}

// An approval in the books is one of the proposal's own text.
func TestApprovalsAreOfTheProposalsText(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		p := maker.propose("one", 1)
		w.expect("approve", checker.approve(p), 200)
		rewrite := func(phrase string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE operator_approval SET phrase = $1, signed_ms = 7, signature = $2`, phrase, checker.sign(phrase+"7"))
				return err
			})
		}
		w.clean()
		rewrite("Approve anything. Time: ")
		if len(w.Violations(w.service.Check)) == 0 {
			t.Error("a signature of another text was not found")
		}
		// Id and hash bind the payload, and the words are what the person read.
		rewrite("Approve a proposal at " + w.service.Host + " as operator " + checker.address + ". Proposal " + p.ID +
			": Other words. Payload " + p.PayloadHash + ". Time: ")
		if len(w.Violations(w.service.Check)) == 0 {
			t.Error("a signature of other words was not found")
		}
		// What was signed elsewhere counts for nothing here; the check may have been told another host.
		rewrite(Phrase("other.example", checker.address, p))
		if found := w.Violations(w.service.Check); len(found) != 1 || !strings.Contains(found[0].String(), "executed proposals 1 were signed at the host other.example") ||
			!strings.Contains(found[0].String(), "--host") {
			t.Errorf("of a signature at another host the check says %v", found)
		}
	})
}

// One sentence stands in the maker's form, the answer, the list, the text that the
// wallet signs and the log, to the letter; lists and forms have it in their reader's language.
func TestOneSentenceStandsEverywhere(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
	asked := map[string]any{"kind": "act", "payload": testAct{About: "tx 0x1", Approvals: 1}, "reason": "because"}
	tried := data[Trial](w, maker.call("proposals/try", asked))
	p := data[Proposal](w, maker.call("proposals/create", asked))
	listed := data[httpapi.List[Proposal]](w, checker.call("proposals/list", map[string]any{})).List[0]
	again := data[Trial](w, checker.call("proposals/tryApproval", map[string]any{"proposalId": p.ID}))
	want := "act: about tx 0x1; approvals 1; fail no."
	for place, got := range map[string]string{"form": tried.Sentence, "answer": p.Sentence, "list": listed.Sentence, "panel": again.Sentence} {
		if got != want {
			t.Errorf("%s: %s", place, got)
		}
	}
	if !strings.Contains(listed.Phrase, " "+want+" ") {
		t.Errorf("the wallet shows %s", listed.Phrase)
	}
	records := w.audit()
	if last := string(records[len(records)-1].After); !strings.Contains(last, `"sentence":"`+want+`"`) {
		t.Errorf("the log has %s", last)
	}
}
