package operator

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"etld/internal/infra/sqldb"
)

// State is where a proposal stands.
type State string

// The states.
const (
	Pending  State = "pending"
	Executed State = "executed"
	Rejected State = "rejected"
	Expired  State = "expired"
)

// Proposal is a deed that is asked for.
type Proposal struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Subject string          `json:"subject"`
	Payload json.RawMessage `json:"payload"`
	// PayloadHash is the SHA-256 of the payload's text.
	PayloadHash string    `json:"payloadHash"`
	Diff        []Change  `json:"diff" nullable:"false"`
	Reason      string    `json:"reason"`
	MakerID     string    `json:"makerId" doc:"Empty where the program asks"`
	Needed      int       `json:"approvalsNeeded"`
	State       State     `json:"state"`
	CreatedAt   time.Time `json:"createdAt"`
	ExpiresAt   time.Time `json:"expireAt"`
	ClosedAt    time.Time `json:"closedAt,omitzero"`
	ClosedBy    string    `json:"closedBy"`
	CloseReason string    `json:"closeReason"`
	// Given is who has approved.
	Given []ApprovalRow `json:"approvals" nullable:"false"`
	// Phrase is what the caller would sign, followed by the time in
	// milliseconds; empty when the caller cannot approve.
	Phrase string `json:"approvalPhrase"`

	basis string
}

// ApprovalRow is an approval as operators see it.
type ApprovalRow struct {
	StaffID string    `json:"staffId"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	// Text is what the wallet signed.
	Text      string `json:"text"`
	Signature string `json:"signature"`
}

const (
	proposalColumns = `id, kind, subject, payload, payload_hash, diff, basis, reason, maker_id, approvals, state, created_at, expires_at, closed_at, closed_by, close_reason`

	selectProposal  = `SELECT ` + proposalColumns + ` FROM operator_proposal WHERE id = $1`
	selectPendingOf = `SELECT ` + proposalColumns + ` FROM operator_proposal WHERE kind = $1 AND subject = $2 AND state = 'pending'`
	selectDue       = `SELECT ` + proposalColumns + ` FROM operator_proposal WHERE state = 'pending' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`
	selectProposals = `SELECT ` + proposalColumns + ` FROM operator_proposal
		WHERE id < $1 AND ($2 = '' OR state = $2) AND ($3 = '' OR kind = $3) AND $4 LIKE '%,' || kind || ',%' ORDER BY id DESC LIMIT $5`
	selectExecuted = `SELECT ` + proposalColumns + ` FROM operator_proposal WHERE id > $1 AND state = 'executed' ORDER BY id LIMIT $2`
	insertProposal = `INSERT INTO operator_proposal (` + proposalColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
	closeProposal  = `UPDATE operator_proposal SET state = $1, closed_at = $2, closed_by = $3, close_reason = $4 WHERE id = $5 AND state = 'pending'`
	raiseNeeded    = `UPDATE operator_proposal SET approvals = $1 WHERE id = $2`
	insertApproval = `INSERT INTO operator_approval (proposal_id, staff_id, address, phrase, signed_ms, signature, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	selectApproval = `SELECT staff_id, address, phrase, signed_ms, signature, created_at FROM operator_approval WHERE proposal_id = $1 ORDER BY created_at, staff_id`
)

func hashOf(payload []byte) string {
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}

func scanProposal(row *sqldb.Row) (p Proposal, err error) {
	var payload, diff string
	err = row.Scan(&p.ID, &p.Kind, &p.Subject, &payload, &p.PayloadHash, &diff, &p.basis, &p.Reason, &p.MakerID, &p.Needed, &p.State,
		&p.CreatedAt, &p.ExpiresAt, &p.ClosedAt, &p.ClosedBy, &p.CloseReason)
	if err != nil {
		return p, err
	}
	p.Payload = json.RawMessage(payload)
	if err := json.Unmarshal([]byte(diff), &p.Diff); err != nil {
		return p, fmt.Errorf("proposal %s: %w", p.ID, err)
	}
	return p, nil
}

func queryProposals(tx *sqldb.Tx, query string, args ...any) (list []Proposal, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		p, err := scanProposal(row)
		list = append(list, p)
		return err
	}, query, args...)
	return list, err
}

func findProposal(tx *sqldb.Tx, query string, args ...any) (Proposal, bool, error) {
	list, err := queryProposals(tx, query, args...)
	if err != nil || len(list) == 0 {
		return Proposal{}, false, err
	}
	return list[0], true, nil
}

func (p Proposal) insert(tx *sqldb.Tx) error {
	diff, err := json.Marshal(p.Diff)
	if err != nil {
		return err
	}
	_, err = tx.Exec(insertProposal, p.ID, p.Kind, p.Subject, string(p.Payload), p.PayloadHash, string(diff), p.basis, p.Reason, p.MakerID,
		p.Needed, p.State, p.CreatedAt, p.ExpiresAt, p.ClosedAt, p.ClosedBy, p.CloseReason)
	return err
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

func approvalsOf(tx *sqldb.Tx, proposalID string) (list []Approval, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var a Approval
		err := row.Scan(&a.StaffID, &a.Address, &a.Phrase, &a.Millis, &a.Signature, &a.At)
		list = append(list, a)
		return err
	}, selectApproval, proposalID)
	return list, err
}

// withApprovals fills in who has approved.
func (p *Proposal) withApprovals(tx *sqldb.Tx) error {
	list, err := approvalsOf(tx, p.ID)
	p.Given = make([]ApprovalRow, len(list))
	for i, a := range list {
		p.Given[i] = ApprovalRow{StaffID: a.StaffID, Address: a.Address, At: a.At, Text: a.Text(), Signature: a.Signature}
	}
	return err
}
