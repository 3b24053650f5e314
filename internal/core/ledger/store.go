package ledger

import (
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

type store struct {
	balances    *sqldb.Lookup[held]
	saveAccount *sqldb.Write
	saveBalance *sqldb.Write
	// swapBalance changes what nothing else has changed since.
	swapBalance *sqldb.Swap
	insert      *sqldb.Write
}

// held is an account's balance.
type held struct {
	balance money.Amount
	// stored says that the account's row was there before the transaction.
	stored bool
}

type transferRow struct {
	ID, EntryID string
	Transfer
	At, PostedAt         time.Time
	RefType, RefID, Note string
	LineUser             string
	LineAfter            money.Amount
}

func newStore() *store {
	return &store{
		balances: sqldb.NewLookup("ledger balances", `SELECT id, balance FROM ledger_account WHERE id`,
			sqldb.Single(func(row *sqldb.Row) (id string, h held, err error) {
				var balance int64
				err = row.Scan(&id, &balance)
				return id, held{money.Amount(balance), true}, err
			})),
		saveAccount: sqldb.NewUpsert("ledger_account",
			sqldb.Text("id"), sqldb.Text("class").Once(), sqldb.Text("asset").Once(), sqldb.Text("owner").Once(), sqldb.Integer("balance")),
		saveBalance: sqldb.NewUpdate("ledger_account", sqldb.Text("id"), sqldb.Integer("balance")),
		swapBalance: sqldb.NewSwap("ledger_account", sqldb.Text("id"), sqldb.Integer("balance")),
		insert: sqldb.NewInsert("ledger_transfer",
			sqldb.Text("id"), sqldb.Text("entry_id"), sqldb.Text("type"), sqldb.Text("sub_type"), sqldb.Text("asset"),
			sqldb.Text("debit"), sqldb.Text("credit"), sqldb.Integer("amount"), sqldb.Text("ref_type"), sqldb.Text("ref_id"), sqldb.Text("note"),
			sqldb.Integer("at"), sqldb.Integer("posted_at"), sqldb.Text("line_user"), sqldb.Integer("line_after")),
	}
}

func (s *store) held(tx *sqldb.Tx, id string) (held, error) {
	h, _, err := s.balances.Get(tx, id)
	return h, err
}

// save stages an account's new balance. A row that is there is updated, which
// costs less than to find out whether it is.
func (s *store) save(tx *sqldb.Tx, a Account, id string, h held) {
	s.balances.Set(tx, id, h)
	if h.stored {
		s.saveBalance.Add(tx, id, int64(h.balance))
		return
	}
	s.saveAccount.Add(tx, id, string(a.Class), string(a.Asset), a.Owner, int64(h.balance))
}

// addTransfer stages the row; debit and credit are the ids of its accounts.
// Plain texts and integers are staged without reflection, which counts when a
// job posts a hundred thousand rows.
func (s *store) addTransfer(tx *sqldb.Tx, r transferRow, debit, credit string) {
	var user, after any
	if r.LineUser != "" {
		user, after = r.LineUser, int64(r.LineAfter)
	}
	s.insert.Add(tx, r.ID, r.EntryID, string(r.Type), string(r.SubType), string(r.Debit.Asset), debit, credit, int64(r.Amount),
		r.RefType, r.RefID, r.Note, r.At, r.PostedAt, user, after)
}

const transferColumns = `t.id, t.entry_id, t.type, t.sub_type, t.debit, t.credit, t.amount, t.ref_type, t.ref_id, t.note, t.at, t.posted_at, t.line_user, t.line_after`

func scanTransfer(row *sqldb.Row, more ...any) (transferRow, error) {
	var r transferRow
	var debit, credit string
	err := row.Scan(append([]any{&r.ID, &r.EntryID, &r.Type, &r.SubType, &debit, &credit, &r.Amount, &r.RefType, &r.RefID, &r.Note, &r.At, &r.PostedAt, &r.LineUser, &r.LineAfter}, more...)...)
	r.Debit, r.Credit = parseID(debit), parseID(credit)
	return r, err
}

const (
	selectOwned = `SELECT class, asset, balance FROM ledger_account WHERE owner = $1 AND owner <> '' ORDER BY asset, class`

	// firstID and lastID bound every id, so that one statement serves the
	// first page as well.
	lastID = "ZZ"

	selectLines = `SELECT ` + transferColumns + `, c.hash FROM ledger_transfer t
		LEFT JOIN ledger_chain c ON c.entry_id = t.entry_id
		WHERE t.line_user = $1 AND t.line_user IS NOT NULL AND t.id < $2 AND t.id >= $3
		  AND ($4 = '' OR t.asset = $4) AND ($5 = '' OR t.type = $5)
		  AND t.at >= $6 AND t.at < $7
		ORDER BY t.id DESC LIMIT $8`

	selectEntryOf = `SELECT entry_id FROM ledger_transfer
		WHERE line_user = $1 AND line_user IS NOT NULL AND id >= $2 AND type = $3 AND asset = $4 AND at = $5
		  AND ref_type = $6 AND ref_id = $7 ORDER BY id LIMIT 1`

	sumReceived = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer
		WHERE line_user = $1 AND line_user IS NOT NULL AND type = $2 AND asset = $3 AND at >= $4 AND at < $5`
)

// Holding is one of a user's balances.
type Holding struct {
	Class   Class
	Asset   money.Asset
	Balance money.Amount
}

// Holdings lists a user's balances.
func (l *Ledger) Holdings(tx *sqldb.Tx, user string) ([]Holding, error) {
	var list []Holding
	err := tx.Query(func(row *sqldb.Row) error {
		var h Holding
		list = append(list, h)
		return row.Scan(&list[len(list)-1].Class, &list[len(list)-1].Asset, &list[len(list)-1].Balance)
	}, selectOwned, user)
	return list, err
}

// Line is a movement as its user sees it.
type Line struct {
	ID, EntryID string
	Type        Type
	SubType     SubType
	Asset       money.Asset
	// Amount is signed: negative when it left the user's spendable balance.
	Amount         money.Amount
	BalanceAfter   money.Amount
	RefType, RefID string
	Note           string
	At             time.Time
	// EntryHash is empty until the chainer has reached the entry.
	EntryHash string
}

// LinesQuery selects lines of one user; zero values do not restrict.
type LinesQuery struct {
	User     string
	Asset    money.Asset
	Type     Type
	From, To time.Time
	// Before is the id of the last line already seen.
	Before string
	Limit  int
}

// Lines lists a user's movements, newest first.
func (l *Ledger) Lines(tx *sqldb.Tx, q LinesQuery) ([]Line, error) {
	if q.Before == "" {
		q.Before = lastID
	}
	if q.To.IsZero() {
		q.To = time.UnixMicro(1<<62 - 1)
	}
	var list []Line
	err := tx.Query(func(row *sqldb.Row) error {
		var hash string
		r, err := scanTransfer(row, &hash)
		if err != nil {
			return err
		}
		list = append(list, lineOf(r, hash))
		return nil
	}, selectLines, q.User, q.Before, firstPosted(q.From), q.Asset, q.Type, q.From, q.To, q.Limit)
	return list, err
}

// firstPosted bounds the ids of what took effect at or after an instant: nothing
// is posted before it takes effect.
func firstPosted(effect time.Time) string {
	if effect.IsZero() {
		return ""
	}
	return entropy.FirstID(effect)
}

// Caused is a movement that one cause brought a user, at its time of effect.
type Caused struct {
	User           string
	Type           Type
	Asset          money.Asset
	At             time.Time
	RefType, RefID string
}

// EntryOf finds the entry that holds a movement; it is empty when there is none.
func (l *Ledger) EntryOf(tx *sqldb.Tx, c Caused) (entryID string, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&entryID), selectEntryOf, c.User, firstPosted(c.At), c.Type, c.Asset, c.At, c.RefType, c.RefID)
	return entryID, err
}

func lineOf(r transferRow, hash string) Line {
	amount := r.Amount
	if strings.HasPrefix(string(r.Debit.Class), "U.") && r.Debit.Class.hasLines() {
		amount = -amount
	}
	return Line{ID: r.ID, EntryID: r.EntryID, Type: r.Type, SubType: r.SubType, Asset: r.Debit.Asset, Amount: amount,
		BalanceAfter: r.LineAfter, RefType: r.RefType, RefID: r.RefID, Note: r.Note, At: r.At, EntryHash: hash}
}

const (
	// Nothing is posted before it takes effect, so the primary key bounds what is
	// read.
	sumDebitsSince  = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE id >= $1 AND at > $2 AND debit = $3`
	sumCreditsSince = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE id >= $1 AND at > $2 AND credit = $3`
	sumClass        = `SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM ledger_account WHERE class = $1 AND asset = $2`
)

// BalanceAt is what an account held at an instant, by the times at which its
// transfers took effect. It reads the journal from then on, so it is meant
// for the recent past.
func (l *Ledger) BalanceAt(tx *sqldb.Tx, account Account, at time.Time) (money.Amount, error) {
	balance, err := l.Balance(tx, account)
	if err != nil {
		return 0, err
	}
	var debits, credits money.Amount
	for query, sum := range map[string]*money.Amount{sumDebitsSince: &debits, sumCreditsSince: &credits} {
		if _, err := tx.QueryOne(sqldb.Dest(sum), query, firstPosted(at), at, account.ID()); err != nil {
			return 0, err
		}
	}
	if account.Class.DebitNormal() {
		return balance - debits + credits, nil
	}
	return balance + debits - credits, nil
}

// ClassTotal adds up all accounts of a class and asset.
func (l *Ledger) ClassTotal(tx *sqldb.Tx, class Class, asset money.Asset) (money.Amount, error) {
	var sum money.Amount
	_, err := tx.QueryOne(sqldb.Dest(&sum), sumClass, class, asset)
	return sum, err
}

// Received sums what one type brought a user between two times; it is for
// types that only ever pay the user.
func (l *Ledger) Received(tx *sqldb.Tx, user string, kind Type, asset money.Asset, from, to time.Time) (money.Amount, error) {
	var sum money.Amount
	_, err := tx.QueryOne(sqldb.Dest(&sum), sumReceived, user, kind, asset, from, to)
	return sum, err
}
