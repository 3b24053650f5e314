package operator

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A kind may have a text of its own for checkers to sign, a longer life, and
// wish to hear of a rejection.
func TestKindWithItsOwnText(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		phrase := func(about, address string) string { return "Pay " + about + " as " + address + ". Time: " }
		var given []Approval
		Handle(w.service, Kind[testAct]{Name: "payout", Checkers: []Role{FinanceChecker}, Lifetime: 72 * time.Hour,
			Describe: func(_ *sqldb.Tx, d testAct) (Description, error) {
				return Description{Subject: d.About, Approvals: 1}, nil
			},
			Execute: func(_ *sqldb.Tx, _ testAct, d Decision) error { given = d.Approvals; return nil },
			Rejected: func(tx *sqldb.Tx, d testAct, by Decision) error {
				return audit.Write(tx, audit.By{}, "refunded", audit.Note{Subject: d.About, Reason: by.Reason})
			},
			Phrase: func(d testAct, address string) string { return phrase(d.About, address) }})
		checker := w.staff(1, FinanceChecker)
		open := func(about string) (p Proposal) {
			w.now()
			w.Update(func(tx *sqldb.Tx) (err error) {
				p, err = w.service.Open(tx, Request{Kind: "payout", Payload: testAct{About: about}, Reason: "asked for"})
				return err
			})
			return p
		}
		p := open("one")
		if !p.ExpiresAt.Equal(p.CreatedAt.Add(72 * time.Hour)) {
			t.Errorf("it lives until %s", p.ExpiresAt)
		}
		w.expect("nobody proposes it", checker.proposeKind("payout", testAct{About: "mine"}), 1002)
		w.expect("the usual text", checker.approve(p), ErrSignature.Code)
		at := w.now().UnixMilli()
		body := map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": at, "signature": checker.sign(fmt.Sprintf("%s%d", phrase("one", checker.address), at))}
		w.expect("its own text", checker.call("proposals/approve", body), 200)
		if len(given) != 1 || given[0].Text() != fmt.Sprintf("%s%d", phrase("one", checker.address), at) || given[0].Address != checker.address {
			t.Errorf("it was executed on %+v", given)
		}
		q := open("two")
		w.expect("reject", checker.call("proposals/reject", rejection(q, "not this one")), 200)
		refunds := ""
		for _, r := range w.audit() {
			if r.Action == "refunded" {
				refunds += r.Subject + ": " + r.Reason
			}
		}
		if refunds != "two: not this one" {
			t.Errorf("told of rejections: %q", refunds)
		}
		w.clean()
	})
}

// Who has a stake neither proposes, approves nor rejects, and is shown no text to
// sign; others do.
func TestKindThatBarsSomebody(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		done := 0
		Handle(w.service, Kind[testAct]{Name: "gift", Makers: []Role{FinanceMaker}, Checkers: []Role{FinanceChecker},
			Describe: func(_ *sqldb.Tx, d testAct) (Description, error) {
				return Description{Subject: d.About, Approvals: 1}, nil
			},
			Execute: func(*sqldb.Tx, testAct, Decision) error { done++; return nil },
			Barred: func(_ *sqldb.Tx, d testAct, who Staff) error {
				if who.Address == d.About {
					return ErrForbidden
				}
				return nil
			}})
		maker, one, other := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker), w.staff(3, FinanceChecker)
		w.expect("to oneself", maker.proposeKind("gift", testAct{About: maker.address}), ErrForbidden.Code)
		p := data[Proposal](w, maker.proposeKind("gift", testAct{About: one.address}))
		w.expect("approved by who gets it", one.approve(p), ErrForbidden.Code)
		w.expect("rejected by who gets it", one.call("proposals/reject", map[string]any{"proposalId": p.ID, "reason": "not this one"}), ErrForbidden.Code)
		for who, isOffered := range map[*person]bool{one: false, other: true} {
			shown := data[struct{ List []Proposal }](w, who.call("proposals/list", map[string]any{"kind": "gift"}))
			if len(shown.List) != 1 || (shown.List[0].Phrase != "") != isOffered {
				t.Errorf("%s is shown %+v", who.address, shown)
			}
		}
		w.expect("approved by another", other.approve(p), 200)
		if done != 1 {
			t.Errorf("done %d times", done)
		}
		w.clean()
	})
}
