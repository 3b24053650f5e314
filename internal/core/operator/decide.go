package operator

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// approveIn approves what the checker saw: its hash is in the signed text.
type approveIn struct {
	ProposalID  httpapi.ID `json:"proposalId"`
	PayloadHash string     `json:"payloadHash"`
	// SignedAt is the milliseconds at the end of the signed text.
	SignedAt  int64  `json:"signedAt"`
	Signature string `json:"signature"`
}

// rejectIn rejects what was shown.
type rejectIn struct {
	ProposalID httpapi.ID `json:"proposalId"`
	// PayloadHash and Approvals are those that were shown: somebody else's yes in between is seen first.
	PayloadHash string `json:"payloadHash"`
	Approvals   int    `json:"approvals" doc:"How many approvals were shown"`
	Reason      string `json:"reason"`
}

// Phrase is what an operator's wallet shows and signs for a proposal, followed by
// the time in milliseconds, unless the proposal's kind has a text of its own.
func Phrase(host, address string, p Proposal) string { return phraseOf(host, address, p.Words()) }

func phraseOf(host, address, words string) string {
	return fmt.Sprintf("Approve a proposal at %s as operator %s. %s Time: ", host, address, words)
}

// Words are the proposal in words: its English sentence, which says all of the
// payload, and the hash that binds it.
func (p Proposal) Words() string { return p.SignedWords()[0] }

// SignedWords are the words that wallets may have signed for it: those of now first, then
// those of earlier editions.
func (p Proposal) SignedWords() []string {
	list := sentence.Signed(p.Kind, p.Subject, p.Payload)
	for i, said := range list {
		list[i] = fmt.Sprintf("Proposal %s: %s Payload %s.", p.ID, said, p.PayloadHash)
	}
	return list
}

// Say is the proposal as a reader of a language sees it.
func (p Proposal) Say(language httpapi.Language) Proposal {
	p.Sentence, p.Diff = sentence.Of(string(language), p.Kind, p.Subject, p.Payload), sentence.Lines(string(language), p.Diff)
	p.Who = user.WhoIn(p.Payload)
	if p.MakerID == "" {
		p.Reason = sentence.Why(string(language), p.Reason, true)
	}
	return p
}

func (s *Service) phraseFor(k *kind, p Proposal, address string) (string, error) {
	if k.phrase != nil {
		return k.phrase(p.Payload, address)
	}
	return Phrase(s.Host, address, p), nil
}

// isPhraseOf says that a text was to be signed for a proposal, in the words of now or of
// an earlier edition.
func (s *Service) isPhraseOf(k *kind, p Proposal, a Approval) (bool, error) {
	if k.phrase != nil {
		phrase, err := k.phrase(p.Payload, a.Address)
		return err == nil && phrase == a.Phrase, err
	}
	return slices.ContainsFunc(p.SignedWords(), func(words string) bool { return phraseOf(s.Host, a.Address, words) == a.Phrase }), nil
}

func (s *Service) approve(tx *sqldb.Tx, c *Call, in approveIn) (Proposal, error) {
	c.Note(audit.Note{Subject: string(in.ProposalID)})
	p, k, err := s.pending(tx, string(in.ProposalID))
	c.note.About = p.Subject
	if err != nil {
		return Proposal{}, err
	}
	if !p.HasItsHash() || in.PayloadHash != p.PayloadHash {
		return Proposal{}, ErrPayloadChanged
	}
	given, err := approvalsOf(tx, p.ID)
	if err != nil {
		return Proposal{}, err
	}
	if err := k.refuseChecker(tx, p, c.Staff, given); err != nil {
		return Proposal{}, err
	}
	a, err := s.sign(tx, c, k, p, in)
	if err != nil {
		return Proposal{}, err
	}
	given = append(given, a)
	before := map[string]any{"state": p.State, "approvals": len(given) - 1}
	if len(given) >= p.Needed {
		if err := s.executeWhenApproved(tx, k, &p, c.Staff, given); err != nil {
			return Proposal{}, err
		}
	}
	if err := p.withPeople(tx); err != nil {
		return Proposal{}, err
	}
	c.Note(noteOf(p, p.Reason, before))
	return p.Say(c.Language), nil
}

// refuseChecker refuses the decision of who has no role for it, made the proposal, approved
// it before, or has a stake in it, and of whose rights it changes.
func (k *kind) refuseChecker(tx *sqldb.Tx, p Proposal, who Staff, given []Approval) error {
	switch {
	case !who.May(k.checkers):
		return ErrForbidden
	case p.MakerID == who.ID:
		return ErrOwnProposal
	case k.name == kindRoles && p.Subject == who.Address:
		return ErrOwnElevation
	case slices.ContainsFunc(given, func(a Approval) bool { return a.StaffID == who.ID }):
		return ErrApprovedBefore
	}
	return k.barred(tx, p.Payload, who)
}

// pending is an open proposal with its kind.
func (s *Service) pending(tx *sqldb.Tx, id string) (Proposal, *kind, error) {
	p, err := fault.Known(findProposal(tx, selectProposal, id))
	switch {
	case err != nil:
		return p, nil, err
	case p.State == Expired, p.State == Pending && !tx.Now().Before(p.ExpiresAt):
		return p, nil, ErrProposalExpired
	case p.State != Pending:
		return p, nil, ErrClosed
	}
	k := s.kinds[p.Kind]
	if k == nil {
		return p, nil, fmt.Errorf("proposal %s is of the kind %q, which this program does not know", p.ID, p.Kind)
	}
	return p, k, nil
}

// sign checks the caller's signature, uses it up and stores the approval.
func (s *Service) sign(tx sqldb.Command, c *Call, k *kind, p Proposal, in approveIn) (Approval, error) {
	phrase, err := s.phraseFor(k, p, c.Address)
	if err != nil {
		return Approval{}, err
	}
	a := Approval{StaffID: c.ID, Address: c.Address, Phrase: phrase, Millis: in.SignedAt, Signature: in.Signature, At: tx.Now()}
	if !a.isSigned() {
		return Approval{}, ErrSignature
	}
	signedAt := time.UnixMilli(in.SignedAt).UTC()
	if tx.Now().Sub(signedAt).Abs() > messageAgeMax {
		return Approval{}, ErrStale
	}
	if !signedAt.After(c.approvedAt) {
		return Approval{}, ErrUsed
	}
	c.approvedAt = signedAt
	c.Staff.save(tx)
	insertApproval.Add(tx, approvalRow{p.ID, a})
	return a, nil
}

// isSigned says that the approval's wallet signed its text. Operators' wallets
// are plain ones: the payout signer checks them without asking a chain.
func (a Approval) isSigned() bool { return walletsig.IsPlainBy(a.Address, a.Text(), a.Signature) }

// executeWhenApproved does the act if all is as it was when people looked at it. More
// approvals may be needed by now than when it was proposed; it then waits.
func (s *Service) executeWhenApproved(tx *sqldb.Tx, k *kind, p *Proposal, by Staff, given []Approval) error {
	d, err := k.describe(tx, p.Payload)
	if err != nil {
		return err
	}
	if d.Subject != p.Subject || d.Basis != p.basis {
		return ErrBasisChanged
	}
	if p.Needed = max(p.Needed, d.Approvals); len(given) < p.Needed {
		return tx.Do(raiseNeeded, p.Needed, p.ID)
	}
	if err := k.refuseLost(tx, *p, given); err != nil {
		return err
	}
	for _, a := range given {
		// What was signed earlier is judged by the payload of now.
		isIts, err := s.isPhraseOf(k, *p, a)
		if err != nil {
			return err
		}
		if !isIts || !a.isSigned() {
			return ErrPayloadChanged
		}
	}
	return s.execute(tx, k, p, by, given)
}

// refuseLost refuses what somebody made or approved who has no role for it any more.
func (k *kind) refuseLost(tx *sqldb.Tx, p Proposal, given []Approval) (err error) {
	if p.MakerID != "" {
		err = stillMay(tx, p.MakerID, k.makers)
	}
	for i := 0; i < len(given) && err == nil; i++ {
		err = stillMay(tx, given[i].StaffID, k.checkers)
	}
	return err
}

func stillMay(tx *sqldb.Tx, id string, roles []Role) error {
	p, found, err := findStaff(tx, id)
	if err == nil && (!found || !p.May(roles)) {
		err = ErrNoLongerStaff
	}
	return err
}

// execute does the act and closes the proposal, once.
func (s *Service) execute(tx *sqldb.Tx, k *kind, p *Proposal, by Staff, given []Approval) error {
	if err := p.closeAs(tx, Executed, by.ID, ""); err != nil {
		return err
	}
	p.ClosedByName = by.Name
	if err := k.execute(tx, p.Payload, p.decision(by, given, p.Reason)); err != nil {
		return err
	}
	posted, err := ledger.PostedSince(tx, tx.Now())
	if err == nil {
		_, err = invariantsAfter(tx, posted)
	}
	return err
}

func (p Proposal) decision(by Staff, given []Approval, reason string) Decision {
	return Decision{ProposalID: p.ID, Reason: reason, MakerID: p.MakerID, By: by, Approvals: given}
}

// reject closes a proposal: a checker says no, or the maker takes it back.
func (s *Service) reject(tx *sqldb.Tx, c *Call, in rejectIn) (Proposal, error) {
	if err := audit.CheckReason(in.Reason); err != nil {
		return Proposal{}, err
	}
	c.Note(audit.Note{Subject: string(in.ProposalID), Reason: in.Reason})
	p, k, err := s.pending(tx, string(in.ProposalID))
	c.note.About = p.Subject
	if err != nil {
		return Proposal{}, err
	}
	if err := k.refuseChecker(tx, p, c.Staff, nil); err != nil && p.MakerID != c.ID {
		return Proposal{}, err
	}
	if err := p.withPeople(tx); err != nil {
		return Proposal{}, err
	}
	switch {
	case in.PayloadHash != p.PayloadHash:
		return Proposal{}, ErrPayloadChanged
	case in.Approvals != len(p.Given):
		return Proposal{}, ErrBasisChanged
	}
	if err := p.closeAs(tx, Rejected, c.ID, in.Reason); err != nil {
		return Proposal{}, err
	}
	if err := k.rejected(tx, p.Payload, p.decision(c.Staff, nil, in.Reason)); err != nil {
		return Proposal{}, err
	}
	p.ClosedByName = c.Name
	c.Note(noteOf(p, in.Reason, map[string]any{"state": Pending}))
	return p.Say(c.Language), nil
}
