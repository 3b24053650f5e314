package withdrawal

import (
	"time"

	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
)

// nextStep is what happens next, and when. The time is zero if nobody can say.
type nextStep struct {
	code string
	at   time.Time
}

// nextOf says what happens next with a withdrawal. p is its payout, which counts
// while the withdrawal is approved; halted is why its chain cannot be relied on, or empty.
func nextOf(w Withdrawal, p payout.Payout, halted string, now time.Time) nextStep {
	switch w.Status {
	case Confirmed:
		return nextStep{code: "done"}
	case Cancelled:
		return nextStep{code: "refunded_cancelled"}
	case Rejected:
		return nextStep{code: "refunded_rejected"}
	case Pending:
		switch {
		case w.CheckedAt.IsZero():
			return nextStep{code: "checking_signature"}
		case isOverdue(w, now):
			return nextStep{"review_overdue", w.ReviewBy}
		}
		return nextStep{"review", w.ReviewBy}
	case Approved:
	}
	switch p.State {
	case payout.Broadcast:
		return nextStep{code: "sent"}
	case payout.Mined, payout.Final:
		if halted == pausedFinality {
			return nextStep{code: "in_block_finality"}
		}
		return nextStep{code: "in_block"}
	case payout.Unknown:
		return nextStep{code: "unknown"}
	case payout.NeedsAttention, payout.Failed:
		return nextStep{code: "attention"}
	case payout.Queued:
	}
	return nextOfQueued(p, now)
}

// nextOfQueued says what a queued payout waits for. A refill that did not come when it
// was expected is said to be late.
func nextOfQueued(p payout.Payout, now time.Time) nextStep {
	switch p.Reason {
	case payout.ReasonShort, payout.ReasonLowGas:
		if !p.ExpectedAt.IsZero() && now.After(p.ExpectedAt) {
			return nextStep{"queued_refill_late", p.ExpectedAt}
		}
		return nextStep{"queued_refill", p.ExpectedAt}
	case payout.ReasonDayCap, signer.ErrDayCap.Code, signer.ErrAutomaticDayCap.Code, signer.ErrGasDayCap.Code:
		return nextStep{"queued_day_cap", p.ExpectedAt}
	case payout.ReasonSignerUnavailable, payout.ReasonChainUnavailable, signer.ErrUndecided.Code, signer.ErrNonceAhead.Code:
		return nextStep{code: "queued_network"}
	case payout.ReasonFinality:
		return nextStep{code: "queued_finality"}
	case payout.ReasonHalted:
		return nextStep{code: "queued_halted"}
	case payout.ReasonFeeTooHigh:
		return nextStep{code: "queued_fee"}
	case payout.ReasonStopped:
		return nextStep{code: "queued_stopped"}
	case payout.ReasonWouldFail, signer.ErrNonceUsed.Code:
		return nextStep{code: "queued_problem"}
	}
	return nextStep{code: "queued"}
}

// isOverdue says that the goal of the review has passed.
func isOverdue(w Withdrawal, now time.Time) bool {
	return w.Status == Pending && now.After(w.ReviewBy)
}

// stepOf names a line of a payout's timeline. It is empty for lines that users need not see.
func stepOf(e payout.Step) StepCode {
	switch e.State {
	case payout.Queued:
		switch e.Reason {
		case "":
			return stepQueued
		case payout.ReasonReissued:
			return stepAgain
		}
		return stepWaiting
	case payout.Broadcast:
		switch e.Reason {
		case payout.ReasonTakenBack:
			return stepTakenBack
		case payout.ReasonBumped:
			return stepFeeRaised
		}
		return stepSent
	case payout.Mined:
		return stepInBlock
	case payout.Unknown:
		return stepUnknown
	case payout.NeedsAttention:
		return stepAttention
	case payout.Failed:
		return stepEnded
	case payout.Final:
		// The end is the withdrawal's own line.
	}
	return ""
}
