package payment

import (
	"strconv"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

var (
	intentTable = sqldb.NewTable[Intent]("payment_intent", `no, user_id, purpose, ref, network, pay_address, token, asset, amount, paid, state,
		created_at, expire_at, closed_at`)
	transferTable = sqldb.NewTable[Transfer]("payment_transfer", `id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount,
		remainder, block_number, block_hash, block_parent, block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at`)
)

// Intents and Transfers are the tables, for operators' lists.
func Intents() *sqldb.Table[Intent] { return intentTable }

// Transfers is the table of incoming transfers.
func Transfers() *sqldb.Table[Transfer] { return transferTable }

// store is everything that touches this package's tables in the hot calls;
// lists and reports have their statements beside them.
type store struct {
	intents    *sqldb.Keyed[Intent]
	openByUser *sqldb.Lookup[Intent]
	held       *sqldb.Lookup[[]Transfer]
	transfer   *sqldb.Rows[Transfer]
}

func newStore() *store {
	return &store{
		intents: intentTable.Keyed("payment intents", func(i Intent) string { return i.No }, intentTable.Upsert()),
		openByUser: sqldb.NewLookup("open payment intents", intentTable.Select("WHERE state = 'open' AND user_id"),
			sqldb.Single(intentTable.ByKey(func(i Intent) string { return i.UserID }))),
		held: sqldb.NewLookup("held transfers", transferTable.Select("WHERE state = 'held' AND intent_no"),
			sqldb.Several(transferTable.ByKey(func(t Transfer) string { return t.IntentNo }))),
		transfer: transferTable.Upsert(),
	}
}

func (s *store) intent(tx sqldb.Command, no string) (Intent, error) {
	return fault.Known(s.intents.Get(tx, no))
}

func (s *store) openOf(tx sqldb.Command, userID string) (Intent, bool, error) {
	i, found, err := s.openByUser.Get(tx, userID)
	// A lookup cannot forget a row, so a closed one is remembered as closed.
	return i, found && i.State == StateOpen, err
}

func (s *store) saveIntent(tx sqldb.Command, i Intent) {
	s.intents.Put(tx, i)
	s.openByUser.Set(tx, i.UserID, i)
}

func (s *store) heldFor(tx sqldb.Command, intentNo string) ([]Transfer, error) {
	list, _, err := s.held.Get(tx, intentNo)
	return list, err
}

func (s *store) setHeld(tx sqldb.Command, intentNo string, list []Transfer) {
	s.held.Set(tx, intentNo, list)
}

func (s *store) saveTransfer(tx sqldb.Command, t Transfer) {
	s.transfer.Add(tx, t)
}

// Transfer is one token transfer to the treasury, as stored.
type Transfer struct {
	ID                       string
	ChainID                  int64
	TxHash                   string
	Ordinal                  int64
	Token, Sender, Recipient string
	// Wei is the exact amount in the token's units; Amount its floor in atoms,
	// Remainder what the floor left over, in the token's units.
	Wei                    string
	Asset                  money.Asset
	Amount                 money.Amount
	Remainder              string
	BlockNumber            int64
	BlockHash, BlockParent string
	BlockTime              time.Time
	State                  TransferState
	// UserID is whose money it is; empty while nobody is known.
	UserID   string
	IntentNo string
	Reason   Reason
	// EntryID is the journal entry that settled it.
	EntryID                    string
	SeenAt, FinalAt, SettledAt time.Time
}

// TransferState is how far a transfer has come.
type TransferState string

// The states of a transfer; doc.go says what leads where.
const (
	Seen          TransferState = "seen"
	Gone          TransferState = "gone"
	Final         TransferState = "final"
	Held          TransferState = "held"
	Credited      TransferState = "credited"
	Suspended     TransferState = "suspense"
	Claimed       TransferState = "claimed"
	CapitalBooked TransferState = "capital"
	Internal      TransferState = "internal"
	Dust          TransferState = "dust"
	Rejected      TransferState = "rejected"
)

func (TransferState) Values() []string {
	return each.Texts(Seen, Gone, Final, Held, Credited, Suspended, Claimed, CapitalBooked, Internal, Dust, Rejected)
}

// Reason says why a transfer went where it went. Receipt lists those that its
// sender can meet.
type Reason string

// The reasons. What an intent held has its cause when it lapses (Expired or
// Cancelled), and what users cannot be given has the movement's name.
const (
	reasonIntent     Reason = "intent"
	reasonPaid       Reason = "paid"
	reasonTopUp      Reason = "top_up"
	reasonOtherToken Reason = "other_token"
	reasonLate       Reason = "late"
	reasonTwice      Reason = "twice"
	reasonClaimed    Reason = "claimed"
	reasonTooSmall   Reason = "below_minimum"
	reasonTooLarge   Reason = "above_maximum"
	reasonExpired    Reason = Expired
	reasonCancelled  Reason = Cancelled
	reasonSuspense   Reason = Reason(ledger.SuspenseIn)
	reasonCapital    Reason = Reason(ledger.CapitalIn)
	reasonOwn        Reason = "own_address"
)

func (Reason) Values() []string {
	return each.Texts(reasonIntent, reasonPaid, reasonTopUp, reasonOtherToken, reasonLate, reasonTwice, reasonClaimed, reasonTooSmall, reasonTooLarge,
		reasonExpired, reasonCancelled, reasonSuspense, reasonCapital, reasonOwn)
}

func transferID(chainID uint64, txHash string, ordinal int) string {
	return strconv.FormatUint(chainID, 10) + "|" + txHash + "|" + strconv.Itoa(ordinal)
}

func transfers(tx *sqldb.Tx, query string, args ...any) ([]Transfer, error) {
	return sqldb.Collect(tx, transferTable.Scan, query, args...)
}
