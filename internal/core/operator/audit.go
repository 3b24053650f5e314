package operator

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"etld/internal/base/fault"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	outcomeDone    = "done"
	outcomeRefused = "refused"
	subjectMax     = 100

	selectAuditHead = `SELECT seq, hash FROM operator_audit_head WHERE id = 1`
	moveAuditHead   = `UPDATE operator_audit_head SET seq = $1, hash = $2 WHERE id = 1 AND seq = $3`
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

var (
	auditTable = sqldb.NewTable("operator_audit", func(c *sqldb.Columns, r *Record) {
		c.Add("seq", &r.Seq)
		c.Add("at", &r.At)
		c.Add("staff_id", &r.StaffID)
		c.Add("address", &r.Address)
		c.Add("ip", &r.IP)
		c.Add("action", &r.Action)
		c.Add("subject", &r.Subject)
		c.Add("outcome", &r.Outcome)
		c.Add("reason", &r.Reason)
		c.Add("state_before", &r.Before)
		c.Add("state_after", &r.After)
		c.Add("hash", &r.Hash)
	})
	insertAudit     = auditTable.Insert()
	selectAuditFrom = auditTable.Select("WHERE seq > $1 AND seq <= $2 ORDER BY seq")
	auditList       = lists.List[Record]{Table: auditTable, Key: "seq", Orders: []lists.Order{lists.Newest("seq", "seq")},
		Filters: []lists.Filter{lists.Is("staffId", "staff_id"), lists.Is("action", "action"), lists.Is("subject", "subject"),
			lists.OneOf("outcome", "outcome", outcomeDone, outcomeRefused).Coarse()}}
)

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
	insertAudit.Add(tx, r)
	return nil
}

// Audit adds a record of something the program did by itself on behalf of
// operators. It needs an Update.
func Audit(tx *sqldb.Tx, action string, n Note) error {
	return record(tx, Caller{}, action, outcomeDone, n)
}

// recordRefusal notes what was refused and why. What was refused may be of any
// length, and the log keeps it for ever.
func recordRefusal(tx *sqldb.Tx, c Caller, action string, n Note, f fault.Fault) error {
	n.Subject, n.Reason, n.Before = harmless(cut(n.Subject, subjectMax)), harmless(cut(n.Reason, reasonMax)), nil
	n.After = map[string]any{"code": f.Code, "refusal": f.Name, "params": f.Params}
	return record(tx, c, action, outcomeRefused, n)
}

// harmless is a text that somebody sent as the log may have it: what is not seen is
// written out, and what spreadsheets, in which auditors open the log, would calculate
// gets an apostrophe before it.
func harmless(text string) string {
	if text = visible(text); IsFormula(text) {
		return "'" + text
	}
	return text
}

// IsFormula says that spreadsheets calculate a text instead of showing it; some take
// the marks of East Asian width for the plain ones.
func IsFormula(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && strings.ContainsRune("=+-@\t\r\uff1d\uff0b\uff0d\uff20", first)
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

func auditBetween(tx *sqldb.Tx, after, upTo int64) ([]Record, error) {
	return sqldb.Collect(tx, auditTable.Scan, selectAuditFrom, after, upTo)
}
