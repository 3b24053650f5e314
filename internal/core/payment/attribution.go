package payment

import "time"

// lateMax is how long after its end an intent still explains a payment.
const lateMax = 24 * time.Hour

// attribution is where a user's final transfer goes, and what the user is told.
type attribution struct {
	// isForIntent says that the transfer counts towards the open intent.
	isForIntent bool
	// reason and notice apply to a transfer that goes to the balance.
	reason Reason
	notice string
}

// plainTopUp is a deposit that no intent explains.
var plainTopUp = attribution{reason: reasonTopUp, notice: NoticeTopUp}

// attribute decides about a user's transfer by the newest of the user's intents
// that was created by the time of the transfer's block. That is the only one
// that matters: at most one is open at a time, and it is the newest.
func attribute(t Transfer, network string, i Intent) attribution {
	asked := t.Token == i.Token && network == i.Network
	inWindow := i.countsBlock(t.BlockTime)
	isLate := !inWindow && t.BlockTime.After(i.ExpireAt) && !t.BlockTime.After(i.ExpireAt.Add(lateMax))
	switch {
	case i.State == StateOpen && inWindow && asked:
		return attribution{isForIntent: true}
	case i.State == StateOpen && inWindow:
		return attribution{reason: reasonOtherToken, notice: NoticeOtherToken}
	case (i.State == StateOpen || i.State == StateExpired) && isLate && asked,
		// A transfer that every provider kept back until the intent was over.
		i.State == StateExpired && inWindow && asked:
		return attribution{reason: reasonLate, notice: NoticeLate}
	case i.State == StatePaid && inWindow && asked:
		return attribution{reason: reasonTwice, notice: NoticeTwice}
	case i.State == StateCancelled && inWindow && asked:
		return attribution{reason: reasonCancelled, notice: NoticeCancelledPart}
	}
	return plainTopUp
}
