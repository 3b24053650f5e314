package machine

import (
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// StateOf is a machine's state as its owner sees it now, for those who act
// on machines that are not theirs. It only looks: what is due to the owner waits
// for whoever acts. It refuses with fault.NotFound, and with ErrNotPossible where
// the machine is over.
func (s *Service) StateOf(tx *sqldb.Tx, machineID string) (userID string, state State, err error) {
	owner, found, err := s.store.owners.Get(tx, machineID)
	if err != nil {
		return "", "", err
	}
	if !found {
		return "", "", fault.NotFound
	}
	f, err := s.open(tx, owner)
	if err != nil {
		return "", "", err
	}
	i := f.find(machineID)
	if i < 0 {
		return "", "", ErrNotPossible
	}
	return owner, f.machines[i].State, nil
}
