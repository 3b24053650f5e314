package payment

import (
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	intentsList   = "payments"
	transfersList = "transfers"
	// endOfTime is behind every moment that is stored.
	endOfTime = int64(9_999_999_999_999_999)
	lastKey   = "~"
)

var (
	selectIntentsOf = intentTable.Select(`WHERE user_id = $1 AND (created_at < $2 OR (created_at = $2 AND no < $3))
		ORDER BY created_at DESC, no DESC LIMIT $4`)
	// By when they were first seen: a transfer that is credited between two pages keeps
	// its place.
	selectTransfersOf = transferTable.Select(`WHERE user_id = $1 AND user_id <> '' AND (seen_at < $2 OR (seen_at = $2 AND id < $3))
		ORDER BY seen_at DESC, id DESC LIMIT $4`)
)

// IntentRow is an agreed payment as its user is given it with all other data.
type IntentRow struct {
	IntentNo   string       `json:"intentNo"`
	Purpose    Purpose      `json:"purpose"`
	State      State        `json:"state"`
	Network    string       `json:"network"`
	Currency   money.Asset  `json:"currency"`
	Amount     money.Amount `json:"amount"`
	Paid       money.Amount `json:"paid"`
	PayAddress string       `json:"payAddress"`
	CreatedAt  time.Time    `json:"createdAt"`
	ExpireAt   time.Time    `json:"expireAt"`
}

// registerPersonal adds what a user was to pay, and what arrived.
func (s *Service) registerPersonal(api *httpapi.API) {
	httpapi.Personal(api, intentsList, func(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[IntentRow], error) {
		at, key, err := behind(in, intentsList)
		if err != nil {
			return httpapi.List[IntentRow]{}, err
		}
		list, err := sqldb.Collect(tx, intentTable.Scan, selectIntentsOf, c.UserID, at, key, in.Limit())
		rows := each.Of(list, func(one Intent) IntentRow {
			return IntentRow{IntentNo: one.No, Purpose: one.Purpose, State: one.State, Network: one.Network, Currency: one.Asset, Amount: one.Amount,
				Paid: one.Paid, PayAddress: one.PayAddress, CreatedAt: one.CreatedAt, ExpireAt: one.ExpireAt}
		})
		if err != nil {
			return httpapi.List[IntentRow]{}, err
		}
		return httpapi.NewList(in, intentsList, rows, func(r IntentRow) []string { return position(r.CreatedAt, r.IntentNo) }), nil
	})
	httpapi.Personal(api, transfersList, func(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[Receipt], error) {
		at, key, err := behind(in, transfersList)
		if err != nil {
			return httpapi.List[Receipt]{}, err
		}
		list, err := sqldb.Collect(tx, transferTable.Scan, selectTransfersOf, c.UserID, at, key, in.Limit())
		if err != nil {
			return httpapi.List[Receipt]{}, err
		}
		page := httpapi.NewList(in, transfersList, list, func(t Transfer) []string { return position(t.SeenAt, t.ID) })
		tips, err := readTips(tx)
		return httpapi.List[Receipt]{List: s.receipts(page.List, tips), NextCursor: page.NextCursor, HasMore: page.HasMore}, err
	})
}

// position is where a row stands, as its list's cursors say it.
func position(at time.Time, key string) []string {
	return []string{strconv.FormatInt(clock.Micros(at), 10), key}
}

// behind is the position from which a list continues.
func behind(in httpapi.Page, list string) (at int64, key string, err error) {
	after, err := in.After(list, 2)
	if err != nil || after == nil {
		return endOfTime, lastKey, err
	}
	at, err = strconv.ParseInt(after[0], 10, 64)
	return at, after[1], err
}
