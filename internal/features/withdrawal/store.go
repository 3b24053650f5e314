package withdrawal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
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
	Reason   ReasonCode
	Note     string
	ReviewBy time.Time
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

func (w Withdrawal) taken() terms.Taken {
	return terms.Taken{Asset: w.Asset, Quantity: w.Quantity, Worth: w.Worth, IsPriced: w.IsPriced}
}

// event is one line of a withdrawal's history.
type event struct {
	id, actorID, detail string
	code                StepCode
	actor               Actor
	status              Status
	at                  time.Time
}

// What rows have besides what they are read for.
type (
	eventRow struct {
		event
		withdrawalID string
	}
	// lockRow is until when a user who cancelled may not play.
	lockRow struct {
		userID string
		until  time.Time
	}
)

var (
	requestTable = sqldb.NewTable[Withdrawal]("withdrawal_request", `id, user_id, asset, network, quantity, fee, arrival, address, wallet,
		message = Statement.Text, signature = Statement.Signature, request_id, signed_at, checked_at, status, worth, is_priced, is_automatic,
		approvals, cause, reason, note, review_by, review_until, overdue_at, created_at, decided_at, ended_at, tx_hash, block_number = Block,
		block_hash, steps`)
	eventTable = sqldb.NewTable[eventRow]("withdrawal_event", "id, withdrawal_id, code, status, actor, actor_id, detail, at")
	lockTable  = sqldb.NewTable[lockRow]("withdrawal_game_lock", "user_id, until")

	selectMine        = requestTable.Select("WHERE user_id = $1 AND id < $2 AND ($3 = '' OR status = $3) ORDER BY id DESC LIMIT $4")
	selectByStatement = requestTable.Select("WHERE user_id = $1 AND request_id = $2")
)

const (
	sumToday = `SELECT COALESCE(CAST(SUM(quantity) AS BIGINT), 0) FROM withdrawal_request
		WHERE user_id = $1 AND asset = $2 AND created_at >= $3 AND status IN ('pending_review', 'approved', 'confirmed')`
	selectSigned = `SELECT asset, quantity, worth, is_priced FROM withdrawal_request
		WHERE user_id = $1 AND id <> $2 AND signed_at > $3 AND signed_at < $4 AND status IN ('pending_review', 'approved', 'confirmed')`
	selectRecent = `SELECT asset, quantity, worth, is_priced FROM withdrawal_request
		WHERE user_id = $1 AND id <> $2 AND (status IN ('pending_review', 'approved') OR
			status = 'confirmed' AND (ended_at > $3 OR signed_at > $4 AND signed_at < $5))`
	sumAutomatic = `SELECT asset, CAST(SUM(quantity) AS BIGINT), CAST(SUM(worth) AS BIGINT), 1 FROM withdrawal_request
		WHERE is_automatic = 1 AND decided_at >= $1 AND status IN ('approved', 'confirmed') GROUP BY asset`
	selectNthNewest = `SELECT created_at FROM withdrawal_request WHERE user_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2`
	selectDurations = `SELECT created_at, ended_at FROM withdrawal_request
		WHERE asset = $1 AND network = $2 AND status = 'confirmed' ORDER BY ended_at DESC LIMIT $3`
)

type store struct {
	requests *sqldb.Keyed[Withdrawal]
	events   *sqldb.Lookup[[]event]
	locks    *sqldb.Lookup[time.Time]

	event *sqldb.Rows[eventRow]
	lock  *sqldb.Rows[lockRow]
}

func newStore() *store {
	return &store{
		requests: requestTable.Keyed("withdrawals", func(w Withdrawal) string { return w.ID }, requestTable.Upsert()),
		events: sqldb.NewLookup("withdrawals' histories", eventTable.Select("WHERE withdrawal_id"), sqldb.Several(func(row *sqldb.Row) (string, event, error) {
			r, err := eventTable.Scan(row)
			return r.withdrawalID, r.event, err
		})),
		locks: sqldb.NewLookup("locks after cancelled withdrawals", lockTable.Select("WHERE user_id"), sqldb.Single(func(row *sqldb.Row) (string, time.Time, error) {
			r, err := lockTable.Scan(row)
			return r.userID, r.until, err
		})),
		event: eventTable.Insert(), lock: lockTable.Upsert(),
	}
}

// appendHistory adds a line to a withdrawal's history and stores both.
func (s *store) appendHistory(tx sqldb.Command, w Withdrawal, e event) (Withdrawal, error) {
	list, _, err := s.events.Get(tx, w.ID)
	if err != nil {
		return w, err
	}
	w.steps++
	e.id, e.status, e.at = fmt.Sprintf("%s|%06d", w.ID, w.steps), w.Status, tx.Now()
	s.requests.Put(tx, w)
	s.events.Set(tx, w.ID, append(list[:len(list):len(list)], e))
	s.event.Add(tx, eventRow{e, w.ID})
	return w, nil
}

// history is a withdrawal's events, oldest first.
func (s *store) history(tx sqldb.Command, id string) ([]event, error) {
	list, _, err := s.events.Get(tx, id)
	sorted := slices.SortedFunc(slices.Values(list), func(a, b event) int { return strings.Compare(a.id, b.id) })
	return sorted, err
}

func withdrawals(tx *sqldb.Tx, query string, args ...any) ([]Withdrawal, error) {
	return sqldb.Collect(tx, requestTable.Scan, query, args...)
}

// usedToday is what a user has withdrawn of a currency on the platform day.
func usedToday(tx *sqldb.Tx, userID string, asset money.Asset, dayStart time.Time) (sum money.Amount, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&sum), sumToday, userID, asset, dayStart)
	return sum, err
}

// mayAskAgain is when a user may request a withdrawal after requestsMost of them,
// whatever became of these; long ago for who requested fewer.
func mayAskAgain(tx *sqldb.Tx, userID string) (at time.Time, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&at), selectNthNewest, userID, requestsMost-1)
	return at.Add(requestsWithin), err
}

var scanTaken = sqldb.Into(func(one *terms.Taken) []any { return sqldb.Dest(&one.Asset, &one.Quantity, &one.Worth, &one.IsPriced) })

// signedNear are a user's withdrawals, but for one, signed within 24 hours of a time,
// before or after.
func signedNear(tx *sqldb.Tx, userID, but string, at time.Time) ([]terms.Taken, error) {
	return sqldb.Collect(tx, scanTaken, selectSigned, userID, but, at.Add(-terms.Window), at.Add(terms.Window))
}

// recentOf are a user's withdrawals, but for one, that the payout signer may count with
// one signed at a time: those whose statements lie within 24 hours of it, before or
// after, and those that the signer signed in the last 24 hours by its own clock, or will
// sign. One is signed before it ends, so its end is what is looked at.
func recentOf(tx *sqldb.Tx, userID, but string, at time.Time) ([]terms.Taken, error) {
	return sqldb.Collect(tx, scanTaken, selectRecent, userID, but, tx.Now().Add(-terms.Window), at.Add(-terms.Window), at.Add(terms.Window))
}

// automaticOf are the platform day's automatic withdrawals, one sum per currency.
func automaticOf(tx *sqldb.Tx, dayStart time.Time) ([]terms.Taken, error) {
	return sqldb.Collect(tx, scanTaken, sumAutomatic, dayStart)
}
