package audit

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"etld/internal/infra/sqldb"
)

const exportMax = 5000

// ExportIn asks for a part of the log.
type ExportIn struct {
	// From is the first record wanted; at most 5,000 come at once.
	From int64 `json:"from" required:"false"`
}

// Export is a part of the log as a file.
type Export struct {
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	Content     string `json:"content"`
	// HeadSeq and HeadHash are the newest record's; the log is whole when the
	// last exported one has them.
	HeadSeq  int64  `json:"headSeq"`
	HeadHash string `json:"headHash"`
	HasMore  bool   `json:"hasMore"`
}

// Exported writes records as lines of a table.
func Exported(tx *sqldb.Tx, in ExportIn) (out Export, err error) {
	from := max(in.From, 1)
	list, err := Between(tx, from-1, from-1+exportMax)
	if err != nil {
		return out, err
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	rows := [][]string{{"seq", "atMicros", "staffId", "address", "ip", "action", "subject", "outcome", "reason", "before", "after", "hash"}}
	for _, r := range list {
		rows = append(rows, []string{strconv.FormatInt(r.Seq, 10), strconv.FormatInt(r.At.UnixMicro(), 10), r.StaffID, r.Address, r.IP, r.Action,
			r.Subject, r.Outcome, r.Reason, string(r.Before), string(r.After), r.Hash})
	}
	if err := w.WriteAll(rows); err != nil {
		return out, fmt.Errorf("export the audit log: %w", err)
	}
	out = Export{FileName: fmt.Sprintf("etld-audit-%d-%d.csv", from, from-1+int64(len(list))), ContentType: "text/csv; charset=utf-8", Content: text.String()}
	head, err := HeadOf(tx)
	out.HeadSeq, out.HeadHash = head.Seq, head.Hash
	out.HasMore = from-1+int64(len(list)) < out.HeadSeq
	return out, err
}
