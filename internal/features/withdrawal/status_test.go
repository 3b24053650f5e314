package withdrawal

import "testing"

func TestOnlyTheseChangesOfStatus(t *testing.T) {
	t.Parallel()
	allowed := map[Status]map[Status]bool{Pending: {Approved: true, Rejected: true, Cancelled: true}, Approved: {Confirmed: true, Rejected: true}}
	for _, from := range Statuses() {
		for _, to := range Statuses() {
			if got := from.mayBecome(to); got != allowed[from][to] {
				t.Errorf("%s → %s: %v", from, to, got)
			}
			if _, err := changeStatus(Withdrawal{Status: from}, to); (err == nil) != allowed[from][to] {
				t.Errorf("%s becomes %s: %v", from, to, err)
			}
		}
		if from.isOpen() != (len(from.transitions()) > 0) {
			t.Errorf("%s holds money: %v", from, from.isOpen())
		}
	}
}
