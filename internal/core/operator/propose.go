package operator

import (
	"encoding/json"
	"fmt"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// proposeIn asks for an act of any kind.
type proposeIn struct {
	Kind    string          `json:"kind"`
	Payload json.RawMessage `json:"payload"`
	Reason  string          `json:"reason"`
}

// Request is a proposal that a call or the program makes.
type Request struct {
	Kind    string
	Payload any
	Reason  string
}

// propose stores a person's proposal, and does the act where no other person
// is needed.
func (s *Service) propose(tx *sqldb.Tx, c *Call, in proposeIn) (Proposal, error) {
	k := s.kinds[in.Kind]
	if k == nil || len(k.makers) == 0 {
		return Proposal{}, fault.Invalid("kind")
	}
	if err := audit.CheckReason(in.Reason); err != nil {
		return Proposal{}, err
	}
	c.Note(audit.Note{Subject: in.Kind, Reason: in.Reason})
	if !c.May(k.makers) {
		return Proposal{}, ErrForbidden
	}
	p, err := s.open(tx, k, in.Payload, in.Reason, c.ID)
	if err == nil {
		err = k.barred(tx, p.Payload, c.Staff)
	}
	if err == nil && p.Needed == 0 {
		err = s.execute(tx, k, &p, c.Staff, nil)
	}
	if err != nil {
		return Proposal{}, err
	}
	p.MakerName = c.Name
	c.Note(noteOf(p, in.Reason, nil))
	return p.Say(c.Language), nil
}

// Propose is what a person proposes by a call of its own.
func (s *Service) Propose(tx *sqldb.Tx, c *Call, r Request) (Proposal, error) {
	payload, err := json.Marshal(r.Payload)
	if err != nil {
		return Proposal{}, fmt.Errorf("payload of %s: %w", r.Kind, err)
	}
	return s.propose(tx, c, proposeIn{Kind: r.Kind, Payload: payload, Reason: r.Reason})
}

// Open proposes on behalf of the program, which counts as nobody's approval. It
// refuses with ErrPending what is pending already.
func (s *Service) Open(tx *sqldb.Tx, o Request) (Proposal, error) {
	k := s.kinds[o.Kind]
	if k == nil {
		return Proposal{}, fmt.Errorf("open a proposal: there is no kind %q", o.Kind)
	}
	payload, err := json.Marshal(o.Payload)
	if err != nil {
		return Proposal{}, fmt.Errorf("payload of %s: %w", o.Kind, err)
	}
	p, err := s.open(tx, k, payload, o.Reason, "")
	if err != nil {
		return Proposal{}, err
	}
	if p.Needed == 0 {
		return Proposal{}, fmt.Errorf("open a proposal of %s: it needs nobody's approval", o.Kind)
	}
	return p, audit.Write(tx, audit.By{}, "proposals/open", noteOf(p, o.Reason, nil))
}

// Withdraw closes the pending proposal of a kind and subject, if there is one,
// because what it was about is over.
func (s *Service) Withdraw(tx *sqldb.Tx, kind, subject, reason string) error {
	p, found, err := findProposal(tx, selectPendingOf, kind, subject)
	if err != nil || !found {
		return err
	}
	if err := p.closeAs(tx, Rejected, "", reason); err != nil {
		return err
	}
	return audit.Write(tx, audit.By{}, "proposals/withdraw", noteOf(p, reason, map[string]any{"state": Pending}))
}

func (s *Service) open(tx *sqldb.Tx, k *kind, raw []byte, reason, maker string) (Proposal, error) {
	payload, err := k.canonical(raw, nil)
	if err != nil {
		return Proposal{}, err
	}
	d, err := k.describe(tx, payload)
	if err != nil {
		return Proposal{}, err
	}
	if payload, err = k.canonical(payload, d.Called); err == nil {
		err = freeSubject(tx, k.name, d.Subject)
	}
	if err != nil {
		return Proposal{}, err
	}
	p := Proposal{ID: entropy.ID(s.Chance, tx.Now()), Kind: k.name, Subject: d.Subject, Payload: payload, PayloadHash: hashOf(payload),
		Diff: append([]Change{}, d.Diff...), basis: d.Basis, about: audit.About(d.Subject), Reason: reason, MakerID: maker,
		Needed: d.Approvals, State: Pending, CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(k.lifetime), Given: []ApprovalRow{}}
	insertProposal.Add(tx, p)
	return p, nil
}

// freeSubject refuses a second pending proposal; one whose time is over makes room.
func freeSubject(tx *sqldb.Tx, kind, subject string) error {
	p, found, err := findProposal(tx, selectPendingOf, kind, subject)
	switch {
	case err != nil || !found:
		return err
	case tx.Now().Before(p.ExpiresAt):
		return ErrPending.With("proposalId", p.ID)
	}
	return expire(tx, p)
}

func expire(tx *sqldb.Tx, p Proposal) error {
	if err := p.closeAs(tx, Expired, "", ""); err != nil {
		return err
	}
	return audit.Write(tx, audit.By{}, "proposals/expire", noteOf(p, "", map[string]any{"state": Pending}))
}

// noteOf is a proposal for the audit log.
func noteOf(p Proposal, reason string, before any) audit.Note {
	return audit.Note{Subject: p.ID, About: p.Subject, Reason: reason, Before: before, After: map[string]any{"kind": p.Kind, "subject": p.Subject,
		"state": p.State, "sentence": p.Say(httpapi.English).Sentence, "payload": p.Payload, "payloadHash": p.PayloadHash, "diff": p.Diff,
		"approvals": p.Given, "needed": p.Needed}}
}
