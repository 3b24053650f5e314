package ledger

import (
	"cmp"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

type store struct {
	balances    *sqldb.Lookup[held]
	saveAccount *sqldb.Rows[accountRow]
	saveBalance *sqldb.Rows[accountRow]
	insert      *sqldb.Rows[transferRow]
}

// held is an account's balance.
type held struct {
	balance money.Amount
	// stored says that the account's row was there before the transaction.
	stored bool
}

type accountRow struct {
	id string
	Account
	balance money.Amount
}

type transferRow struct {
	ID, EntryID string
	Transfer
	// asset, debit and credit are what the transfer's accounts are stored as.
	asset         money.Asset
	debit, credit string
	At, PostedAt  time.Time
	RefType       RefType
	RefID, Note   string
	LineUser      string
	LineAfter     money.Amount
}

func newStore() *store {
	return &store{
		balances: sqldb.NewLookup("ledger balances", `SELECT id, balance FROM ledger_account WHERE id`,
			sqldb.Single(func(row *sqldb.Row) (id string, h held, err error) {
				var balance int64
				err = row.Scan(&id, &balance)
				return id, held{money.Amount(balance), true}, err
			})),
		saveAccount: accountTable.Upsert(),
		saveBalance: accountTable.Update("balance"),
		insert:      transfers.Insert(),
	}
}

func (s *store) held(tx sqldb.Command, id string) (held, error) {
	h, _, err := s.balances.Get(tx, id)
	return h, err
}

// save stages an account's new balance. A row that is there is updated, which
// costs less than to find out whether it is.
func (s *store) save(tx sqldb.Command, a Account, id string, h held) {
	s.balances.Set(tx, id, h)
	row := accountRow{id, a, h.balance}
	if h.stored {
		s.saveBalance.Add(tx, row)
		return
	}
	s.saveAccount.Add(tx, row)
}

// addTransfer stages the row; debit and credit are the ids of its accounts.
func (s *store) addTransfer(tx sqldb.Command, r transferRow, debit, credit string) {
	r.asset, r.debit, r.credit = r.Debit.Asset, debit, credit
	s.insert.Add(tx, r)
}

// The conversions in the two tables spare reflection, which counts when a job posts
// a hundred thousand rows.
var accountTable = sqldb.NewTable[accountRow]("ledger_account", "id, balance").Once("class, asset, owner")

var transfers = sqldb.NewTable[transferRow]("ledger_transfer", `id, entry_id, type, sub_type, asset, debit, credit, amount, ref_type, ref_id,
	note, at, posted_at, line_after`).Nullable("line_user")

func scanTransfer(row *sqldb.Row) (transferRow, error) { return scanTransferAnd(row) }

// scanTransferAnd scans what follows the transfer's columns into more.
func scanTransferAnd(row *sqldb.Row, more ...any) (transferRow, error) {
	r, err := transfers.ScanMore(row, more...)
	r.Debit, r.Credit = parseID(r.debit), parseID(r.credit)
	return r, err
}

const (
	selectOwned = `SELECT class, asset, balance FROM ledger_account WHERE owner = $1 AND owner <> '' ORDER BY asset, class`

	// lastID is behind every id, so that one statement serves the first page as
	// well.
	lastID = "ZZ"

	selectEntryOf = `SELECT entry_id FROM ledger_transfer
		WHERE line_user = $1 AND line_user IS NOT NULL AND type = $2 AND asset = $3 AND at = $4
		  AND ref_type = $5 AND ref_id = $6 ORDER BY id LIMIT 1`

	sumReceived = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer
		WHERE line_user = $1 AND line_user IS NOT NULL AND type = $2 AND asset = $3 AND at >= $4 AND at < $5`

	// A day of the platform begins at 16:00 UTC.
	sumDays = `SELECT (at + 28800000000) / 86400000000, asset, COUNT(*),
		  CAST(SUM(CASE WHEN debit LIKE 'U.AVL/%' OR debit LIKE 'U.GP/%' THEN -amount ELSE amount END) AS BIGINT),
		  CAST(SUM(CASE WHEN debit LIKE 'U.AVL/%' OR debit LIKE 'U.GP/%' THEN 0 ELSE amount END) AS BIGINT)
		FROM ledger_transfer WHERE line_user = $1 AND line_user IS NOT NULL AND at >= $2 AND at < $3
		  AND ($4 = '' OR asset = $4) AND ($5 = '' OR type = $5)
		GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC`
)

var selectLines = `SELECT ` + transfers.NamesOf("t") + `, c.hash FROM ledger_transfer t
	LEFT JOIN ledger_chain c ON c.entry_id = t.entry_id
	WHERE t.line_user = $1 AND t.line_user IS NOT NULL AND (t.at, t.id) < ($2, $3)
	  AND ($4 = '' OR t.asset = $4) AND ($5 = '' OR t.type = $5)
	  AND t.at >= $6 AND t.id <= $7
	ORDER BY t.at DESC, t.id DESC LIMIT $8`

// selectByPosting is the same by time of posting, which an id begins with.
var selectByPosting = `SELECT ` + transfers.NamesOf("t") + `, c.hash FROM ledger_transfer t
	LEFT JOIN ledger_chain c ON c.entry_id = t.entry_id
	WHERE t.line_user = $1 AND t.line_user IS NOT NULL AND t.id < $2
	  AND ($3 = '' OR t.asset = $3) AND ($4 = '' OR t.type = $4)
	ORDER BY t.id DESC LIMIT $5`

// Holding is one of a user's balances.
type Holding struct {
	Class   Class
	Asset   money.Asset
	Balance money.Amount
}

// Holdings lists a user's balances.
func (l *Ledger) Holdings(tx *sqldb.Tx, user string) ([]Holding, error) {
	return sqldb.Collect(tx, sqldb.Into(func(h *Holding) []any { return sqldb.Dest(&h.Class, &h.Asset, &h.Balance) }), selectOwned, user)
}

// Line is a movement as its user sees it.
type Line struct {
	ID, EntryID string
	Type        Type
	SubType     SubType
	Asset       money.Asset
	// Amount is signed: negative when it left the user's spendable balance.
	Amount       money.Amount
	BalanceAfter money.Amount
	RefType      RefType
	RefID, Note  string
	// At is when it took effect, PostedAt when it was posted and the balance was that.
	At, PostedAt time.Time
	// EntryHash is empty until the chainer has reached the entry.
	EntryHash string
}

// LinesQuery selects lines of one user; zero values do not restrict.
type LinesQuery struct {
	User     string
	Asset    money.Asset
	Type     Type
	From, To time.Time
	// Newest is the id of the line that was posted last of those to look at.
	Newest string
	// After is the last line already seen.
	After Position
	Limit int
}

// Position is where a line stands among its user's lines.
type Position struct {
	At time.Time
	ID string
}

// Lines lists a user's movements, newest first by the time at which they took
// effect, however late they were posted.
func (l *Ledger) Lines(tx *sqldb.Tx, q LinesQuery) ([]Line, error) {
	end := q.After
	if end.ID == "" {
		// What takes effect at q.To itself lies outside.
		end = Position{At: q.to().Add(-time.Microsecond), ID: lastID}
	}
	return sqldb.Collect(tx, scanLine, selectLines, q.User, end.At, end.ID, q.Asset, q.Type, q.From, cmp.Or(q.Newest, lastID), q.Limit)
}

// Posted lists a user's movements, newest first by the time at which they were posted,
// whatever the times at which they take effect.
func (l *Ledger) Posted(tx *sqldb.Tx, q LinesQuery) ([]Line, error) {
	return sqldb.Collect(tx, scanLine, selectByPosting, q.User, cmp.Or(q.After.ID, lastID), q.Asset, q.Type, q.Limit)
}

func scanLine(row *sqldb.Row) (Line, error) {
	var hash string
	r, err := scanTransferAnd(row, &hash)
	return lineOf(r, hash), err
}

func (q LinesQuery) to() time.Time {
	if q.To.IsZero() {
		return time.UnixMicro(1<<62 - 1)
	}
	return q.To
}

// DaySum is what a user's lines of one day and currency come to.
type DaySum struct {
	Day   clock.Day
	Asset money.Asset
	Count int64
	// In is what came in alone; Sum takes off what went out.
	Sum, In money.Amount
}

// DaySums adds up what the query selects, newest day first; it leaves out no line
// that was already seen.
func (l *Ledger) DaySums(tx *sqldb.Tx, q LinesQuery) ([]DaySum, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (d DaySum, err error) {
		var day int64
		err = row.Scan(&day, &d.Asset, &d.Count, &d.Sum, &d.In)
		d.Day = clock.Day(day)
		return d, err
	}, sumDays, q.User, q.From, q.to(), q.Asset, q.Type)
}

// Caused is a movement that one cause brought a user, at its time of effect.
type Caused struct {
	User    string
	Type    Type
	Asset   money.Asset
	At      time.Time
	RefType RefType
	RefID   string
}

// EntryOf finds the entry that holds a movement; it is empty when there is none.
func (l *Ledger) EntryOf(tx *sqldb.Tx, c Caused) (string, error) {
	return sqldb.Get[string](tx, selectEntryOf, c.User, c.Type, c.Asset, c.At, c.RefType, c.RefID)
}

func lineOf(r transferRow, hash string) Line {
	amount := r.Amount
	if strings.HasPrefix(string(r.Debit.Class), "U.") && r.Debit.Class.hasLines() {
		amount = -amount
	}
	return Line{ID: r.ID, EntryID: r.EntryID, Type: r.Type, SubType: r.SubType, Asset: r.Debit.Asset, Amount: amount,
		BalanceAfter: r.LineAfter, RefType: r.RefType, RefID: r.RefID, Note: r.Note, At: r.At, PostedAt: r.PostedAt, EntryHash: hash}
}

const (
	// The partial indexes of ledger_transfer have exactly these rows.
	sumEmissionIn  = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE credit = 'P.EMI/ETLD' AND at > $1`
	sumEmissionOut = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE debit = 'P.EMI/ETLD' AND type <> 'mining_income' AND at > $1`
	sumFunded      = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE sub_type IN ('pool_funding', 'bankroll_funding') AND credit = $1 AND at >= $2 AND at < $3`
	sumReturned    = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE sub_type = 'bankroll_returned' AND debit = $1`
	sumClass       = `SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM ledger_account WHERE class = $1 AND asset = $2`
)

// EmissionAt is what the emission pool held at an instant after which no mining
// income has taken effect yet, such as the end of a day that is still open. What
// else moved the pool counts by its time of effect, however late it was posted.
func (l *Ledger) EmissionAt(tx *sqldb.Tx, at time.Time) (money.Amount, error) {
	balance, err := l.Balance(tx, House(Emission, money.ETLD))
	if err != nil {
		return 0, err
	}
	var in, out money.Amount
	if _, err := tx.QueryOne(sqldb.Dest(&in), sumEmissionIn, at); err != nil {
		return 0, err
	}
	if _, err := tx.QueryOne(sqldb.Dest(&out), sumEmissionOut, at); err != nil {
		return 0, err
	}
	return balance - in + out, nil
}

// ClassTotal adds up all accounts of a class and asset.
func (l *Ledger) ClassTotal(tx *sqldb.Tx, class Class, asset money.Asset) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumClass, class, asset)
}

// Funded is what operators put into an account from an instant on, and before
// another.
func (l *Ledger) Funded(tx *sqldb.Tx, account Account, from, to time.Time) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumFunded, account.ID(), from, to)
}

// Returned is what operators ever took out of an account again.
func (l *Ledger) Returned(tx *sqldb.Tx, account Account) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumReturned, account.ID())
}

// Received sums what one type brought a user between two times; it is for
// types that only ever pay the user.
func (l *Ledger) Received(tx *sqldb.Tx, user string, kind Type, asset money.Asset, from, to time.Time) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumReceived, user, kind, asset, from, to)
}
