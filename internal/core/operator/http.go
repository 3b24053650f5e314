package operator

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	exportMax    = 5000
	proposalList = "proposals"
	auditList    = "audit log"
)

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

type proposalsIn struct {
	httpapi.Page
	State State  `json:"state" required:"false" enum:"pending,executed,rejected,expired"`
	Kind  string `json:"kind" required:"false"`
}

type auditIn struct {
	httpapi.Page
	StaffID string `json:"staffId" required:"false"`
	Action  string `json:"action" required:"false"`
	Subject string `json:"subject" required:"false"`
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
	View(s, Route{Path: "proposals/list"}, s.listProposals)
	Action(s, Route{Path: "proposals/create"}, s.propose)
	Action(s, Route{Path: "proposals/approve"}, s.approve)
	Action(s, Route{Path: "proposals/reject"}, s.reject)
	Action(s, Route{Path: "roles/object"}, s.object)
	View(s, Route{Path: "audit/list", Roles: []Role{Administrator}}, listAudit)
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
	View(s, Route{Path: "staff/list", Roles: []Role{Administrator}}, listStaff)
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

// listProposals shows the kinds that the caller has to do with; auditors see all.
func (s *Service) listProposals(tx *sqldb.Tx, c Caller, in proposalsIn) (httpapi.List[Proposal], error) {
	kinds := ","
	for name, k := range s.kinds {
		if c.May(k.checkers) || c.May([]Role{Auditor}) || len(k.makers) > 0 && c.May(k.makers) {
			kinds += name + ","
		}
	}
	out, err := httpapi.Ordered[Proposal]{Name: proposalList, First: entropy.LastID, ID: func(p Proposal) string { return p.ID },
		Read: func(before string, limit int) ([]Proposal, error) {
			return queryProposals(tx, selectProposals, before, string(in.State), in.Kind, kinds, limit)
		},
	}.Page(in.Page)
	if err != nil {
		return httpapi.List[Proposal]{}, err
	}
	for i := range out.List {
		if err := s.complement(tx, c, &out.List[i]); err != nil {
			return out, err
		}
	}
	return out, nil
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

func listAudit(tx *sqldb.Tx, _ Caller, in auditIn) (httpapi.List[Record], error) {
	position, err := in.After(auditList, 1)
	if err != nil {
		return httpapi.List[Record]{}, err
	}
	before := int64(math.MaxInt64)
	if position != nil {
		if before, err = strconv.ParseInt(position[0], 10, 64); err != nil {
			return httpapi.List[Record]{}, fault.Invalid("cursor")
		}
	}
	list, err := sqldb.Collect(tx, auditTable.Scan, selectAuditPage, before, in.StaffID, in.Action, in.Subject, in.Limit())
	return httpapi.NewList(in.Page, auditList, list, func(r Record) []string { return []string{strconv.FormatInt(r.Seq, 10)} }), err
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

func listStaff(tx *sqldb.Tx, _ Caller, _ httpapi.None) (httpapi.List[staffRow], error) {
	list, err := allStaff(tx)
	rows := make([]staffRow, len(list))
	for i, p := range list {
		rows[i] = staffRow{ID: p.ID, Address: p.Address, Name: p.Name, Roles: append([]Role{}, p.Roles...), Active: p.Active, Enrolled: p.totpConfirmed,
			LockedUntil: p.lockedUntil, LastSignIn: p.signedAt, CreatedAt: p.createdAt}
		if !p.totpConfirmed {
			rows[i].EnrolUntil = p.enrolUntil
		}
	}
	return httpapi.All(rows), err
}
