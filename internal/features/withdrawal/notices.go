package withdrawal

import (
	"etld/internal/base/clock"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Kinds of notices this package sends.
const (
	noticeRequested      = "withdrawal_requested"
	noticeApproved       = "withdrawal_approved"
	noticeApprovedAtOnce = "withdrawal_approved_at_once"
	noticeRejected       = "withdrawal_rejected"
	noticeCancelled      = "withdrawal_cancelled"
	noticeSent           = "withdrawal_sent"
	noticeInBlock        = "withdrawal_in_block"
	noticeConfirmed      = "withdrawal_confirmed"
	noticeOverdue        = "withdrawal_overdue"
)

// eventStep: the payout of a withdrawal went a step further, or waits for another cause.
const eventStep = "withdrawal_step"

// notifyUser leaves a notice about a withdrawal with its user.
func (s changes) notifyUser(tx sqldb.Command, w Withdrawal, kind string) error {
	params := map[string]string{"withdrawNo": w.ID, "currency": string(w.Asset), "amount": w.Quantity.String(), "reviewAt": clock.Text(w.ReviewBy)}
	switch kind {
	case noticeApproved, noticeApprovedAtOnce, noticeSent, noticeInBlock, noticeConfirmed:
		params["amount"] = w.Arrival.String()
	case noticeRejected:
		// The text goes on behind it.
		if params["note"] = ""; w.Note != "" {
			params["note"] = w.Note + " "
		}
		for _, language := range httpapi.Languages {
			params["reason."+string(language)] = s.texts.reason(language, w.Reason)
		}
	}
	return s.Notices.Send(tx, w.UserID, kind, params, recordsLink+w.ID)
}
