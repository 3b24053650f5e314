// Package audit is the operators' log: a record of each action and of each refusal of
// authority, in the transaction of what it records, linked to the record before.
package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"etld/internal/base/fault"
	"etld/internal/base/wording"
	"etld/internal/core/user"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	// Done and Refused are the outcomes of a record.
	Done       = "done"
	Refused    = "refused"
	subjectMax = 100
	// ReasonMax is how long a reason may be.
	ReasonMax = 500
	reasonMin = 3

	selectHead = `SELECT seq, hash FROM operator_audit_head WHERE id = 1`
	moveHead   = `UPDATE operator_audit_head SET seq = $1, hash = $2 WHERE id = 1 AND seq = $3`
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
	// About stands outside the chain; Check holds it against subject and state.
	About string `json:"about" doc:"The record that it is about: its subject, of a proposal that of the proposal, up to a space"`
}

// Row is a record with whose it is and about whom.
type Row struct {
	Record
	StaffName string `json:"staffName" doc:"As the list calls the person now"`
	Why       string `json:"why" doc:"The reason in the caller's language, as far as it has words"`
	AboutName string `json:"aboutName" doc:"The wallet of the user that it is about, masked; empty for what is no user"`
}

// Namings are the one of what it is about, which may be a user.
func (r *Row) Namings() []user.Naming { return []user.Naming{{ID: r.About, Name: &r.AboutName}} }

var (
	table = sqldb.NewTable[Record]("operator_audit", `seq, at, staff_id, address, ip, action, subject, outcome, reason, state_before = Before,
		state_after = After, hash, about`)
	insert     = table.Insert()
	selectFrom = table.Select("WHERE seq > $1 AND seq <= $2 ORDER BY seq")
	// List is the log as operators read it.
	List = lists.List[Record]{Table: table, Key: "seq", Orders: []lists.Order{lists.Newest("seq", "seq")},
		Filters: []lists.Filter{lists.Is("staffId", "staff_id"), lists.Is("action", "action"), lists.Is("subject", "subject"),
			lists.Is("about", "about").Doc("The record that it is about, with what was proposed about it"), lists.OneOf("outcome", "outcome", Done, Refused).Coarse(),
			lists.At("from", "seq >= "+firstSince, since), lists.At("to", "seq < "+firstSince, since)}}
)

// firstSince is the first record of a time or later: the log is read in the order of its
// numbers, which go with its times.
const firstSince = "COALESCE((SELECT a.seq FROM operator_audit a WHERE a.at >= ? ORDER BY a.at, a.seq LIMIT 1), 9223372036854775807)"

func since(at time.Time) any { return at }

// Note is what an action says about itself for the audit log.
type Note struct {
	Subject string
	// About is the record that it is about, where that is not the subject. Optional.
	About  string
	Reason string
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

// About is a subject up to a space: an account's "user currency" is about the user.
func About(subject string) string {
	word, _, _ := strings.Cut(subject, " ")
	return word
}

// Head is the newest record, which holds all before it.
type Head struct {
	Seq  int64
	Hash string
}

// HeadOf is the newest record; the zero Head before the first.
func HeadOf(tx *sqldb.Tx) (h Head, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&h.Seq, &h.Hash), selectHead)
	return h, err
}

// By is who acts: nobody is the program itself.
type By struct {
	StaffID, Address, IP string
}

// Write adds what somebody did, in the transaction in which it is done, an Update.
func Write(tx *sqldb.Tx, by By, action string, n Note) error { return write(tx, by, action, Done, n) }

func write(tx *sqldb.Tx, by By, action, outcome string, n Note) error {
	n.Subject, n.Reason = Cell(n.Subject), Cell(n.Reason)
	before, err := stateText(n.Before)
	if err != nil {
		return err
	}
	after, err := stateText(n.After)
	if err != nil {
		return err
	}
	last, err := HeadOf(tx)
	if err != nil {
		return err
	}
	r := Record{Seq: last.Seq + 1, At: tx.Now(), StaffID: by.StaffID, Address: by.Address, IP: by.IP, Action: action, Subject: n.Subject,
		Outcome: outcome, Reason: n.Reason, Before: before, After: after, About: About(cmp.Or(n.About, n.Subject))}
	r.Hash = r.hashAfter(last.Hash)
	// The head goes first: of two instances one waits there and begins anew,
	// where a second row of the same number would be an error.
	if err := tx.Do(moveHead, r.Seq, r.Hash, last.Seq); err != nil {
		return err
	}
	insert.Add(tx, r)
	return nil
}

// Refuse adds what was refused and why. What was refused may be of any
// length, and the log keeps it for ever; what is not seen of it is written out.
func Refuse(tx *sqldb.Tx, by By, action string, n Note, f fault.Fault) error {
	n.Subject, n.Reason, n.Before = wording.Visible(wording.Cut(n.Subject, subjectMax)), wording.Visible(wording.Cut(n.Reason, ReasonMax)), nil
	n.After = map[string]any{"code": f.Code, "refusal": f.Name, "params": f.Params}
	return write(tx, by, action, Refused, n)
}

// mark is what a formula begins with; some spreadsheets take those of East Asian width for
// the plain ones.
const mark = `[=+@\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}-]`

var (
	// formula is what spreadsheets calculate instead of showing it, wherever a cell may
	// begin: some part lines by semicolons or tabs, and then a quotation mark within a line
	// quotes nothing.
	formula = regexp.MustCompile(`(^|[;\t\r\n])([ "]*)(` + mark + `)`)
	// inJSON is a formula behind a semicolon, which stands in a text there; tabs and line
	// ends are written out, and quotation marks have a backslash before them.
	inJSON = regexp.MustCompile(`;( *` + mark + `)`)
)

// Cell is a text as a table that is opened in a spreadsheet may have it: what would be
// calculated gets an apostrophe before it.
func Cell(text string) string { return formula.ReplaceAllString(text, "$1$2'$3") }

func stateText(state any) (json.RawMessage, error) {
	if state == nil {
		return json.RawMessage("null"), nil
	}
	text, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("state for the audit log: %w", err)
	}
	return inJSON.ReplaceAll(text, []byte(`\u003b$1`)), nil
}

// Between lists the records after one, up to another.
func Between(tx *sqldb.Tx, after, upTo int64) ([]Record, error) {
	return sqldb.Collect(tx, table.Scan, selectFrom, after, upTo)
}

// isFormula says that a text begins with what is calculated.
func isFormula(text string) bool {
	at := formula.FindStringIndex(text)
	return at != nil && at[0] == 0
}

// CheckReason refuses a reason that the log, or the spreadsheet in which it is read,
// cannot bear.
func CheckReason(reason string) error {
	length := utf8.RuneCountInString(reason)
	isUnseen := func(r rune) bool { return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) }
	if length < reasonMin || length > ReasonMax || strings.ContainsFunc(reason, isUnseen) || isFormula(reason) {
		return fault.Invalid("reason")
	}
	return nil
}
