package operator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	invariant  = "audit"
	checkChunk = 2000

	// The actions of records that put somebody on the list without a proposal.
	actionAdd         = "operator add"
	actionDemoSession = "demo/operator-session"
)

var (
	selectStaffRecords   = auditTable.Select("WHERE outcome = 'done' AND action IN ($1, $2) ORDER BY seq")
	selectStaffProposals = proposalTable.Select("WHERE kind = $1 AND state = 'executed' ORDER BY closed_at, id")
)

func violated(format string, args ...any) ledger.Violation {
	return ledger.Violation{Invariant: invariant, Detail: fmt.Sprintf(format, args...)}
}

// Check verifies the audit log link by link up to its head, what was executed
// against its approvals, and the disputed debits against their accounts.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	found, err := checkLog(tx)
	if err != nil {
		return nil, err
	}
	more, err := s.checkExecuted(tx)
	if err != nil {
		return nil, err
	}
	disputed, err := s.checkDisputed(tx)
	if err != nil {
		return nil, err
	}
	staff, err := checkStaff(tx)
	return slices.Concat(found, more, disputed, staff), err
}

// CheckHead compares a head that was kept elsewhere with the audit log as it is. The
// records before it cannot be rewritten without changing it.
func CheckHead(tx *sqldb.Tx, kept AuditHead) ([]ledger.Violation, error) {
	list, err := auditBetween(tx, kept.Seq-1, kept.Seq)
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

// rights are what somebody may do, as the log has it.
type rights struct {
	roles    string
	isActive bool
}

// staffChange is a record of somebody's rights.
type staffChange struct {
	at      time.Time
	address string
	Roles   []Role `json:"roles"`
	// Active is null where a record leaves it as it is.
	Active *bool `json:"active"`
	// isFirst: it counts only for somebody who was not on the list.
	isFirst bool
}

// checkStaff compares the list of operators with the records of who was put on it:
// the command line's in the audit log, and the executed proposals, whose signatures
// are checked above. Whoever can write the database could otherwise add a wallet.
func checkStaff(tx *sqldb.Tx) (found ledger.Findings, err error) {
	changes, err := staffChanges(tx)
	if err != nil {
		return nil, err
	}
	logged := make(map[string]rights)
	for _, c := range changes {
		key := strings.ToLower(c.address)
		now, isKnown := logged[key]
		if c.isFirst && isKnown {
			continue
		}
		now.roles = newRoleSet(c.Roles).String()
		now.isActive = now.isActive || !isKnown
		if c.Active != nil {
			now.isActive = *c.Active
		}
		logged[key] = now
	}
	staff, err := allStaff(tx)
	for _, p := range staff {
		want, isKnown := logged[strings.ToLower(p.Address)]
		is := rights{roleSet(p.Roles).String(), p.Active}
		switch {
		case !isKnown:
			found.Add(invariant, "operator %s, %s, is on the list, and no record says who put them there", p.ID, p.Address)
		case is != want:
			found.Add(invariant, "operator %s has the roles %q (active: %s), the records say %q (active: %s)", p.Address, is.roles,
				yesNo(is.isActive), want.roles, yesNo(want.isActive))
		}
	}
	return found, err
}

// staffChanges are the records of rights in the order of their times.
func staffChanges(tx *sqldb.Tx) (list []staffChange, err error) {
	records, err := sqldb.Collect(tx, auditTable.Scan, selectStaffRecords, actionAdd, actionDemoSession)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		c := staffChange{at: r.At, address: r.Subject, isFirst: r.Action == actionDemoSession}
		if err := json.Unmarshal(r.After, &c); err != nil {
			return nil, fmt.Errorf("audit record of %s: %w", c.address, err)
		}
		list = append(list, c)
	}
	proposals, err := queryProposals(tx, selectStaffProposals, kindRoles)
	if err != nil {
		return nil, err
	}
	for _, p := range proposals {
		c := staffChange{at: p.ClosedAt, address: p.Subject}
		if err := json.Unmarshal(p.Payload, &c); err != nil {
			return nil, fmt.Errorf("proposal about %s: %w", c.address, err)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b staffChange) int { return a.at.Compare(b.at) })
	return list, nil
}

func checkLog(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var last int64
	previous := ""
	for {
		list, err := auditBetween(tx, last, last+checkChunk)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if r.Seq != last+1 || r.hashAfter(previous) != r.Hash {
				return []ledger.Violation{violated("record %d of the audit log: the chain is broken here", r.Seq)}, nil
			}
			last, previous = r.Seq, r.Hash
		}
		if len(list) < checkChunk {
			break
		}
	}
	seq, hash, err := auditHead(tx)
	if err != nil {
		return nil, err
	}
	if seq != last || hash != previous {
		return []ledger.Violation{violated("the audit log ends at record %d, its head is record %d", last, seq)}, nil
	}
	return nil, nil
}

// checkExecuted holds every executed proposal to the two-person rule.
func (s *Service) checkExecuted(tx *sqldb.Tx) (found ledger.Findings, err error) {
	for after := ""; ; {
		list, err := queryProposals(tx, selectExecuted, after, checkChunk)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			given, err := approvalsOf(tx, p.ID)
			if err != nil {
				return nil, err
			}
			if fault := s.faultIn(p, given); fault != "" {
				found.Add(invariant, "proposal %s, %s: %s", p.ID, p.Kind, fault)
			}
			after = p.ID
		}
		if len(list) < checkChunk {
			return found, nil
		}
	}
}

func (s *Service) faultIn(p Proposal, given []Approval) string {
	if hashOf(p.Payload) != p.PayloadHash {
		return "the payload is not the one approved"
	}
	if len(given) < p.Needed {
		return fmt.Sprintf("executed with %d of %d approvals", len(given), p.Needed)
	}
	for _, a := range given {
		if a.StaffID == p.MakerID {
			return "approved by its maker"
		}
		if !a.isSigned() {
			return "the signature of " + a.Address + " does not hold"
		}
		if k := s.kinds[p.Kind]; k != nil {
			if isIts, err := s.isPhraseOf(k, p, a); err != nil || !isIts {
				return "the signature of " + a.Address + " is for another text"
			}
		}
	}
	return ""
}

func (s *Service) checkDisputed(tx *sqldb.Tx) (found ledger.Findings, err error) {
	totals, err := disputedTotals(tx)
	if err != nil {
		return nil, err
	}
	for asset, total := range totals {
		balance, err := s.ledger.Balance(tx, ledger.House(ledger.Disputed, asset))
		if err != nil {
			return nil, err
		}
		if balance < total {
			found.Add(invariant, "%s holds %s, users can still object to %s", ledger.House(ledger.Disputed, asset).ID(), balance, total)
		}
	}
	return found, nil
}
