package machine

import (
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// Standing is a machine's state as its owner sees it now, for those who act
// on machines that are not theirs. It only looks: what is due to the owner waits
// for whoever acts. It refuses with fault.NotFound, and with ErrNotPossible where
// the machine is over.
func (s *Service) Standing(tx *sqldb.Tx, machineID string) (userID string, state State, err error) {
	owner, found, err := s.store.owners.Get(tx, machineID)
	if err != nil {
		return "", "", err
	}
	if !found {
		return "", "", fault.NotFound
	}
	h, err := s.open(tx, owner)
	if err != nil {
		return "", "", err
	}
	i := h.find(machineID)
	if i < 0 {
		return "", "", ErrNotPossible
	}
	return owner, h.machines[i].State, nil
}
