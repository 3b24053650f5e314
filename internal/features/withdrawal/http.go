package withdrawal

import (
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag      = "withdrawal"
	listName = "withdrawals"
)

// ConfigIn asks what can be withdrawn; with a quantity also what would arrive.
type ConfigIn struct {
	Currency money.Asset  `query:"currency" optional:"true" enum:"USDT,ETLD,ETH"`
	Quantity money.Amount `query:"quantity" optional:"true" doc:"Fills arrival and problem of each network"`
}

// Problem is what a withdrawal of the asked quantity would be refused with.
type Problem struct {
	Code    int               `json:"code"`
	Message string            `json:"message" doc:"In the caller's language"`
	Data    map[string]string `json:"data" nullable:"false"`
}

// NetworkRow is an offer: a currency on a network, and what the caller can
// withdraw now. All amounts are in the currency.
type NetworkRow struct {
	Currency   money.Asset  `json:"currency"`
	Network    string       `json:"network"`
	Fee        money.Amount `json:"fee"`
	Min        money.Amount `json:"min"`
	MaxRequest money.Amount `json:"maxRequest"`
	DayRest    money.Amount `json:"dayRest" doc:"Left of the caller's daily limit of the currency, over all networks"`
	Available  money.Amount `json:"available"`
	Maximum    money.Amount `json:"maximum" doc:"The least of available, maxRequest and dayRest"`
	Decimals   int          `json:"decimals" doc:"How many the token has on this network, at most 8"`
	Enabled    bool         `json:"enabled"`
	Reason     string       `json:"reason" enum:",not_connected,contract_wallet,stopped,breaker,finality_stalled,chain_unavailable" doc:"Why it is not enabled"`
	ReasonText string       `json:"reasonText" doc:"The same in the caller's language; empty while enabled"`
	// MedianMinutes is from request to confirmation.
	MedianMinutes *int64        `json:"medianMinutes" doc:"Of the newest confirmed withdrawals, from request to confirmation; null while there are none"`
	Arrival       *money.Amount `json:"arrival" doc:"What would arrive of the asked quantity; null without one, or when it does not exceed the fee"`
	Problem       *Problem      `json:"problem" doc:"What the asked quantity would be refused with; null if nothing"`
}

// ConfigOut is everything that is offered.
type ConfigOut struct {
	Networks []NetworkRow `json:"networks" nullable:"false"`
	Address  string       `json:"address" doc:"Where everything goes: the caller's own wallet. A contract wallet gets 50,000 gas at most to take a network's own coin; while it needs more, the payout waits"`
	// StatementPhrase begins what the wallet signs.
	StatementPhrase string       `json:"statementPhrase" doc:"What the wallet signs begins with it"`
	ReviewHours     int64        `json:"reviewHours" doc:"Within which a review should be decided"`
	AutomaticMax    money.Amount `json:"automaticMax" doc:"USDT worth of 24 hours that is approved without a reviewer, if nothing else speaks against it"`
	LockHours       int64        `json:"lockHours" doc:"For how long game points cannot be bought after a cancelled withdrawal"`
	RequestsMost    int64        `json:"requestsMost" doc:"Requests in 24 hours, cancelled ones too; one more is refused with 1010"`
	ServerTime      time.Time    `json:"serverTime"`
}

// RequestIn asks for a withdrawal. The absence of the quantity has a refusal of its own.
type RequestIn struct {
	Currency  money.Asset  `query:"currency" enum:"USDT,ETLD,ETH"`
	Network   string       `query:"network" maxLength:"16" doc:"As named by withdrawConfig"`
	Quantity  money.Amount `query:"quantity" optional:"true"`
	Message   string       `query:"message" optional:"true" maxLength:"512" doc:"The statement: statementPhrase, then \"Withdraw {quantity} {currency} on {network}, fee {fee}, arrival {arrival}, to {address}. Request {requestId}. Time: {ms}\". Amounts are spelled as answers spell them: 20, not 20.0 or 020 (1101)"`
	Signature string       `query:"signature" optional:"true" maxLength:"4098" pattern:"^(0x([0-9a-fA-F]{2})+)?$" doc:"Of personal_sign over the message, by the caller's wallet"`
}

// Check refuses what is missing.
func (in RequestIn) Check() error {
	switch {
	case in.Quantity == 0:
		return ErrNoQuantity
	case in.Message == "":
		return fault.Invalid("message")
	case in.Signature == "":
		return fault.Invalid("signature")
	}
	return nil
}

// RequestOut is a withdrawal that was taken.
type RequestOut struct {
	WithdrawNo string       `json:"withdrawNo"`
	Status     Status       `json:"status" enum:"pending_review,approved"`
	Currency   money.Asset  `json:"currency"`
	Network    string       `json:"network"`
	Quantity   money.Amount `json:"quantity"`
	Fee        money.Amount `json:"fee"`
	Arrival    money.Amount `json:"arrival"`
	Address    string       `json:"address" doc:"Masked"`
	ReviewBy   *time.Time   `json:"reviewBy" doc:"When a reviewer should have decided; null when it was approved at once"`
}

// CancelIn names a withdrawal.
type CancelIn struct {
	WithdrawNo httpapi.ID `query:"withdrawNo"`
}

// CancelOut is a cancelled withdrawal.
type CancelOut struct {
	WithdrawNo    string       `json:"withdrawNo"`
	Status        Status       `json:"status" enum:"cancelled"`
	Currency      money.Asset  `json:"currency"`
	Refunded      money.Amount `json:"refunded" doc:"The whole quantity"`
	GameLockUntil time.Time    `json:"gameLockUntil" doc:"From when game points can be bought again"`
}

// RecordsIn selects the caller's withdrawals.
type RecordsIn struct {
	Status     Status     `query:"status" optional:"true"`
	WithdrawNo httpapi.ID `query:"withdrawNo" optional:"true" doc:"Only this one"`
	httpapi.Page
}

// Reason is why a withdrawal was rejected.
type Reason struct {
	Code ReasonCode `json:"code"`
	Text string     `json:"text" doc:"In the caller's language"`
	Note string     `json:"note" doc:"The reviewer's own words, as written; may be empty"`
}

// Step is one line of a withdrawal's timeline.
type Step struct {
	Code   StepCode  `json:"code"`
	Text   string    `json:"text" doc:"In the caller's language"`
	Status Status    `json:"status" doc:"The withdrawal's after this step"`
	Actor  Actor     `json:"actor"`
	At     time.Time `json:"at"`
	TxHash string    `json:"txHash"`
}

// NextStep is what happens next.
type NextStep struct {
	Code string     `json:"code" enum:"checking_signature,review,review_overdue,queued,queued_refill,queued_refill_late,queued_day_cap,queued_network,queued_finality,queued_halted,queued_fee,queued_stopped,queued_problem,sent,in_block,in_block_finality,unknown,attention,done,refunded_cancelled,refunded_rejected"`
	Text string     `json:"text" doc:"In the caller's language, with the time in the platform's zone"`
	At   *time.Time `json:"at" doc:"When it is expected; null if nobody can say"`
}

// RecordRow is a withdrawal of the caller.
type RecordRow struct {
	WithdrawNo  string       `json:"withdrawNo"`
	Currency    money.Asset  `json:"currency"`
	Network     string       `json:"network"`
	Quantity    money.Amount `json:"quantity"`
	Fee         money.Amount `json:"fee"`
	Arrival     money.Amount `json:"arrival"`
	Address     string       `json:"address" doc:"Masked"`
	Status      Status       `json:"status"`
	PayoutState payout.State `json:"payoutState" optional:"true" doc:"Empty before it is approved"`
	Reason      *Reason      `json:"reason" doc:"Why it was rejected, else null"`
	TxHash      string       `json:"txHash" doc:"Of the newest transaction; empty while there is none"`
	Explorer    string       `json:"explorer" doc:"A link to the transaction; empty while there is none, and on a chain without an explorer"`
	Timeline    []Step       `json:"timeline" nullable:"false" doc:"Oldest first"`
	NextStep    NextStep     `json:"nextStep"`
	Cancellable bool         `json:"cancellable"`
	ReviewBy    time.Time    `json:"reviewBy" doc:"When a reviewer should have decided"`
	Overdue     bool         `json:"overdue" doc:"Still pending after reviewBy"`
	CreatedAt   time.Time    `json:"createdAt"`
	EndedAt     *time.Time   `json:"endedAt" doc:"When it was confirmed, cancelled or rejected"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/withdrawConfig", Tag: tag, Summary: "What can be withdrawn, with fees and the caller's limits"}, s.config)
	httpapi.Free(api, httpapi.Op{Path: "/api/userAccount/withdraw", Tag: tag, Summary: "Withdraw to the caller's own wallet, with a statement signed by it",
		Faults: []fault.Fault{ErrNoQuantity, ErrNetwork, ErrPaused, terms.ErrBelowMinimum, terms.ErrAboveMaximum, terms.ErrDayLimit, terms.ErrInsufficient, terms.ErrNotEnough,
			ErrSignature, ErrExpired, ErrUsed, ErrFailed}},
		func(tx *sqldb.Tx, c httpapi.Caller, in RequestIn) (RequestOut, error) {
			w, err := s.Request(tx, Request{UserID: c.UserID, RequestID: c.RequestID, Currency: in.Currency, Network: in.Network, Quantity: in.Quantity,
				Message: in.Message, Signature: in.Signature})
			return requestOut(w), err
		})
	httpapi.Free(api, httpapi.Op{Path: "/api/userAccount/cancelWithdraw", Tag: tag, Summary: "Cancel a withdrawal that is still pending",
		Faults: []fault.Fault{fault.NotFound, ErrNotCancellable, payout.ErrUnread, payout.ErrForgotten}},
		func(tx *sqldb.Tx, c httpapi.Caller, in CancelIn) (CancelOut, error) {
			w, until, err := s.Cancel(tx, c.UserID, string(in.WithdrawNo))
			return CancelOut{WithdrawNo: w.ID, Status: w.Status, Currency: w.Asset, Refunded: w.Quantity, GameLockUntil: until}, err
		})
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/myWithDraw", Tag: tag, Personal: "withdrawals",
		Summary: "The caller's withdrawals with their timelines, newest first", Faults: []fault.Fault{fault.NotFound}}, s.records)
}
