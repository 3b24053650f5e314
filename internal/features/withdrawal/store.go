package withdrawal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// Withdrawal is one request of a user.
type Withdrawal struct {
	ID, UserID string
	Asset      money.Asset
	Network    string
	Quantity   money.Amount
	Fee        money.Amount
	Arrival    money.Amount
	// Address is the wallet that gets it, which signed Statement.
	Address   common.Address
	Wallet    walletsig.Kind
	Statement signer.Statement
	// RequestID is the one in the statement, SignedAt its time.
	RequestID string
	SignedAt  time.Time
	// CheckedAt is zero while a contract wallet's signature is not judged.
	CheckedAt time.Time
	Status    Status
	// Worth is in USDT when it was requested; it counts where IsPriced.
	Worth    money.Amount
	IsPriced bool
	// IsAutomatic says that it was approved without a reviewer.
	IsAutomatic bool
	// Approvals is how many reviewers are needed, and Cause why.
	Approvals int
	Cause     string
	// Reason is the code of a rejection, Note the reviewer's words.
	Reason, Note string
	ReviewBy     time.Time
	// ReviewUntil is when the open review ends and must be opened anew.
	ReviewUntil time.Time
	// OverdueAt is when the user was told that the review is late.
	OverdueAt time.Time
	CreatedAt time.Time
	DecidedAt time.Time
	EndedAt   time.Time
	TxHash    string
	Block     uint64
	BlockHash string

	steps int
}

// order is what has a withdrawal paid.
func (w Withdrawal) order() payout.Order {
	return payout.Order{WithdrawalID: w.ID, Network: w.Network, Asset: w.Asset, Recipient: w.Address, Amount: w.Arrival, Statement: w.Statement}
}

func (w Withdrawal) taken() taken {
	return taken{asset: w.Asset, quantity: w.Quantity, worth: w.Worth, isPriced: w.IsPriced}
}

// event is one line of a withdrawal's history.
type event struct {
	id, code, actor, actorID, detail string
	status                           Status
	at                               time.Time
}

const (
	columns = `id, user_id, asset, network, quantity, fee, arrival, address, wallet, message, signature, request_id, signed_at, checked_at, status,
		worth, is_priced, is_automatic, approvals, cause, reason, note, review_by, review_until, overdue_at, created_at, decided_at, ended_at,
		tx_hash, block_number, block_hash, steps`

	selectRequest = `SELECT ` + columns + ` FROM withdrawal_request WHERE id`
	selectEvents  = `SELECT withdrawal_id, id, code, status, actor, actor_id, detail, at FROM withdrawal_event WHERE withdrawal_id`
	selectLock    = `SELECT user_id, until FROM withdrawal_game_lock WHERE user_id`

	selectMine = `SELECT ` + columns + ` FROM withdrawal_request
		WHERE user_id = $1 AND id < $2 AND ($3 = '' OR status = $3) ORDER BY id DESC LIMIT $4`
	selectByStatement = `SELECT ` + columns + ` FROM withdrawal_request WHERE user_id = $1 AND request_id = $2`
	sumToday          = `SELECT COALESCE(CAST(SUM(quantity) AS BIGINT), 0) FROM withdrawal_request
		WHERE user_id = $1 AND asset = $2 AND created_at >= $3 AND status IN ('pending_review', 'approved', 'confirmed')`
	selectRecent = `SELECT id, asset, quantity, worth, is_priced FROM withdrawal_request
		WHERE user_id = $1 AND signed_at > $2 AND signed_at < $3 AND status IN ('pending_review', 'approved', 'confirmed')`
	sumAutomatic = `SELECT asset, CAST(SUM(quantity) AS BIGINT), CAST(SUM(worth) AS BIGINT) FROM withdrawal_request
		WHERE is_automatic = 1 AND decided_at >= $1 AND status IN ('approved', 'confirmed') GROUP BY asset`
	selectDurations = `SELECT created_at, ended_at FROM withdrawal_request
		WHERE asset = $1 AND network = $2 AND status = 'confirmed' ORDER BY ended_at DESC LIMIT $3`

	// lastID sorts after every id, for the first page.
	lastID = "ZZ"
)

type store struct {
	requests *sqldb.Lookup[Withdrawal]
	events   *sqldb.Lookup[[]event]
	locks    *sqldb.Lookup[time.Time]

	request, event, lock *sqldb.Write
}

func newStore() *store {
	text, integer := sqldb.Text, sqldb.Integer
	return &store{
		requests: sqldb.NewLookup("withdrawals", selectRequest, sqldb.Single(func(row *sqldb.Row) (string, Withdrawal, error) {
			w, err := scanWithdrawal(row)
			return w.ID, w, err
		})),
		events: sqldb.NewLookup("withdrawals' histories", selectEvents, sqldb.Several(func(row *sqldb.Row) (id string, e event, err error) {
			err = row.Scan(&id, &e.id, &e.code, &e.status, &e.actor, &e.actorID, &e.detail, &e.at)
			return id, e, err
		})),
		locks: sqldb.NewLookup("locks after cancelled withdrawals", selectLock, sqldb.Single(func(row *sqldb.Row) (id string, until time.Time, err error) {
			err = row.Scan(&id, &until)
			return id, until, err
		})),
		request: sqldb.NewUpsert("withdrawal_request", text("id"), text("user_id"), text("asset"), text("network"), integer("quantity"), integer("fee"),
			integer("arrival"), text("address"), text("wallet"), text("message"), text("signature"), text("request_id"), integer("signed_at"), integer("checked_at"),
			text("status"), integer("worth"), integer("is_priced"), integer("is_automatic"), integer("approvals"), text("cause"), text("reason"), text("note"),
			integer("review_by"), integer("review_until"), integer("overdue_at"), integer("created_at"), integer("decided_at"), integer("ended_at"),
			text("tx_hash"), integer("block_number"), text("block_hash"), integer("steps")),
		event: sqldb.NewInsert("withdrawal_event", text("id"), text("withdrawal_id"), text("code"), text("status"), text("actor"), text("actor_id"),
			text("detail"), integer("at")),
		lock: sqldb.NewUpsert("withdrawal_game_lock", text("user_id"), integer("until")),
	}
}

func scanWithdrawal(row *sqldb.Row) (w Withdrawal, err error) {
	var address, wallet string
	var block int64
	err = row.Scan(&w.ID, &w.UserID, &w.Asset, &w.Network, &w.Quantity, &w.Fee, &w.Arrival, &address, &wallet, &w.Statement.Text, &w.Statement.Signature,
		&w.RequestID, &w.SignedAt, &w.CheckedAt, &w.Status, &w.Worth, &w.IsPriced, &w.IsAutomatic, &w.Approvals, &w.Cause, &w.Reason, &w.Note,
		&w.ReviewBy, &w.ReviewUntil, &w.OverdueAt, &w.CreatedAt, &w.DecidedAt, &w.EndedAt, &w.TxHash, &block, &w.BlockHash, &w.steps)
	w.Address, w.Wallet, w.Block = common.HexToAddress(address), walletsig.Kind(wallet), uint64(block)
	return w, err
}

// save stores a withdrawal.
func (s *store) save(tx *sqldb.Tx, w Withdrawal) {
	s.requests.Set(tx, w.ID, w)
	s.request.Add(tx, w.ID, w.UserID, w.Asset, w.Network, w.Quantity, w.Fee, w.Arrival, w.Address.Hex(), string(w.Wallet), w.Statement.Text, w.Statement.Signature,
		w.RequestID, w.SignedAt, w.CheckedAt, string(w.Status), w.Worth, w.IsPriced, w.IsAutomatic, w.Approvals, w.Cause, w.Reason, w.Note,
		w.ReviewBy, w.ReviewUntil, w.OverdueAt, w.CreatedAt, w.DecidedAt, w.EndedAt, w.TxHash, int64(w.Block), w.BlockHash, w.steps)
}

// appendHistory adds a line to a withdrawal's history and stores both.
func (s *store) appendHistory(tx *sqldb.Tx, w Withdrawal, e event) (Withdrawal, error) {
	list, _, err := s.events.Get(tx, w.ID)
	if err != nil {
		return w, err
	}
	w.steps++
	e.id, e.status, e.at = fmt.Sprintf("%s|%06d", w.ID, w.steps), w.Status, tx.Now()
	s.save(tx, w)
	s.events.Set(tx, w.ID, append(list[:len(list):len(list)], e))
	s.event.Add(tx, e.id, w.ID, e.code, string(e.status), e.actor, e.actorID, e.detail, e.at)
	return w, nil
}

// history is a withdrawal's events, oldest first.
func (s *store) history(tx *sqldb.Tx, id string) ([]event, error) {
	list, _, err := s.events.Get(tx, id)
	sorted := slices.SortedFunc(slices.Values(list), func(a, b event) int { return strings.Compare(a.id, b.id) })
	return sorted, err
}

func withdrawals(tx *sqldb.Tx, query string, args ...any) (list []Withdrawal, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		w, err := scanWithdrawal(row)
		list = append(list, w)
		return err
	}, query, args...)
	return list, err
}

// usedToday is what a user has withdrawn of a currency on the platform day.
func usedToday(tx *sqldb.Tx, userID string, asset money.Asset, dayStart time.Time) (sum money.Amount, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&sum), sumToday, userID, asset, dayStart)
	return sum, err
}

// recentOf are a user's withdrawals signed within 24 hours of a time, before or
// after, but for one.
func recentOf(tx *sqldb.Tx, userID, but string, at time.Time) (list []taken, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var id string
		var one taken
		if err := row.Scan(&id, &one.asset, &one.quantity, &one.worth, &one.isPriced); err != nil {
			return err
		}
		if id != but {
			list = append(list, one)
		}
		return nil
	}, selectRecent, userID, at.Add(-window), at.Add(window))
	return list, err
}

// automaticOf are the platform day's automatic withdrawals, one sum per currency.
func automaticOf(tx *sqldb.Tx, dayStart time.Time) (list []taken, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		one := taken{isPriced: true}
		err := row.Scan(&one.asset, &one.quantity, &one.worth)
		list = append(list, one)
		return err
	}, sumAutomatic, dayStart)
	return list, err
}
