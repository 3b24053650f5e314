package operator

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"etld/internal/base/each"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// State is where a proposal stands.
type State string

const (
	Pending  State = "pending"
	Executed State = "executed"
	Rejected State = "rejected"
	Expired  State = "expired"
)

func (State) Values() []string {
	return each.Texts(Pending, Executed, Rejected, Expired)
}

// Proposal is an act that is asked for.
type Proposal struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	// Sentence says it in words, which wallets and the log have in English.
	Sentence string          `json:"sentence" doc:"In the caller's language"`
	Payload  json.RawMessage `json:"payload"`
	// PayloadHash is the SHA-256 of the payload's text.
	PayloadHash string   `json:"payloadHash"`
	Diff        []Change `json:"diff" nullable:"false"`
	Reason      string   `json:"reason"`
	user.Who
	MakerID      string    `json:"makerId" doc:"Empty where the program asks"`
	MakerName    string    `json:"makerName" doc:"As the operators' list calls the person"`
	Needed       int       `json:"approvalsNeeded"`
	State        State     `json:"state"`
	CreatedAt    time.Time `json:"createdAt"`
	ExpiresAt    time.Time `json:"expireAt"`
	ClosedAt     time.Time `json:"closedAt,omitzero"`
	ClosedBy     string    `json:"closedBy"`
	CloseReason  string    `json:"closeReason"`
	ClosedByName string    `json:"closedByName" doc:"Empty where the program closed it"`
	// Given is who has approved.
	Given []ApprovalRow `json:"approvals" nullable:"false"`
	// Phrase is what the caller would sign, followed by the time in
	// milliseconds; empty when the caller cannot approve.
	Phrase string `json:"approvalPhrase"`

	basis, about string
}

// ApprovalRow is an approval as operators see it.
type ApprovalRow struct {
	StaffID string    `json:"staffId"`
	Name    string    `json:"name" doc:"As the operators' list calls the person"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	// Text is what the wallet signed.
	Text      string `json:"text"`
	Signature string `json:"signature"`
}

// HasItsHash says that the payload is the one that the hash names.
func (p Proposal) HasItsHash() bool { return hashOf(p.Payload) == p.PayloadHash }

// IsSigned says that the text is signed by the wallet.
func (r ApprovalRow) IsSigned() bool { return walletsig.IsPlainBy(r.Address, r.Text, r.Signature) }

type approvalRow struct {
	proposalID string
	Approval
}

var (
	proposalTable = sqldb.NewTable[Proposal]("operator_proposal", `id, kind, subject, payload, payload_hash, diff, basis, about, reason, maker_id,
		approvals = Needed, state, created_at, expires_at, closed_at, closed_by, close_reason`)
	approvalTable = sqldb.NewTable[approvalRow]("operator_approval", `proposal_id, staff_id, address, phrase, signed_ms = Millis, signature,
		created_at = At`)
	insertProposal = proposalTable.Insert()
	insertApproval = approvalTable.Insert()

	selectProposal  = proposalTable.Select("WHERE id = $1")
	selectPendingOf = proposalTable.Select("WHERE kind = $1 AND subject = $2 AND state = 'pending'")
	selectWaiting   = proposalTable.Select("WHERE state = 'pending' AND expires_at > $1 ORDER BY id LIMIT $2")
	selectExecuted  = proposalTable.Select("WHERE state = 'executed' ORDER BY id")
	selectApprovals = approvalTable.Select("WHERE proposal_id = $1 ORDER BY created_at, staff_id")
)

const (
	closeProposal = `UPDATE operator_proposal SET state = $1, closed_at = $2, closed_by = $3, close_reason = $4 WHERE id = $5 AND state = 'pending'`
	raiseNeeded   = `UPDATE operator_proposal SET approvals = $1 WHERE id = $2`
)

func hashOf(payload []byte) string {
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}

func queryProposals(tx *sqldb.Tx, query string, args ...any) ([]Proposal, error) {
	return sqldb.Collect(tx, proposalTable.Scan, query, args...)
}

func findProposal(tx *sqldb.Tx, query string, args ...any) (Proposal, bool, error) {
	return sqldb.Find(tx, proposalTable.Scan, query, args...)
}

// closeAs ends a pending proposal, once.
func (p *Proposal) closeAs(tx *sqldb.Tx, state State, by, reason string) error {
	n, err := tx.Exec(closeProposal, state, tx.Now(), by, reason, p.ID)
	if err == nil && n == 0 {
		err = ErrClosed
	}
	p.State, p.ClosedAt, p.ClosedBy, p.CloseReason = state, tx.Now(), by, reason
	return err
}

func approvalsOf(tx *sqldb.Tx, proposalID string) ([]Approval, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (Approval, error) {
		r, err := approvalTable.Scan(row)
		return r.Approval, err
	}, selectApprovals, proposalID)
}

// withPeople fills in who made and closed it, and who has approved.
func (p *Proposal) withPeople(tx *sqldb.Tx) (err error) {
	nameOf := func(staffID string) string {
		name, unknown := NameOf(tx, staffID)
		err = cmp.Or(err, unknown)
		return name
	}
	p.MakerName, p.ClosedByName = nameOf(p.MakerID), nameOf(p.ClosedBy)
	list, failed := approvalsOf(tx, p.ID)
	p.Given = make([]ApprovalRow, len(list))
	for i, a := range list {
		p.Given[i] = ApprovalRow{StaffID: a.StaffID, Name: nameOf(a.StaffID), Address: a.Address, At: a.At, Text: a.Text(), Signature: a.Signature}
	}
	return cmp.Or(err, failed)
}

// Pending is the pending proposal of a kind and subject with who has approved,
// and whether there is one. One whose time is over is none.
func (s *Service) Pending(tx *sqldb.Tx, kind, subject string) (Proposal, bool, error) {
	p, found, err := findProposal(tx, selectPendingOf, kind, subject)
	if err != nil || !found || !tx.Now().Before(p.ExpiresAt) {
		return Proposal{}, false, err
	}
	return p, true, p.withPeople(tx)
}

// Decides says whether somebody has a role that decides about a kind of proposal.
func (s *Service) Decides(c Caller, kind string) bool {
	k, isKnown := s.kinds[kind]
	return isKnown && c.May(k.checkers)
}

// PendingByID is a proposal that waits; it refuses what is over and what never was.
func PendingByID(tx *sqldb.Tx, s *Service, id string) (Proposal, error) {
	p, _, err := s.pending(tx, id)
	return p, err
}
