package operator

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const exportMax = 5000

type okOut struct {
	OK bool `json:"ok"`
}

// Me is a person as the console shows it to itself.
type Me struct {
	ID      string `json:"id"`
	Address string `json:"address"`
	Name    string `json:"name"`
	Roles   []Role `json:"roles" nullable:"false"`
	// IdleSeconds is how long the session lives without a call.
	IdleSeconds int `json:"idleSeconds"`
	// May lists the kinds that the person can propose and approve.
	May map[string]MayDo `json:"kinds"`
}

// MayDo is what a person may do with a kind.
type MayDo struct {
	Propose bool `json:"propose"`
	Approve bool `json:"approve"`
}

type helloOut struct {
	ServerTime time.Time `json:"serverTime"`
	Phrase     string    `json:"signInPhrase"`
	CanSignIn  bool      `json:"canSignIn" doc:"False while no operator key is configured"`
	Demo       bool      `json:"demo"`
}

type exportIn struct {
	// From is the first record wanted; at most 5,000 come at once.
	From int64 `json:"from" required:"false"`
}

type exportOut struct {
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	Content     string `json:"content"`
	// HeadSeq and HeadHash are the newest record's; the log is whole when the
	// last exported one has them.
	HeadSeq  int64  `json:"headSeq"`
	HeadHash string `json:"headHash"`
	HasMore  bool   `json:"hasMore"`
}

type verifyOut struct {
	HeadSeq  int64    `json:"headSeq"`
	HeadHash string   `json:"headHash"`
	Broken   []string `json:"broken" nullable:"false"`
}

type staffRow struct {
	ID          string    `json:"id"`
	Address     string    `json:"address"`
	Name        string    `json:"name"`
	Roles       []Role    `json:"roles" nullable:"false"`
	Active      bool      `json:"active"`
	Enrolled    bool      `json:"enrolled" doc:"Has set up an authenticator"`
	EnrolUntil  time.Time `json:"enrolUntil,omitzero"`
	LockedUntil time.Time `json:"lockedUntil,omitzero"`
	LastSignIn  time.Time `json:"lastSignInAt,omitzero"`
	CreatedAt   time.Time `json:"createdAt"`
}

// register adds the calls that do not belong to a kind.
func (s *Service) register() {
	s.registerSessions()
	s.listProposals()
	Action(s, Route{Path: "proposals/create"}, s.propose)
	Action(s, Route{Path: "proposals/approve"}, s.approve)
	Action(s, Route{Path: "proposals/reject"}, s.reject)
	Action(s, Route{Path: "roles/object"}, s.object)
	Rows(s, Route{Path: "audit/list", Roles: []Role{Administrator}}, auditList, Whole)
	View(s, Route{Path: "audit/export", Roles: []Role{Auditor}}, exportAudit)
	View(s, Route{Path: "audit/verify", Roles: []Role{Auditor}}, func(tx *sqldb.Tx, _ Caller, _ httpapi.None) (out verifyOut, err error) {
		found, err := s.Check(tx)
		if err != nil {
			return out, err
		}
		out.HeadSeq, out.HeadHash, err = auditHead(tx)
		out.Broken = violationTexts(found)
		return out, err
	})
	Rows(s, Route{Path: "staff/list", Roles: []Role{Administrator}}, staffList, rowOfStaff)
}

// registerSessions adds the calls that make, show and end a session. They do
// not look at their body before they know who asks.
func (s *Service) registerSessions() {
	open := func(d documented) documented { d.open = true; return d }
	s.add(open(typesOf[httpapi.None, helloOut](Route{Path: "hello"}, false)), s.hello)
	s.add(open(typesOf[signInIn, signInOut](Route{Path: "signin"}, true)), s.signIn)
	s.add(open(typesOf[signInIn, enrolOut](Route{Path: "signin/enrol"}, true)), s.enrol)
	s.add(typesOf[httpapi.None, okOut](Route{Path: "signout"}, true), s.signOut)
	s.add(typesOf[httpapi.None, signInOut](Route{Path: "me"}, false), s.session)
}

func (s *Service) hello(ctx context.Context, _ *exchange) (any, error) {
	var now time.Time
	err := s.db.View(ctx, func(tx *sqldb.Tx) error { now = tx.Now(); return nil })
	return helloOut{ServerTime: now, Phrase: SignInPhrase(s.host, s.chainID), CanSignIn: s.sealer != nil, Demo: s.demo}, err
}

func violationTexts(found []ledger.Violation) []string {
	texts := make([]string, len(found))
	for i, v := range found {
		texts[i] = v.Detail
	}
	return texts
}

func (s *Service) me(p Staff) Me {
	may := make(map[string]MayDo)
	for name, k := range s.kinds {
		if do := (MayDo{Propose: len(k.makers) > 0 && p.May(k.makers), Approve: p.May(k.checkers)}); do != (MayDo{}) {
			may[name] = do
		}
	}
	return Me{ID: p.ID, Address: p.Address, Name: p.Name, Roles: append([]Role{}, p.Roles...), IdleSeconds: int(sessionIdleMax / time.Second), May: may}
}

// session tells a reloaded page who is signed in, and gives it the CSRF
// token that follows from its cookie. Another site's page can make this call
// and not read its answer.
func (s *Service) session(ctx context.Context, x *exchange) (any, error) {
	var waiting []WaitingRow
	err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		if _, err = identify(tx, x.Request, &x.caller); err == nil {
			waiting, err = rolesInWaiting(tx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return signInOut{Me: s.me(x.caller.Staff), CSRFToken: csrfOf(tokenOf(x.Request)), RolesWaiting: waiting}, nil
}

// signOut ends the session; without one it does nothing.
func (s *Service) signOut(ctx context.Context, x *exchange) (any, error) {
	if err := checkPage(x.Request); err != nil {
		return nil, err
	}
	err := s.db.Update(ctx, func(tx *sqldb.Tx) error {
		if _, err := identify(tx, x.Request, &x.caller); err != nil {
			return err
		}
		if _, err := tx.Exec(deleteSession, x.caller.SessionID); err != nil {
			return err
		}
		return record(tx, x.caller, "signout", outcomeDone, Note{Subject: x.caller.Address})
	})
	if err != nil {
		return nil, err
	}
	http.SetCookie(x.Writer, s.expiredCookie())
	return okOut{OK: true}, nil
}

// listProposals registers the list of the kinds that the caller has to do with;
// auditors see all.
func (s *Service) listProposals() {
	list := lists.List[Proposal]{Table: proposalTable, Key: "id", Orders: []lists.Order{lists.Newest("createdAt", "id")},
		Filters: []lists.Filter{lists.OneOf("state", "state", Pending, Executed, Rejected, Expired), lists.Is("kind", "kind")}}
	seen := func(c Caller) lists.List[Proposal] {
		var kinds []string
		for name, k := range s.kinds {
			if c.May(k.checkers) || c.May([]Role{Auditor}) || len(k.makers) > 0 && c.May(k.makers) {
				kinds = append(kinds, name)
			}
		}
		slices.Sort(kinds)
		bounded := list
		bounded.Where = lists.In("kind", kinds...)
		return bounded
	}
	rowsOf(s, Route{Path: "proposals/list"}, seen, func(tx *sqldb.Tx, c Caller, p Proposal) (Proposal, error) {
		return p, s.complement(tx, c, &p)
	})
}

// complement adds who approved and what the caller could sign.
func (s *Service) complement(tx *sqldb.Tx, c Caller, p *Proposal) error {
	if err := p.withApprovals(tx); err != nil {
		return err
	}
	k := s.kinds[p.Kind]
	if p.State != Pending || p.MakerID == c.ID || !c.May(k.checkers) {
		return nil
	}
	if err := k.barred(tx, p.Payload, c.Staff); err != nil {
		if _, isRefusal := fault.As(err); isRefusal {
			return nil
		}
		return err
	}
	phrase, err := s.phraseFor(k, *p, c.Address)
	p.Phrase = phrase
	return err
}

func exportAudit(tx *sqldb.Tx, _ Caller, in exportIn) (out exportOut, err error) {
	from := max(in.From, 1)
	list, err := auditBetween(tx, from-1, from-1+exportMax)
	if err != nil {
		return out, err
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	rows := [][]string{{"seq", "atMicros", "staffId", "address", "ip", "action", "subject", "outcome", "reason", "before", "after", "hash"}}
	for _, r := range list {
		rows = append(rows, []string{strconv.FormatInt(r.Seq, 10), strconv.FormatInt(r.At.UnixMicro(), 10), r.StaffID, r.Address, r.IP, r.Action,
			r.Subject, r.Outcome, r.Reason, string(r.Before), string(r.After), r.Hash})
	}
	if err := w.WriteAll(rows); err != nil {
		return out, fmt.Errorf("export the audit log: %w", err)
	}
	out = exportOut{FileName: fmt.Sprintf("etld-audit-%d-%d.csv", from, from-1+int64(len(list))), ContentType: "text/csv; charset=utf-8", Content: text.String()}
	out.HeadSeq, out.HeadHash, err = auditHead(tx)
	out.HasMore = from-1+int64(len(list)) < out.HeadSeq
	return out, err
}

func rowOfStaff(tx *sqldb.Tx, _ Caller, r storedStaff) (staffRow, error) {
	p := r.Staff.at(tx.Now())
	row := staffRow{ID: p.ID, Address: p.Address, Name: p.Name, Roles: append([]Role{}, p.Roles...), Active: p.Active, Enrolled: p.totpConfirmed,
		LockedUntil: p.lockedUntil, LastSignIn: p.signedAt, CreatedAt: p.createdAt}
	if !p.totpConfirmed {
		row.EnrolUntil = p.enrolUntil
	}
	return row, nil
}
