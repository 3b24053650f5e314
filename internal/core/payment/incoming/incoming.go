// Package incoming is how operators read what arrived on a chain and what was asked to be
// paid on one.
package incoming

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// TransferRow is an incoming transfer.
type TransferRow struct {
	TransferID string                `json:"transferId"`
	ChainID    int64                 `json:"chainId"`
	TxHash     string                `json:"txHash"`
	Explorer   string                `json:"explorer" doc:"Where people look at the chain; may be empty"`
	Token      string                `json:"token"`
	Sender     string                `json:"sender"`
	Recipient  string                `json:"recipient"`
	Currency   string                `json:"currency" doc:"Empty where the token is none of ours"`
	Amount     money.Amount          `json:"amount" doc:"Rounded down; wei has all of it"`
	Wei        string                `json:"wei" doc:"In the token's own units"`
	State      payment.TransferState `json:"state"`
	Reason     payment.Reason        `json:"reason" optional:"true" doc:"Why it was not credited, or empty"`
	user.Who
	IntentNo    string     `json:"intentNo" doc:"The payment it belongs to, or empty"`
	EntryID     string     `json:"entryId" doc:"The entry of the journal that settled it"`
	BlockNumber int64      `json:"blockNumber"`
	BlockTime   time.Time  `json:"blockTime"`
	SeenAt      time.Time  `json:"seenAt"`
	FinalAt     *time.Time `json:"finalAt"`
	SettledAt   *time.Time `json:"settledAt"`
}

// IntentRow is a payment that was asked for.
type IntentRow struct {
	IntentNo string `json:"intentNo"`
	user.Who
	Purpose   payment.Purpose `json:"purpose" doc:"What it pays for"`
	Ref       string          `json:"ref" doc:"The order"`
	Network   string          `json:"network"`
	Currency  money.Asset     `json:"currency"`
	Amount    money.Amount    `json:"amount"`
	Paid      money.Amount    `json:"paid"`
	State     payment.State   `json:"state"`
	CreatedAt time.Time       `json:"createdAt"`
	ExpireAt  time.Time       `json:"expireAt"`
	ClosedAt  *time.Time      `json:"closedAt"`
}

// IntentDetail is a payment with the transfers that named it.
type IntentDetail struct {
	IntentRow
	PayAddress string        `json:"payAddress"`
	Token      string        `json:"token"`
	Transfers  []TransferRow `json:"transfers" nullable:"false" doc:"The newest 50"`
}

// Namings are those of the payment and of its transfers.
func (d *IntentDetail) Namings() []user.Naming {
	list := d.Who.Namings()
	for i := range d.Transfers {
		list = append(list, d.Transfers[i].Namings()...)
	}
	return list
}

// transfersShown bounds the transfers of one payment.
const transfersShown = 50

var (
	transferList = lists.List[payment.Transfer]{Table: payment.Transfers(), Key: "transferId",
		Orders: []lists.Order{lists.Newest("seenAt", "seen_at", "id")},
		Filters: []lists.Filter{lists.OneOf("state", "state", payment.Seen, payment.Gone, payment.Final, payment.Held, payment.Credited, payment.Suspended, payment.Claimed,
			payment.CapitalBooked, payment.Internal, payment.Dust, payment.Rejected),
			lists.Is("userId", "user_id"), lists.Is("txHash", "tx_hash"), lists.From("from", "seen_at"), lists.Before("to", "seen_at")}}
	intentList = lists.List[payment.Intent]{Table: payment.Intents(), Key: "intentNo",
		Orders: []lists.Order{lists.Newest("createdAt", "created_at", "no")},
		Filters: []lists.Filter{lists.OneOf("state", "state", payment.StateOpen, payment.StatePaid, payment.StateExpired, payment.StateCancelled),
			lists.Is("userId", "user_id"), lists.From("from", "created_at"), lists.Before("to", "created_at")}}
	selectOfIntent = payment.Transfers().Select("WHERE intent_no = $1 AND intent_no <> '' ORDER BY seen_at DESC LIMIT $2")
)

// Register adds the calls; explorers are where people look at chains, by their ids.
func Register(o *operator.Service, explorers map[int64]string) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk}
	transfer := func(_ *sqldb.Tx, _ operator.Caller, t payment.Transfer) (TransferRow, error) {
		return rowOf(t, explorers[t.ChainID]), nil
	}
	operator.Rows(o, operator.Route{Path: "payments/transfers", Roles: roles}, transferList, transfer)
	operator.Rows(o, operator.Route{Path: "payments/intents", Roles: roles}, intentList,
		func(_ *sqldb.Tx, _ operator.Caller, i payment.Intent) (IntentRow, error) { return intentOf(i), nil })
	operator.Detail(o, operator.Route{Path: "payments/intent", Roles: roles}, intentList, func(tx *sqldb.Tx, c operator.Caller, i payment.Intent) (IntentDetail, error) {
		out := IntentDetail{IntentRow: intentOf(i), PayAddress: i.PayAddress, Token: i.Token, Transfers: []TransferRow{}}
		list, err := sqldb.Collect(tx, payment.Transfers().Scan, selectOfIntent, i.No, transfersShown)
		for _, t := range list {
			out.Transfers = append(out.Transfers, rowOf(t, explorers[t.ChainID]))
		}
		return out, err
	})
}

func rowOf(t payment.Transfer, explorer string) TransferRow {
	return TransferRow{TransferID: t.ID, ChainID: t.ChainID, TxHash: t.TxHash, Explorer: explorer, Token: t.Token, Sender: t.Sender, Recipient: t.Recipient,
		Currency: string(t.Asset), Amount: t.Amount, Wei: t.Wei, State: t.State, Reason: t.Reason, Who: user.Who{UserID: t.UserID},
		IntentNo: t.IntentNo, EntryID: t.EntryID, BlockNumber: t.BlockNumber, BlockTime: t.BlockTime,
		SeenAt: t.SeenAt, FinalAt: httpapi.OrNull(t.FinalAt), SettledAt: httpapi.OrNull(t.SettledAt)}
}

func intentOf(i payment.Intent) IntentRow {
	return IntentRow{IntentNo: i.No, Who: user.Who{UserID: i.UserID}, Purpose: i.Purpose, Ref: i.Ref, Network: i.Network, Currency: i.Asset,
		Amount: i.Amount, Paid: i.Paid, State: i.State, CreatedAt: i.CreatedAt, ExpireAt: i.ExpireAt, ClosedAt: httpapi.OrNull(i.ClosedAt)}
}
