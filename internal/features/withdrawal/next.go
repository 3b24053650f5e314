package withdrawal

import (
	"time"

	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
)

// prospect is what happens next, and when; zero if nobody can say.
type prospect struct {
	code string
	at   time.Time
}

// nextOf says what comes after where a withdrawal stands. p is its payout, and
// counts while it is approved.
func nextOf(w Withdrawal, p payout.Payout, now time.Time) prospect {
	switch w.Status {
	case Confirmed:
		return prospect{code: "done"}
	case Cancelled:
		return prospect{code: "refunded_cancelled"}
	case Rejected:
		return prospect{code: "refunded_rejected"}
	case Pending:
		switch {
		case w.CheckedAt.IsZero():
			return prospect{code: "checking_signature"}
		case isOverdue(w, now):
			return prospect{"review_overdue", w.ReviewBy}
		}
		return prospect{"review", w.ReviewBy}
	}
	switch p.State {
	case payout.Broadcast:
		return prospect{code: "sent"}
	case payout.Mined, payout.Final:
		return prospect{code: "in_block"}
	case payout.Unknown:
		return prospect{code: "unknown"}
	case payout.NeedsAttention, payout.Failed:
		return prospect{code: "attention"}
	}
	return waiting(p)
}

// waiting says what a queued payout waits for.
func waiting(p payout.Payout) prospect {
	switch p.Reason {
	case payout.ReasonShort, payout.ReasonLowGas:
		return prospect{"queued_refill", p.ExpectedAt}
	case payout.ReasonDayCap, signer.ErrDayCap.Code, signer.ErrAutomaticDayCap.Code:
		return prospect{"queued_day_cap", p.ExpectedAt}
	case payout.ReasonSignerUnavailable, payout.ReasonChainUnavailable, signer.ErrUndecided.Code:
		return prospect{code: "queued_network"}
	case payout.ReasonFeeTooHigh:
		return prospect{code: "queued_fee"}
	case payout.ReasonStopped:
		return prospect{code: "queued_stopped"}
	case payout.ReasonWouldFail:
		return prospect{code: "queued_problem"}
	}
	return prospect{code: "queued"}
}

// isOverdue says that the goal of the review has passed.
func isOverdue(w Withdrawal, now time.Time) bool {
	return w.Status == Pending && now.After(w.ReviewBy)
}

// stepOf names a line of a payout's timeline; empty for one that users need not
// see.
func stepOf(e payout.Event) string {
	switch e.State {
	case payout.Queued:
		switch e.Reason {
		case "":
			return "payout_queued"
		case payout.ReasonReissued:
			return "payout_again"
		}
		return "payout_waiting"
	case payout.Broadcast:
		switch e.Reason {
		case payout.ReasonTakenBack:
			return "payout_taken_back"
		case payout.ReasonBumped:
			return "payout_fee_raised"
		}
		return "payout_sent"
	case payout.Mined:
		return "payout_in_block"
	case payout.Unknown:
		return "payout_unknown"
	case payout.NeedsAttention:
		return "payout_attention"
	case payout.Failed:
		return "payout_ended"
	}
	// The end is the withdrawal's own line.
	return ""
}
