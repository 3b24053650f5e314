package operator

import (
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
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

// register adds the service's own calls and its kind: administrators change roles, two
// of them.
func (s *Service) register() {
	Handle(s, Kind[roleChange]{Name: kindRoles, Path: "roles/change", Makers: []Role{Administrator}, Checkers: []Role{Administrator},
		Describe: describeRoles, Execute: s.changeRoles})
	s.registerSessions()
	s.listProposals()
	s.registerTrials()
	Action(s, Route{Path: "proposals/create"}, s.propose)
	Action(s, Route{Path: "proposals/approve"}, s.approve)
	Action(s, Route{Path: "proposals/reject"}, s.reject)
	Action(s, Route{Path: "roles/object"}, object)
	Rows(s, Route{Path: "audit/list", Roles: []Role{Administrator}}, audit.List, rowOfRecord)
	View(s, Route{Path: "audit/export", Roles: []Role{Auditor}}, func(tx *sqldb.Tx, _ Caller, in audit.ExportIn) (audit.Export, error) {
		return audit.Exported(tx, in)
	})
	View(s, Route{Path: "audit/verify", Roles: []Role{Auditor}}, func(tx *sqldb.Tx, _ Caller, _ httpapi.None) (audit.Verification, error) {
		return audit.Verify(tx, s.Check)
	})
	Rows(s, Route{Path: "staff/list", Roles: []Role{Administrator}}, staffList, rowOfStaff)
}

// registerSessions adds the calls that make, show and end a session. They do
// not look at their body before they know who asks.
func (s *Service) registerSessions() {
	open := func(d documented) documented { d.open = true; return d }
	s.add(open(typesOf[httpapi.None, helloOut](Route{Path: "hello"}, false)), s.entrance.hello)
	s.add(open(typesOf[signInIn, signInOut](Route{Path: "signin"}, true)), s.entrance.signIn)
	s.add(open(typesOf[signInIn, enrolOut](Route{Path: "signin/enrol"}, true)), s.entrance.enrol)
	s.add(typesOf[httpapi.None, okOut](Route{Path: "signout"}, true), forPages(s.entrance.signOut))
	s.add(typesOf[httpapi.None, signInOut](Route{Path: "me"}, false), s.entrance.session)
	Few[SessionRow]{Key: "id", KeyOf: func(r SessionRow) string { return r.ID }, Read: ownSessions}.View(s, Route{Path: "sessions/list"})
	Action(s, Route{Path: "sessions/end"}, endOwn)
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

const whatICanStillApprove = ` AND maker_id <> ? AND about <> ? AND about NOT IN (` + user.SelectIDOfAddress + `)
	AND NOT EXISTS (SELECT 1 FROM operator_approval WHERE proposal_id = operator_proposal.id AND staff_id = ?)`

// listProposals registers the list of the kinds that the caller has to do with;
// auditors see all.
func (s *Service) listProposals() {
	filters := []lists.Filter{lists.OneOf("state", "state", Pending, Executed, Rejected, Expired), lists.Is("kind", "kind"),
		lists.Is("about", "about").Doc("The number, id or name of the record")}
	seen := func(c Caller) lists.List[Proposal] {
		var kinds, decided, queued []string
		for name, k := range s.kinds {
			if c.May(k.checkers) || c.May([]Role{Auditor}) || len(k.makers) > 0 && c.May(k.makers) {
				kinds = append(kinds, name)
			}
			if c.May(k.checkers) {
				decided = append(decided, name)
			}
			if k.hasQueue {
				queued = append(queued, name)
			}
		}
		slices.Sort(kinds)
		slices.Sort(decided)
		slices.Sort(queued)
		return lists.List[Proposal]{Table: proposalTable, Key: "id", Where: lists.In("kind", kinds...), Orders: []lists.Order{lists.Newest("createdAt", "id")},
			Filters: append(slices.Clone(filters),
				lists.When("forMe", lists.In("kind", decided...)+whatICanStillApprove, func(time.Time) []any { return []any{c.ID, c.Address, c.Address, c.ID} }).
					Doc("What the caller's roles may decide, the caller has neither made nor approved, and is not about the caller").Coarse(),
				lists.When("mine", "maker_id = ?", func(time.Time) []any { return []any{c.ID} }).Doc("What the caller made"),
				lists.When("withoutQueues", "NOT "+lists.In("kind", queued...), nil).Doc("Without the kinds that have a list of their own").Coarse())}
	}
	rowsOf(s, Route{Path: "proposals/list"}, seen, func(tx *sqldb.Tx, c Caller, p Proposal) (Proposal, error) {
		err := s.complement(tx, c, &p)
		return p.Say(c.Language), err
	})
}

// complement adds who made and approved it and what the caller could sign.
func (s *Service) complement(tx *sqldb.Tx, c Caller, p *Proposal) (err error) {
	if err = p.withPeople(tx); err != nil || p.State != Pending {
		return err
	}
	k := s.kinds[p.Kind]
	if err = k.refuseChecker(tx, *p, c.Staff, nil); err != nil {
		if _, isRefusal := fault.As(err); isRefusal {
			return nil
		}
		return err
	}
	p.Phrase, err = s.phraseFor(k, *p, c.Address)
	return err
}

func rowOfStaff(tx *sqldb.Tx, _ Caller, r storedStaff) (staffRow, error) {
	p := r.at(tx.Now())
	row := staffRow{ID: p.ID, Address: p.Address, Name: p.Name, Roles: append([]Role{}, p.Roles...), Active: p.Active, Enrolled: p.totpConfirmed,
		LockedUntil: p.lockedUntil, LastSignIn: p.signedAt, CreatedAt: p.createdAt}
	if !p.totpConfirmed {
		row.EnrolUntil = p.enrolUntil
	}
	return row, nil
}
