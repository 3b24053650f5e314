package machine

import "testing"

func TestOnlyTheListedTransitionsExist(t *testing.T) {
	t.Parallel()
	states := []State{None, Payment, Cooling, Running, DugOut, Paused, Expired, Cancelled, Matured, Exited}
	causes := []Cause{IntentOpened, PaidFromBalance, PaymentFinal, PaymentExpired, PaymentCancelled, CoolingCancelled, CoolingOver, CoolingWaived,
		OperatorPause, OperatorResume, LeftAfterPause, CapReached, TermOver}
	allowed := 0
	for _, from := range states {
		for _, to := range states {
			for _, cause := range causes {
				if checkTransition(from, to, cause) == nil {
					allowed++
					if from.final() || to == None || from == to {
						t.Errorf("%s → %s by %s is allowed", from, to, cause)
					}
				}
			}
		}
	}
	if allowed != 16 {
		t.Errorf("%d transitions are allowed", allowed)
	}
	seen := 0
	for _, status := range []Status{StatusRunning, StatusToBeConfirmed, StatusCompleted, StatusNotRunning, StatusDugOut} {
		seen += len(statesOf(status))
	}
	if seen != len(states)-1 {
		t.Errorf("the statuses cover %d states", seen)
	}
}
