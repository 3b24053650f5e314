// Package underway tells a user what of his money is on its way, in one answer: the open
// payment, transfers that are not credited yet, and withdrawals that have not ended.
//
// Words. A *step* is how far one of them has come. The *way out* is what its user can
// still do about it. The *usual time* is the median of what went the same way lately.
//
// Nothing is kept here: payments and withdrawals know all of it.
package underway

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/core/payout"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Row is one amount on its way.
type Row struct {
	Kind          string          `json:"kind" enum:"payment,topUp,withdrawal"`
	No            string          `json:"no" doc:"Of the intent or the withdrawal; of a top-up the transaction"`
	Purpose       payment.Purpose `json:"purpose" optional:"true" doc:"What a payment is for; else empty"`
	Currency      money.Asset     `json:"currency"`
	Amount        money.Amount    `json:"amount"`
	Network       string          `json:"network"`
	Step          string          `json:"step" enum:"awaiting_payment,submitted,part_received,closing,confirming,final,held,review,queued,sent,in_block,attention"`
	Confirmations int64           `json:"confirmations" doc:"Of those that a transfer to us needs"`
	Required      int             `json:"requiredConfirmations" doc:"0 where nothing is counted"`
	UsualMinutes  *int64          `json:"usualMinutes" doc:"How long it took lately; null while nobody knows"`
	WayOut        string          `json:"wayOut" enum:"cancel,none" doc:"What can still be done: cancel it, or nothing but wait"`
	Until         *time.Time      `json:"until" doc:"Until when an open payment can be paid"`
}

// Out is all that is on its way.
type Out struct {
	List       []Row     `json:"list" nullable:"false" doc:"What arrives before what leaves"`
	ServerTime time.Time `json:"serverTime"`
}

// Arriving knows what is on its way to us.
type Arriving interface {
	UnderWay(tx *sqldb.Tx, c httpapi.Caller) (payment.UnderWay, error)
}

// LeavingMax bounds the withdrawals of one status that are told.
const LeavingMax = 5

// Leaving is a withdrawal that has not ended.
type Leaving struct {
	WithdrawNo, Network string
	Currency            money.Asset
	Quantity            money.Amount
	// Payout is empty before it is approved.
	Payout payout.State
	// IsCancellable: nobody approved it, so its user can take it back.
	IsCancellable bool
	// UsualMinutes is from request to confirmation; null while none was confirmed.
	UsualMinutes *int64
}

// Withdrawals know what is on its way out.
type Withdrawals interface {
	UnderWay(tx *sqldb.Tx, userID string) ([]Leaving, error)
}

// Register adds the call.
func Register(api *httpapi.API, arriving Arriving, leaving Withdrawals) {
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/underWay", Tag: "payment", Summary: "What of the caller's money is on its way, to us and from us"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Out, error) {
			to, err := arriving.UnderWay(tx, c)
			if err != nil {
				return Out{}, err
			}
			from, err := leaving.UnderWay(tx, c.UserID)
			return Out{List: rows(to, from), ServerTime: tx.Now()}, err
		})
}

// rows are all of it, what arrives first.
func rows(to payment.UnderWay, from []Leaving) []Row {
	list := make([]Row, 0, 1+len(to.TopUps)+len(from))
	if p := to.Payment; p != nil {
		list = append(list, paymentRow(*p, to.Paces[p.Network].UsualMinutes))
	}
	for _, r := range to.TopUps {
		pace := to.Paces[r.Network]
		row := Row{Kind: "topUp", No: r.TxHash, Currency: r.Currency, Amount: r.Amount, Network: r.Network, Step: r.State,
			Confirmations: r.Confirmations, Required: pace.Confirmations, UsualMinutes: pace.UsualMinutes, WayOut: "none"}
		if row.Step == payment.StepConfirming && row.Confirmations >= int64(row.Required) {
			row.Step = string(payment.Final)
		}
		list = append(list, row)
	}
	for _, l := range from {
		row := Row{Kind: "withdrawal", No: l.WithdrawNo, Currency: l.Currency, Amount: l.Quantity, Network: l.Network, Step: stepOf(l.Payout),
			UsualMinutes: l.UsualMinutes, WayOut: "none"}
		if l.IsCancellable {
			row.WayOut = "cancel"
		}
		list = append(list, row)
	}
	return list
}

// paymentRow is the open payment. What a chain has of it cannot be called back, and a
// cancelled one would only be credited to the balance.
func paymentRow(p payment.Progress, usual *int64) Row {
	row := Row{Kind: "payment", No: p.IntentNo, Purpose: p.Purpose, Currency: p.Currency, Amount: p.Amount, Network: p.Network, Step: p.State,
		Confirmations: p.Confirmations, Required: p.RequiredConfirmations, UsualMinutes: usual, WayOut: "none"}
	switch p.State {
	case payment.StepAwaiting, payment.StepPart:
		row.WayOut, row.Until, row.Amount = "cancel", &p.ExpireAt, p.Rest
	case payment.StepConfirming:
		if row.Confirmations >= int64(row.Required) {
			row.Step = string(payment.Final)
		}
	}
	if p.CreditingPaused && len(p.Transfers) > 0 {
		row.Step = string(payment.Held)
	}
	return row
}

// stepOf is how far a withdrawal's payout has come; without one it is under review.
func stepOf(state payout.State) string {
	switch state {
	case "":
		return "review"
	case payout.Broadcast:
		return "sent"
	case payout.Mined, payout.Final:
		return "in_block"
	case payout.Unknown, payout.NeedsAttention:
		return "attention"
	case payout.Queued, payout.Failed:
	}
	return "queued"
}
