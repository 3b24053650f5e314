package payment

import (
	"context"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const apiTag = "payment"

// Register adds this package's calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Action(api, httpapi.Op{Path: "/api/pay/submitTx", Tag: apiTag, Summary: "Names the transaction that pays an intent; of one that is over, the answer tells how it ended, and nothing changes",
		Faults: []fault.Fault{fault.NotFound, ErrNoMatch}},
		func(ctx context.Context, c httpapi.Caller, in SubmitParams) (Progress, error) {
			return s.SubmitTx(ctx, c, string(in.IntentNo), in.TxHash)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/pay/status", Tag: apiTag, Summary: "How far the payment of an intent has come",
		Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in IntentParams) (Progress, error) {
			return s.ProgressOf(tx, c, string(in.IntentNo))
		})
	httpapi.View(api, httpapi.Op{Path: "/api/pay/open", Tag: apiTag, Summary: "The caller's one open payment, as status tells it"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (OpenPayment, error) {
			p, err := s.openPayment(tx, c)
			return OpenPayment{p}, err
		})
	httpapi.Command(api, httpapi.Op{Path: "/api/pay/cancel", Tag: apiTag, Summary: "Leave the payment of an order, which ends the order",
		Faults: []fault.Fault{fault.NotFound, ErrNotOpen}},
		httpapi.CommandSpec[IntentParams, Left]{
			Hints: func(c httpapi.Caller, _ IntentParams) []sqldb.Hint { return s.Intents.OpenHints(c.UserID) },
			Handle: func(tx sqldb.Command, c httpapi.Caller, in IntentParams) (Left, error) {
				i, err := s.Intents.intentOf(tx, c.UserID, string(in.IntentNo))
				if err != nil {
					return Left{}, err
				}
				return Left{IntentNo: i.No, Purpose: i.Purpose, State: string(StateCancelled), Credited: i.Paid}, s.Intents.Cancel(tx, i.No)
			},
		})
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/topUpInfo", Tag: apiTag, Summary: "Where to send deposits, and what is on its way"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ struct{}) (TopUpInfo, error) { return s.TopUpInfo(tx, c.UserID) })
	s.registerPersonal(api)
}

// SubmitParams are the parameters of submitTx.
type SubmitParams struct {
	IntentNo httpapi.ID `query:"intentNo"`
	TxHash   string     `query:"txHash" maxLength:"66" pattern:"^0x[0-9a-fA-F]{64}$"`
}

// IntentParams name one of the caller's intents.
type IntentParams struct {
	IntentNo httpapi.ID `query:"intentNo"`
}

// OpenPayment is the caller's open payment.
type OpenPayment struct {
	Payment *Progress `json:"payment" doc:"Null without one"`
}

// Left is a payment that its user left.
type Left struct {
	IntentNo string       `json:"intentNo"`
	Purpose  Purpose      `json:"purpose"`
	State    string       `json:"state" enum:"cancelled"`
	Credited money.Amount `json:"credited" doc:"What had arrived and is in the balance now"`
}

// Steps of a payment as its user sees them.
const (
	StepAwaiting   = "awaiting_payment"
	StepSubmitted  = "submitted"
	StepConfirming = "confirming"
	StepPart       = "part_received"
	// StepClosing: the time is over, the last blocks are not final yet.
	StepClosing = "closing"
)

// Progress is how far the payment of an intent has come.
type Progress struct {
	IntentNo string  `json:"intentNo"`
	Purpose  Purpose `json:"purpose" doc:"What it pays for"`
	Item     Item    `json:"item"`
	State    string  `json:"state" enum:"awaiting_payment,submitted,confirming,part_received,closing,paid,expired,cancelled"`
	// Confirmations are those of the newest transfer on its way.
	Confirmations         int64        `json:"confirmations"`
	RequiredConfirmations int          `json:"requiredConfirmations"`
	Credited              money.Amount `json:"credited" doc:"What arrived finally and counts or counted"`
	Amount                money.Amount `json:"amount"`
	Rest                  money.Amount `json:"rest" doc:"What is still to be paid, beyond what is on its way"`
	Currency              money.Asset  `json:"currency"`
	PayAddress            string       `json:"payAddress"`
	Network               string       `json:"network"`
	Token                 string       `json:"token"`
	TxHash                string       `json:"txHash"`
	CreatedAt             time.Time    `json:"createdAt"`
	ExpireAt              time.Time    `json:"expireAt"`
	ServerTime            time.Time    `json:"serverTime"`
	CreditingPaused       bool         `json:"creditingPaused" doc:"Transfers are not credited now; pauseReason says why"`
	PauseReason           Pause        `json:"pauseReason" optional:"true"`
	Transfers             []Receipt    `json:"transfers" nullable:"false"`
}

// Receipt is a transfer as its sender sees it.
type Receipt struct {
	TxHash        string       `json:"txHash"`
	Network       string       `json:"network"`
	Currency      money.Asset  `json:"currency"`
	Amount        money.Amount `json:"amount"`
	Remainder     string       `json:"remainder" doc:"What is below the smallest amount, in the token's own units"`
	State         string       `json:"state" enum:"confirming,gone,final,held,credited,suspense,claimed,dust,rejected"`
	Reason        Reason       `json:"reason" enum:",intent,paid,top_up,other_token,late,twice,expired,cancelled,suspense_in,claimed,below_minimum,above_maximum" doc:"Why it went where it went; empty while it is under way"`
	Confirmations int64        `json:"confirmations"`
	IntentNo      string       `json:"intentNo"`
	BlockTime     time.Time    `json:"blockTime"`
	SettledAt     *time.Time   `json:"settledAt"`
}

// TopUpInfo is what a user needs to send deposits, and what became of them.
type TopUpInfo struct {
	Networks  []NetworkInfo `json:"networks" nullable:"false"`
	Pending   []Receipt     `json:"pending" nullable:"false"`
	Recent    []Receipt     `json:"recent" nullable:"false"`
	Claimable []Receipt     `json:"claimable" nullable:"false" doc:"Sent by the caller's wallet before the account existed"`
	// ClaimPhrase plus the time in milliseconds is what the wallet signs.
	ClaimPhrase string    `json:"claimPhrase"`
	ServerTime  time.Time `json:"serverTime"`
}

// NetworkInfo is where deposits go on one network.
type NetworkInfo struct {
	Network         string      `json:"network"`
	ChainID         uint64      `json:"chainId"`
	Address         string      `json:"address"`
	Statement       string      `json:"statement" doc:"The text that signature signs"`
	Signature       string      `json:"signature"`
	Confirmations   int         `json:"confirmations"`
	CreditingPaused bool        `json:"creditingPaused"`
	PauseReason     Pause       `json:"pauseReason" optional:"true"`
	Tokens          []TokenInfo `json:"tokens" nullable:"false"`
}

// TokenInfo is a token that can be sent.
type TokenInfo struct {
	Currency money.Asset `json:"currency"`
	Contract string      `json:"contract"`
	Decimals int         `json:"decimals"`
	// Smaller transfers cost their sender next to nothing and us a posting each.
	Least money.Amount `json:"least" doc:"Smaller transfers are added up, and credited once together they reach this"`
}
