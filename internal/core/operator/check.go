package operator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

const (
	// The actions of records that put somebody on the list without a proposal.
	actionAdd         = "operator add"
	actionDemoSession = "demo/operator-session"
)

var selectStaffProposals = proposalTable.Select("WHERE kind = $1 AND state = 'executed' ORDER BY closed_at, id")

// Check verifies the audit log link by link up to its head, and what was executed
// against its approvals.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	found, err := audit.Check(tx)
	if err != nil {
		return nil, err
	}
	more, err := s.checkExecuted(tx)
	if err != nil {
		return nil, err
	}
	staff, err := checkStaff(tx)
	return slices.Concat(found, more, staff), err
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
			found.Add(audit.Invariant, "operator %s, %s, is on the list, and no record says who put them there", p.ID, p.Address)
		case is != want:
			found.Add(audit.Invariant, "operator %s has the roles %q (active: %s), the records say %q (active: %s)", p.Address, is.roles,
				YesNo(is.isActive), want.roles, YesNo(want.isActive))
		}
	}
	return found, err
}

// staffChanges are the records of rights in the order of their times.
func staffChanges(tx *sqldb.Tx) (list []staffChange, err error) {
	records, err := audit.Of(tx, actionAdd, actionDemoSession)
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

// checkExecuted holds every executed proposal to the two-person rule. What was signed at
// another host is found once a host: it is mostly the check that was told the wrong one.
func (s *Service) checkExecuted(tx *sqldb.Tx) (found ledger.Findings, err error) {
	elsewhere := make(map[string]int)
	err = proposalTable.Walk(tx, func(p Proposal) error {
		given, err := approvalsOf(tx, p.ID)
		if err != nil {
			return err
		}
		fault, host := s.faultIn(p, given)
		if host != "" {
			elsewhere[host]++
		} else if fault != "" {
			found.Add(audit.Invariant, "proposal %s, %s: %s", p.ID, p.Kind, fault)
		}
		return nil
	}, selectExecuted)
	for _, host := range slices.Sorted(maps.Keys(elsewhere)) {
		found.Add(audit.Invariant, "of the executed proposals %d were signed at the host %s, and this check is for %s: "+
			"name the platform's host with --host, or its settings with -config", elsewhere[host], host, s.Host)
	}
	return found, err
}

// faultIn says what is wrong with an executed proposal, or at which other host it was signed.
func (s *Service) faultIn(p Proposal, given []Approval) (fault, host string) {
	if !p.HasItsHash() {
		return "the payload is not the one approved", ""
	}
	if len(given) < p.Needed {
		return fmt.Sprintf("executed with %d of %d approvals", len(given), p.Needed), ""
	}
	for _, a := range given {
		if a.StaffID == p.MakerID {
			return "approved by its maker", ""
		}
		if !a.isSigned() {
			return "the signature of " + a.Address + " does not hold", ""
		}
		if k := s.kinds[p.Kind]; k != nil {
			if isIts, err := s.isPhraseOf(k, p, a); err != nil || !isIts {
				return "the signature of " + a.Address + " is for another text", otherHost(a, s.Host)
			}
		}
	}
	return "", ""
}

// otherHost is the host that a signed text names where it is not ours.
func otherHost(a Approval, ours string) string {
	_, names, _ := strings.Cut(a.Phrase, " at ")
	host, _, isNamed := strings.Cut(names, " as operator ")
	if !isNamed || host == ours || strings.Contains(host, " ") {
		return ""
	}
	return host
}
