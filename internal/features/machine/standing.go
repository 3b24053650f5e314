package machine

import (
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// Standing is a machine's state as its owner sees it now, for those who act
// on machines that are not theirs. It refuses with fault.NotFound.
func (s *Service) Standing(tx *sqldb.Tx, machineID string) (userID string, state State, err error) {
	owner, found, err := s.store.owners.Get(tx, machineID)
	if err != nil {
		return "", "", err
	}
	if !found {
		return "", "", fault.NotFound
	}
	h, i, err := s.openOne(tx, owner, machineID)
	if err != nil {
		return "", "", err
	}
	return owner, h.machines[i].State, nil
}
