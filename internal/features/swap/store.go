package swap

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Quote is a rate held for a user.
type Quote struct {
	ID, UserID    string
	Pair          Pair
	PayAmount     money.Amount
	Fee           money.Amount
	Rate          money.Amount
	ReceiveAmount money.Amount
	// Value is what is paid, in USDT, for the daily limit.
	Value    money.Amount
	ExpireAt time.Time
	Used     bool
}

// Exchange is a swap that was made.
type Exchange struct {
	ID, UserID    string
	Pair          Pair
	PayAmount     money.Amount
	Fee           money.Amount
	Rate          money.Amount
	ReceiveAmount money.Amount
	Source        string
	// SaleID is set when it was a sale to the bids.
	SaleID string
	At     time.Time
}

const (
	selectQuote    = `SELECT id, user_id, pay, receive, pay_amount, fee, rate, receive_amount, usdt_value, expire_at, used FROM swap_quote WHERE id`
	selectUserDay  = `SELECT id, used FROM swap_user_day WHERE id`
	selectHouseDay = `SELECT id, paid FROM swap_house_day WHERE id`
	selectMine     = `SELECT id, user_id, pay, receive, pay_amount, fee, rate, receive_amount, source, sale_id, at FROM swap_exchange
		WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`

	purgeQuotes   = `DELETE FROM swap_quote WHERE id IN (SELECT id FROM swap_quote WHERE expire_at < $1 LIMIT $2)`
	purgeUserDays = `DELETE FROM swap_user_day WHERE id IN (SELECT id FROM swap_user_day WHERE day < $1 LIMIT $2)`

	// lastID sorts after every id, for the first page.
	lastID = "ZZ"
)

type store struct {
	quotes    *sqldb.Lookup[Quote]
	userDays  *sqldb.Lookup[money.Amount]
	houseDays *sqldb.Lookup[money.Amount]

	saveQuote, insertExchange, saveUserDay, saveHouseDay *sqldb.Write
}

func newStore() *store {
	text, integer := sqldb.Text, sqldb.Integer
	return &store{
		quotes: sqldb.NewLookup("swap quotes", selectQuote, sqldb.Single(func(row *sqldb.Row) (string, Quote, error) {
			var q Quote
			err := row.Scan(&q.ID, &q.UserID, &q.Pair.Pay, &q.Pair.Receive, &q.PayAmount, &q.Fee, &q.Rate, &q.ReceiveAmount, &q.Value, &q.ExpireAt, &q.Used)
			return q.ID, q, err
		})),
		userDays:  sqldb.NewLookup("swaps of a user's day", selectUserDay, sqldb.Single(scanSum)),
		houseDays: sqldb.NewLookup("swaps of a day", selectHouseDay, sqldb.Single(scanSum)),
		saveQuote: sqldb.NewUpsert("swap_quote", text("id"), text("user_id"), text("pay"), text("receive"), integer("pay_amount"), integer("fee"),
			integer("rate"), integer("receive_amount"), integer("usdt_value"), integer("expire_at"), integer("used")),
		insertExchange: sqldb.NewInsert("swap_exchange", text("id"), text("user_id"), text("pay"), text("receive"), integer("pay_amount"), integer("fee"),
			integer("rate"), integer("receive_amount"), text("source"), text("sale_id"), integer("at")),
		saveUserDay:  sqldb.NewUpsert("swap_user_day", text("id"), integer("day"), integer("used")),
		saveHouseDay: sqldb.NewUpsert("swap_house_day", text("id"), integer("day"), integer("paid")),
	}
}

func scanSum(row *sqldb.Row) (id string, sum money.Amount, err error) {
	err = row.Scan(&id, &sum)
	return id, sum, err
}

func scanExchange(row *sqldb.Row) (e Exchange, err error) {
	err = row.Scan(&e.ID, &e.UserID, &e.Pair.Pay, &e.Pair.Receive, &e.PayAmount, &e.Fee, &e.Rate, &e.ReceiveAmount, &e.Source, &e.SaleID, &e.At)
	return e, err
}

func (s *store) putQuote(tx *sqldb.Tx, q Quote) {
	s.quotes.Set(tx, q.ID, q)
	s.saveQuote.Add(tx, q.ID, q.UserID, q.Pair.Pay, q.Pair.Receive, q.PayAmount, q.Fee, q.Rate, q.ReceiveAmount, q.Value, q.ExpireAt, q.Used)
}

func (s *store) putExchange(tx *sqldb.Tx, e Exchange) {
	s.insertExchange.Add(tx, e.ID, e.UserID, e.Pair.Pay, e.Pair.Receive, e.PayAmount, e.Fee, e.Rate, e.ReceiveAmount, e.Source, e.SaleID, e.At)
}

// dayKey is the key of a user's or a currency's platform day.
func dayKey(whose string, d clock.Day) string { return fmt.Sprintf("%s|%d", whose, int64(d)) }

// addUserDay counts a swap against its user's daily limit.
func (s *store) addUserDay(tx *sqldb.Tx, userID string, value money.Amount) error {
	d := clock.DayOf(tx.Now())
	key := dayKey(userID, d)
	used, _, err := s.userDays.Get(tx, key)
	if err != nil {
		return err
	}
	s.userDays.Set(tx, key, used+value)
	s.saveUserDay.Add(tx, key, int64(d), used+value)
	return nil
}

// addHouseDay counts what the inventory paid out.
func (s *store) addHouseDay(tx *sqldb.Tx, asset money.Asset, amount money.Amount) error {
	d := clock.DayOf(tx.Now())
	key := dayKey(string(asset), d)
	paid, _, err := s.houseDays.Get(tx, key)
	if err != nil {
		return err
	}
	s.houseDays.Set(tx, key, paid+amount)
	s.saveHouseDay.Add(tx, key, int64(d), paid+amount)
	return nil
}
