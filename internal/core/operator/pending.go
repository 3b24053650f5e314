package operator

import "etld/internal/infra/sqldb"

// Pending is the pending proposal of a kind and subject with who has approved,
// and whether there is one. One whose time is over is none.
func (s *Service) Pending(tx *sqldb.Tx, kind, subject string) (Proposal, bool, error) {
	p, found, err := findProposal(tx, selectPendingOf, kind, subject)
	if err != nil || !found || !tx.Now().Before(p.ExpiresAt) {
		return Proposal{}, false, err
	}
	return p, true, p.withApprovals(tx)
}

// Decides says whether somebody has a role that decides about a kind of proposal.
func (s *Service) Decides(c Caller, kind string) bool {
	k, isKnown := s.kinds[kind]
	return isKnown && c.May(k.checkers)
}

// PendingByID is a proposal that waits; it refuses what is over and what never was.
func PendingByID(tx *sqldb.Tx, s *Service, id string) (Proposal, error) {
	p, _, err := s.pending(tx, id)
	return p, err
}
