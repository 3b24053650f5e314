package swap

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/price"
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
	Source        price.Origin
	// SaleID is set when it was a sale to the bids.
	SaleID string
	At     time.Time
}

// sumRow is a sum of a user's or a currency's platform day; its id is dayKey.
type sumRow struct {
	id  string
	day clock.Day
	sum money.Amount
}

var (
	quoteTable = sqldb.NewTable[Quote]("swap_quote", `id, user_id, pay = Pair.Pay, receive = Pair.Receive, pay_amount, fee, rate, receive_amount,
		usdt_value = Value, expire_at, used`)
	exchangeTable = sqldb.NewTable[Exchange]("swap_exchange", `id, user_id, pay = Pair.Pay, receive = Pair.Receive, pay_amount, fee, rate,
		receive_amount, source, sale_id, at`)
	userDayTable  = sqldb.NewTable[sumRow]("swap_user_day", "id, day, used = sum")
	houseDayTable = sqldb.NewTable[sumRow]("swap_house_day", "id, day, paid = sum")
	selectMine    = exchangeTable.Select("WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
)

const (
	purgeQuotes   = `DELETE FROM swap_quote WHERE id IN (SELECT id FROM swap_quote WHERE expire_at < $1 LIMIT $2)`
	purgeUserDays = `DELETE FROM swap_user_day WHERE id IN (SELECT id FROM swap_user_day WHERE day < $1 LIMIT $2)`

	purgeHouseDays = `DELETE FROM swap_house_day WHERE id IN (SELECT id FROM swap_house_day WHERE day < $1 LIMIT $2)`
)

type store struct {
	quotes         *sqldb.Keyed[Quote]
	insertExchange *sqldb.Rows[Exchange]
	// userDays are what a user swapped, houseDays what the inventory paid out.
	userDays, houseDays daySums
}

func newStore() *store {
	return &store{
		quotes:         quoteTable.Keyed("swap quotes", func(q Quote) string { return q.ID }, quoteTable.Upsert()),
		insertExchange: exchangeTable.Insert(),
		userDays:       newDaySums("swaps of a user's day", userDayTable),
		houseDays:      newDaySums("swaps of a day", houseDayTable),
	}
}

// daySums are sums by whose they are and platform day.
type daySums struct{ rows *sqldb.Keyed[sumRow] }

func newDaySums(name string, table *sqldb.Table[sumRow]) daySums {
	return daySums{table.Keyed(name, func(r sumRow) string { return r.id }, table.Upsert())}
}

// of is the sum of a day.
func (d daySums) of(tx sqldb.Command, whose string, day clock.Day) (money.Amount, error) {
	r, _, err := d.rows.Get(tx, dayKey(whose, day))
	return r.sum, err
}

// hint names the row that of reads.
func (d daySums) hint(whose string, day clock.Day) sqldb.Hint { return d.rows.Hint(dayKey(whose, day)) }

// add adds to the sum of the transaction's day.
func (d daySums) add(tx sqldb.Command, whose string, amount money.Amount) error {
	day := clock.DayOf(tx.Now())
	sum, err := d.of(tx, whose, day)
	if err != nil {
		return err
	}
	d.rows.Put(tx, sumRow{dayKey(whose, day), day, sum + amount})
	return nil
}

// dayKey is the key of a user's or a currency's platform day.
func dayKey(whose string, d clock.Day) string { return fmt.Sprintf("%s|%d", whose, int64(d)) }
