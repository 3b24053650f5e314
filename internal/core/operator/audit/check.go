package audit

import (
	"encoding/json"
	"fmt"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// Invariant names what is wrong with the log, and with what it records.
const Invariant = "audit"

var (
	selectAll = table.Select("ORDER BY seq")
	selectOf  = table.Select("WHERE outcome = 'done' AND action IN ($1, $2) ORDER BY seq")
)

// Of lists what was done of two actions.
func Of(tx *sqldb.Tx, one, other string) ([]Record, error) {
	return sqldb.Collect(tx, table.Scan, selectOf, one, other)
}

func violated(format string, args ...any) ledger.Violation {
	return ledger.Violation{Invariant: Invariant, Detail: fmt.Sprintf(format, args...)}
}

// Check verifies the log link by link up to its head.
func Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var last Head
	var found []ledger.Violation
	err := table.Walk(tx, func(r Record) error {
		if found == nil && (r.Seq != last.Seq+1 || r.hashAfter(last.Hash) != r.Hash) {
			found = append(found, violated("record %d of the audit log: the chain is broken here", r.Seq))
		}
		if found == nil && r.Outcome == Done && !r.isAbout() {
			found = append(found, violated("record %d of the audit log says that it is about %q", r.Seq, r.About))
		}
		last = Head{r.Seq, r.Hash}
		return nil
	}, selectAll)
	if err != nil || found != nil {
		return found, err
	}
	head, err := HeadOf(tx)
	if err == nil && head != last {
		found = append(found, violated("the audit log ends at record %d, its head is record %d", last.Seq, head.Seq))
	}
	return found, err
}

// isAbout says that what the record is about follows from what the chain holds of it.
func (r Record) isAbout() bool {
	var proposal struct{ PayloadHash, Subject string }
	// What stood after is of any form; only a proposal's has a payload's hash.
	_ = json.Unmarshal(r.After, &proposal)
	if proposal.PayloadHash != "" {
		return r.About == About(proposal.Subject)
	}
	return r.About == About(r.Subject)
}

// CheckHead compares a head that was kept elsewhere with the audit log as it is. The
// records before it cannot be rewritten without changing it.
func CheckHead(tx *sqldb.Tx, kept Head) ([]ledger.Violation, error) {
	list, err := Between(tx, kept.Seq-1, kept.Seq)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return []ledger.Violation{violated("the audit log ends before record %d, which was kept elsewhere", kept.Seq)}, nil
	case list[0].Hash != kept.Hash:
		return []ledger.Violation{violated("record %d of the audit log is not the one that was kept elsewhere", kept.Seq)}, nil
	}
	return nil, nil
}

// Verification is what a look at the whole log and at what it stands for found.
type Verification struct {
	HeadSeq  int64    `json:"headSeq"`
	HeadHash string   `json:"headHash"`
	Broken   []string `json:"broken" nullable:"false"`
}

// Verify tells what check finds, and of which head.
func Verify(tx *sqldb.Tx, check func(tx *sqldb.Tx) ([]ledger.Violation, error)) (out Verification, err error) {
	found, err := check(tx)
	if err != nil {
		return out, err
	}
	head, err := HeadOf(tx)
	out = Verification{HeadSeq: head.Seq, HeadHash: head.Hash, Broken: make([]string, len(found))}
	for i, v := range found {
		out.Broken[i] = v.Detail
	}
	return out, err
}
