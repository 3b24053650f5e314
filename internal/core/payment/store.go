package payment

import (
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	intentColumns = `no, user_id, purpose, ref, network, pay_address, token, asset, amount, paid, state, created_at, expire_at, closed_at`

	transferColumns = `id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount, remainder, block_number, block_hash, block_parent,
		block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at`
)

// store is everything that touches this package's tables in the hot calls;
// lists and reports have their statements beside them.
type store struct {
	intents    *sqldb.Lookup[Intent]
	openByUser *sqldb.Lookup[Intent]
	held       *sqldb.Lookup[[]Transfer]
	save       *sqldb.Write
	transfer   *sqldb.Write
}

func newStore() *store {
	return &store{
		intents: sqldb.NewLookup("payment intents", `SELECT `+intentColumns+` FROM payment_intent WHERE no`,
			sqldb.Single(func(row *sqldb.Row) (string, Intent, error) {
				i, err := scanIntent(row)
				return i.No, i, err
			})),
		openByUser: sqldb.NewLookup("open payment intents", `SELECT `+intentColumns+` FROM payment_intent WHERE state = 'open' AND user_id`,
			sqldb.Single(func(row *sqldb.Row) (string, Intent, error) {
				i, err := scanIntent(row)
				return i.UserID, i, err
			})),
		held: sqldb.NewLookup("held transfers", `SELECT `+transferColumns+` FROM payment_transfer WHERE state = 'held' AND intent_no`,
			sqldb.Several(func(row *sqldb.Row) (string, Transfer, error) {
				t, err := scanTransfer(row)
				return t.IntentNo, t, err
			})),
		save: sqldb.NewUpsert("payment_intent", sqldb.Text("no"),
			sqldb.Text("user_id"), sqldb.Text("purpose"), sqldb.Text("ref"), sqldb.Text("network"), sqldb.Text("pay_address"), sqldb.Text("token"),
			sqldb.Text("asset"), sqldb.Integer("amount"), sqldb.Integer("paid"), sqldb.Text("state"),
			sqldb.Integer("created_at"), sqldb.Integer("expire_at"), sqldb.Integer("closed_at")),
		transfer: sqldb.NewUpsert("payment_transfer", sqldb.Text("id"),
			sqldb.Integer("chain_id"), sqldb.Text("tx_hash"), sqldb.Integer("ordinal"), sqldb.Text("token"), sqldb.Text("sender"), sqldb.Text("recipient"),
			sqldb.Text("wei"), sqldb.Text("asset"), sqldb.Integer("amount"), sqldb.Text("remainder"),
			sqldb.Integer("block_number"), sqldb.Text("block_hash"), sqldb.Text("block_parent"), sqldb.Integer("block_time"),
			sqldb.Text("state"), sqldb.Text("user_id"), sqldb.Text("intent_no"), sqldb.Text("reason"), sqldb.Text("entry_id"),
			sqldb.Integer("seen_at"), sqldb.Integer("final_at"), sqldb.Integer("settled_at")),
	}
}

func scanIntent(row *sqldb.Row) (Intent, error) {
	var i Intent
	err := row.Scan(&i.No, &i.UserID, &i.Purpose, &i.Ref, &i.Network, &i.PayAddress, &i.Token, &i.Asset, &i.Amount, &i.Paid, &i.State,
		&i.CreatedAt, &i.ExpireAt, &i.ClosedAt)
	return i, err
}

func (s *store) intent(tx *sqldb.Tx, no string) (Intent, error) {
	i, found, err := s.intents.Get(tx, no)
	if err == nil && !found {
		err = fault.NotFound
	}
	return i, err
}

func (s *store) openOf(tx *sqldb.Tx, userID string) (Intent, bool, error) {
	i, found, err := s.openByUser.Get(tx, userID)
	// A lookup cannot forget a row, so a closed one is remembered as closed.
	return i, found && i.State == StateOpen, err
}

func (s *store) saveIntent(tx *sqldb.Tx, i Intent) {
	s.intents.Set(tx, i.No, i)
	s.openByUser.Set(tx, i.UserID, i)
	s.save.Add(tx, i.No, i.UserID, i.Purpose, i.Ref, i.Network, i.PayAddress, i.Token, i.Asset, i.Amount, i.Paid, i.State,
		i.CreatedAt, i.ExpireAt, i.ClosedAt)
}

func (s *store) heldFor(tx *sqldb.Tx, intentNo string) ([]Transfer, error) {
	list, _, err := s.held.Get(tx, intentNo)
	return list, err
}

func (s *store) setHeld(tx *sqldb.Tx, intentNo string, list []Transfer) {
	s.held.Set(tx, intentNo, list)
}

func (s *store) saveTransfer(tx *sqldb.Tx, t Transfer) {
	s.transfer.Add(tx, t.ID, t.ChainID, t.TxHash, t.Ordinal, t.Token, t.Sender, t.Recipient, t.Wei, t.Asset, t.Amount, t.Remainder,
		t.BlockNumber, t.BlockHash, t.BlockParent, t.BlockTime, t.State, t.UserID, t.IntentNo, t.Reason, t.EntryID,
		t.SeenAt, t.FinalAt, t.SettledAt)
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
	reasonCancelled  Reason = Cancelled
	reasonOwn        Reason = "own_address"
)

func scanTransfer(row *sqldb.Row) (Transfer, error) {
	var t Transfer
	err := row.Scan(&t.ID, &t.ChainID, &t.TxHash, &t.Ordinal, &t.Token, &t.Sender, &t.Recipient, &t.Wei, &t.Asset, &t.Amount, &t.Remainder,
		&t.BlockNumber, &t.BlockHash, &t.BlockParent, &t.BlockTime, &t.State, &t.UserID, &t.IntentNo, &t.Reason, &t.EntryID,
		&t.SeenAt, &t.FinalAt, &t.SettledAt)
	return t, err
}

func transferID(chainID uint64, txHash string, ordinal int) string {
	return strconv.FormatUint(chainID, 10) + "|" + txHash + "|" + strconv.Itoa(ordinal)
}

// transfers reads a list of transfers.
func transfers(tx *sqldb.Tx, query string, args ...any) ([]Transfer, error) {
	var list []Transfer
	err := tx.Query(func(row *sqldb.Row) error {
		t, err := scanTransfer(row)
		list = append(list, t)
		return err
	}, query, args...)
	return list, err
}
