package operator

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Trial is what a proposal would do if it were approved now. Nothing of it was done.
type Trial struct {
	Subject string `json:"subject"`
	user.Who
	// Sentence is the one that the proposal has, or would have.
	Sentence string   `json:"sentence" doc:"In the caller's language"`
	Needed   int      `json:"approvalsNeeded"`
	Diff     []Change `json:"diff" nullable:"false"`
	// Since are the lines of Diff that were others when it was proposed, from what
	// stood there to what stands there now.
	Since    []Change         `json:"since" nullable:"false" doc:"What has changed since it was proposed"`
	Postings []ledger.Posting `json:"postings" nullable:"false"`
	// Invariants are the ledger's invariants as they stand after the postings.
	Invariants []ledger.Invariant `json:"invariants" nullable:"false"`
	Deciders   []Decider          `json:"deciders" nullable:"false"`
	IsStuck    bool               `json:"isStuck" doc:"As the roles are now nobody can approve it to its end; it can be rejected or taken back"`
}

// Decider is an operator who has a role for a decision.
type Decider struct {
	StaffID string `json:"staffId"`
	Address string `json:"address"`
	Name    string `json:"name"`
	// Bar is why the person cannot decide: a refusal's name.
	Bar string `json:"bar" doc:"Empty for who can approve; else the name of the refusal"`
}

// errTried undoes what was only tried.
var errTried = errors.New("only tried")

// tryIn names a proposal that waits.
type tryIn struct {
	ProposalID httpapi.ID `json:"proposalId"`
}

// registerTrials adds the trials of what is to be proposed and of what waits. A trial
// runs the kind's own act in a transaction that never commits.
func (s *Service) registerTrials() {
	tried(s, "proposals/try", func(tx *sqldb.Tx, c Caller, in proposeIn) (Trial, error) {
		k := s.kinds[in.Kind]
		if k == nil || len(k.makers) == 0 {
			return Trial{}, fault.Invalid("kind")
		}
		if !c.May(k.makers) {
			return Trial{}, ErrForbidden
		}
		p, err := s.open(tx, k, in.Payload, in.Reason, c.ID)
		if err == nil {
			err = k.barred(tx, p.Payload, c.Staff)
		}
		if err != nil {
			return Trial{}, err
		}
		return s.try(tx, k, p, c)
	})
	tried(s, "proposals/tryApproval", func(tx *sqldb.Tx, c Caller, in tryIn) (Trial, error) {
		p, k, err := s.pending(tx, string(in.ProposalID))
		switch {
		case err != nil:
			return Trial{}, err
		case !c.May(slices.Concat(k.makers, k.checkers, []Role{Auditor})):
			return Trial{}, ErrForbidden
		}
		return s.try(tx, k, p, c)
	})
}

// tried registers a call that changes nothing whatever it does.
func tried[In any](s *Service, path string, try func(tx *sqldb.Tx, c Caller, in In) (Trial, error)) {
	s.add(typesOf[In, Trial](Route{Path: path}, false), forPages(func(ctx context.Context, x *exchange) (any, error) {
		var out Trial
		err := s.DB.Update(ctx, func(tx *sqldb.Tx) error {
			if _, err := identify(tx, x.Request, &x.caller); err != nil {
				return err
			}
			in, err := admit[In](s, x, nil)
			if err == nil {
				out, err = try(tx, x.caller, in)
				err = cmp.Or(err, user.NameIn(tx, &out))
				out.Diff, out.Since = sentence.Lines(string(x.caller.Language), out.Diff), sentence.Lines(string(x.caller.Language), out.Since)
			}
			return cmp.Or(err, errTried)
		})
		if errors.Is(err, errTried) {
			return out, nil
		}
		return nil, err
	}))
}

// try does a proposal's act as if it were approved.
func (s *Service) try(tx *sqldb.Tx, k *kind, p Proposal, by Caller) (t Trial, err error) {
	d, err := k.describe(tx, p.Payload)
	if err != nil {
		return t, err
	}
	if d.Subject != p.Subject || d.Basis != p.basis {
		return t, ErrBasisChanged
	}
	p.Needed = max(p.Needed, d.Approvals)
	t = Trial{Subject: d.Subject, Who: user.WhoIn(p.Payload), Sentence: p.Say(by.Language).Sentence, Needed: p.Needed,
		Postings: []ledger.Posting{}, Diff: append([]Change{}, d.Diff...), Since: sentence.Since(p.Diff, d.Diff)}
	given, err := approvalsOf(tx, p.ID)
	if err != nil {
		return t, err
	}
	if t.Deciders, t.IsStuck, err = deciders(tx, k, p, given); err != nil {
		return t, err
	}
	earlier, err := ledger.PostedSince(tx, tx.Now())
	if err != nil {
		return t, err
	}
	// The act is done on behalf of somebody who is neither its maker nor a user.
	decision := p.decision(Staff{ID: entropy.ID(s.Chance, tx.Now()), Name: by.Name, Roles: k.checkers, Active: true}, given, p.Reason)
	if err := k.execute(tx, p.Payload, decision); err != nil {
		return t, err
	}
	all, err := ledger.PostedSince(tx, tx.Now())
	if err != nil {
		return t, err
	}
	t.Postings = append(t.Postings, slices.DeleteFunc(all, func(p ledger.Posting) bool {
		return slices.ContainsFunc(earlier, func(e ledger.Posting) bool { return e.ID == p.ID })
	})...)
	t.UserID = cmp.Or(t.UserID, ledger.OwnerIn(t.Postings))
	t.Invariants, err = invariantsAfter(tx, t.Postings)
	return t, err
}

// invariantsAfter are the invariants that postings touch; what breaks one is refused.
func invariantsAfter(tx *sqldb.Tx, list []ledger.Posting) ([]ledger.Invariant, error) {
	invariants, err := ledger.InvariantsOf(tx, list)
	for _, s := range invariants {
		if s.Worsens() {
			return nil, ErrUncovered.With("detail", s.Name).With("account", cmp.Or(s.Account, string(s.Currency))).
				With("balance", s.Has).With("min", s.Needs).With("currency", string(s.Currency))
		}
	}
	return append([]ledger.Invariant{}, invariants...), err
}

// deciders are the operators who have a role for the decision, with what bars each; and
// whether nobody can approve the proposal to its end: its maker or somebody who approved
// it lost the role, or too few are left.
func deciders(tx *sqldb.Tx, k *kind, p Proposal, given []Approval) (list []Decider, isStuck bool, err error) {
	list, able := []Decider{}, 0
	everybody, err := allStaff(tx)
	for _, who := range everybody {
		if !who.May(k.checkers) {
			continue
		}
		bar := k.refuseChecker(tx, p, who, given)
		f, isRefusal := fault.As(bar)
		if bar != nil && !isRefusal {
			return nil, false, bar
		}
		if bar == nil || f.Name == ErrApprovedBefore.Name {
			able++
		}
		list = append(list, Decider{StaffID: who.ID, Address: who.Address, Name: who.Name, Bar: f.Name})
	}
	lost := k.refuseLost(tx, p, given)
	if _, isRefusal := fault.As(lost); lost != nil && !isRefusal {
		err = lost
	}
	return list, lost != nil || able < p.Needed, err
}

// stuckMax bounds how many pending proposals are looked at for whether somebody can decide.
const stuckMax = 200

// Stuck are the pending proposals that nobody can approve to their end as the roles are now.
func Stuck(tx *sqldb.Tx, s *Service) (list []Proposal, err error) {
	pending, err := queryProposals(tx, selectWaiting, tx.Now(), stuckMax)
	for i := 0; i < len(pending) && err == nil; i++ {
		p, k := pending[i], s.kinds[pending[i].Kind]
		given, err := approvalsOf(tx, p.ID)
		if err != nil || k == nil {
			return list, err
		}
		_, isStuck, err := deciders(tx, k, p, given)
		if err != nil {
			return list, err
		}
		if isStuck {
			list = append(list, p)
		}
	}
	return list, err
}
