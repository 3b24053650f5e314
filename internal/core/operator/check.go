package operator

import (
	"fmt"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	invariant  = "audit"
	checkChunk = 2000
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
	return append(append(found, more...), disputed...), err
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
func (s *Service) checkExecuted(tx *sqldb.Tx) (found []ledger.Violation, err error) {
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
				found = append(found, violated("proposal %s, %s: %s", p.ID, p.Kind, fault))
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

func (s *Service) checkDisputed(tx *sqldb.Tx) (found []ledger.Violation, err error) {
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
			found = append(found, violated("%s holds %s, users can still object to %s", ledger.House(ledger.Disputed, asset).ID(), balance, total))
		}
	}
	return found, nil
}
