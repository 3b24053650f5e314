package operator

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

const (
	outcomeDone    = "done"
	outcomeRefused = "refused"
	subjectMax     = 100

	auditColumns = `seq, at, staff_id, address, ip, action, subject, outcome, reason, state_before, state_after, hash`

	selectAuditHead = `SELECT seq, hash FROM operator_audit_head WHERE id = 1`
	moveAuditHead   = `UPDATE operator_audit_head SET seq = $1, hash = $2 WHERE id = 1 AND seq = $3`
	insertAudit     = `INSERT INTO operator_audit (` + auditColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
	selectAuditFrom = `SELECT ` + auditColumns + ` FROM operator_audit WHERE seq > $1 AND seq <= $2 ORDER BY seq`
	selectAuditPage = `SELECT ` + auditColumns + ` FROM operator_audit
		WHERE seq < $1 AND ($2 = '' OR staff_id = $2) AND ($3 = '' OR action = $3) AND ($4 = '' OR subject = $4) ORDER BY seq DESC LIMIT $5`
)

// Record is a line of the audit log.
type Record struct {
	Seq     int64           `json:"seq"`
	At      time.Time       `json:"at"`
	StaffID string          `json:"staffId" doc:"Empty for the program itself"`
	Address string          `json:"address"`
	IP      string          `json:"ip"`
	Action  string          `json:"action"`
	Subject string          `json:"subject"`
	Outcome string          `json:"outcome" enum:"done,refused"`
	Reason  string          `json:"reason"`
	Before  json.RawMessage `json:"before"`
	After   json.RawMessage `json:"after"`
	Hash    string          `json:"hash"`
}

// Note is what an action says about itself for the audit log.
type Note struct {
	Subject string
	Reason  string
	// Before and After are stored as JSON.
	Before, After any
}

// hashAfter is the record's link: SHA-256 over the link before and the
// record's fields, each written as its length in bytes, a colon, itself and a
// comma. docs/operations/operators.md gives the same recipe to auditors.
func (r Record) hashAfter(previous string) string {
	hash := sha256.New()
	for _, field := range []string{previous, strconv.FormatInt(r.Seq, 10), strconv.FormatInt(r.At.UnixMicro(), 10), r.StaffID, r.Address, r.IP,
		r.Action, r.Subject, r.Outcome, r.Reason, string(r.Before), string(r.After)} {
		fmt.Fprintf(hash, "%d:%s,", len(field), field)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// AuditHead is the newest record of the audit log, which holds all before it.
type AuditHead struct {
	Seq  int64
	Hash string
}

// HeadOfAudit is the newest record; the zero AuditHead before the first.
func HeadOfAudit(tx *sqldb.Tx) (h AuditHead, err error) {
	h.Seq, h.Hash, err = auditHead(tx)
	return h, err
}

func auditHead(tx *sqldb.Tx) (seq int64, hash string, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&seq, &hash), selectAuditHead)
	return seq, hash, err
}

// record adds a line in the caller's transaction, which must be an Update.
func record(tx *sqldb.Tx, c Caller, action, outcome string, n Note) error {
	before, err := stateText(n.Before)
	if err != nil {
		return err
	}
	after, err := stateText(n.After)
	if err != nil {
		return err
	}
	last, previous, err := auditHead(tx)
	if err != nil {
		return err
	}
	r := Record{Seq: last + 1, At: tx.Now(), StaffID: c.ID, Address: c.Address, IP: c.IP, Action: action, Subject: n.Subject,
		Outcome: outcome, Reason: n.Reason, Before: before, After: after}
	r.Hash = r.hashAfter(previous)
	// The head goes first: of two instances one waits there and begins anew,
	// where a second row of the same number would be an error.
	if _, err := tx.Exec(moveAuditHead, r.Seq, r.Hash, last); err != nil {
		return err
	}
	_, err = tx.Exec(insertAudit, r.Seq, r.At, r.StaffID, r.Address, r.IP, r.Action, r.Subject, r.Outcome, r.Reason, string(r.Before), string(r.After), r.Hash)
	return err
}

// Audit adds a record of something the program did by itself on behalf of
// operators. It needs an Update.
func Audit(tx *sqldb.Tx, action string, n Note) error {
	return record(tx, Caller{}, action, outcomeDone, n)
}

// recordRefusal notes what was refused and why. What was refused may be of any
// length, and the log keeps it for ever.
func recordRefusal(tx *sqldb.Tx, c Caller, action string, n Note, f fault.Fault) error {
	n.Subject, n.Reason, n.Before = cut(n.Subject, subjectMax), cut(n.Reason, reasonMax), nil
	n.After = map[string]any{"code": f.Code, "refusal": f.Name, "params": f.Params}
	return record(tx, c, action, outcomeRefused, n)
}

// cut shortens a text to a number of characters.
func cut(text string, length int) string {
	if runes := []rune(text); len(runes) > length {
		return string(runes[:length])
	}
	return text
}

func stateText(state any) (json.RawMessage, error) {
	if state == nil {
		return json.RawMessage("null"), nil
	}
	text, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("state for the audit log: %w", err)
	}
	return text, nil
}

func scanRecord(row *sqldb.Row) (r Record, err error) {
	var before, after string
	err = row.Scan(&r.Seq, &r.At, &r.StaffID, &r.Address, &r.IP, &r.Action, &r.Subject, &r.Outcome, &r.Reason, &before, &after, &r.Hash)
	r.Before, r.After = json.RawMessage(before), json.RawMessage(after)
	return r, err
}

func auditBetween(tx *sqldb.Tx, after, upTo int64) (list []Record, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		r, err := scanRecord(row)
		list = append(list, r)
		return err
	}, selectAuditFrom, after, upTo)
	return list, err
}
