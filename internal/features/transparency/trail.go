package transparency

import (
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

// trailPage bounds the records of one answer.
const trailPage = 200

// TrailIn asks for records of the audit log.
type TrailIn struct {
	After int64 `json:"after" doc:"The record behind which to begin, as the page before ended; without it, the one that the newest published head names"`
}

// Check refuses what is no number of a record.
func (in TrailIn) Check() error {
	if in.After < 0 {
		return fault.Invalid("after")
	}
	return nil
}

// Trail is what somebody needs to recompute the audit log's chain from a head that
// everybody could read: each record's hash is the SHA-256 over the hash before and the
// texts of the record, each as its length in bytes, a colon, itself and a comma.
type Trail struct {
	Published TrailHead     `json:"published" doc:"The head in the newest line of the public log; 0 before the first"`
	After     TrailHead     `json:"after" doc:"Where the records begin: the record before them"`
	Records   []TrailRecord `json:"records" nullable:"false" doc:"At most 200"`
	HasMore   bool          `json:"hasMore"`
	Head      TrailHead     `json:"head" doc:"The newest record"`
}

// TrailHead is a record of the audit log by its number and hash.
type TrailHead struct {
	Seq  int64      `json:"seq"`
	Hash string     `json:"hash"`
	Line int64      `json:"line,omitempty" doc:"The line of the public log that names it"`
	At   *time.Time `json:"at,omitempty" doc:"When that line was written"`
}

// TrailRecord is a record with its texts as they are hashed, in this order.
type TrailRecord struct {
	Seq      string `json:"seq"`
	AtMicros string `json:"atMicros"`
	StaffID  string `json:"staffId"`
	Address  string `json:"address"`
	IP       string `json:"ip"`
	Action   string `json:"action"`
	Subject  string `json:"subject"`
	Outcome  string `json:"outcome" enum:"done,refused"`
	Reason   string `json:"reason"`
	Before   string `json:"before"`
	After    string `json:"after"`
	Hash     string `json:"hash"`
}

func trail(tx *sqldb.Tx, _ operator.Caller, in TrailIn) (out Trail, err error) {
	newest, err := newestReserves(tx)
	if err != nil {
		return out, err
	}
	if newest.Number > 0 {
		out.Published = TrailHead{Seq: newest.Audit.Number, Hash: newest.Audit.Hash, Line: newest.Number, At: &newest.At}
	}
	head, err := audit.HeadOf(tx)
	if err != nil {
		return out, err
	}
	out.Head = TrailHead{Seq: head.Seq, Hash: head.Hash}
	out.After = TrailHead{Seq: in.After}
	if in.After == 0 {
		out.After.Seq = out.Published.Seq
	}
	if out.After.Hash, err = auditHashOf(tx, out.After.Seq); err != nil {
		return out, err
	}
	out.Records, err = auditBehind(tx, out.After.Seq, trailPage)
	out.HasMore = out.After.Seq+int64(len(out.Records)) < head.Seq
	return out, err
}

// inText is a record's number and time as they are hashed.
func (r *TrailRecord) inText(seq int64, at time.Time) {
	r.Seq, r.AtMicros = strconv.FormatInt(seq, 10), strconv.FormatInt(at.UnixMicro(), 10)
}
