package trade

import (
	"context"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// alertsShown bounds the list: all open ones, and the last that ended.
const alertsShown = 30

// AlertRow is an alert as its user sees it.
type AlertRow struct {
	ID        string       `json:"id"`
	Quantity  money.Amount `json:"quantity"`
	Target    money.Amount `json:"target" doc:"USDT after the fee"`
	State     AlertState   `json:"state"`
	CreatedAt time.Time    `json:"createdAt"`
	ExpireAt  time.Time    `json:"expireAt"`
	EndedAt   *time.Time   `json:"endedAt"`
	Net       money.Amount `json:"net" doc:"What the bids would have brought when they reached it; else 0, as what follows"`
	Fee       money.Amount `json:"fee"`
	Average   money.Amount `json:"average"`
	Worst     money.Amount `json:"worst"`
}

// SetAlertIn is what to wait for.
type SetAlertIn struct {
	Quantity money.Amount `query:"quantity" doc:"ETLD, all of which would be sold"`
	Target   money.Amount `query:"target" doc:"USDT that it is to bring after the fee"`
}

// EndAlertIn names an alert.
type EndAlertIn struct {
	AlertID httpapi.ID `query:"alertId"`
}

func (s *Service) registerAlerts(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/trade/alerts", Tag: tag, Personal: "priceAlerts",
		Summary: "What the caller waits for the funded bids to bring, and what became of it, the newest first"}, alertsOf)
	httpapi.Action(api, httpapi.Op{Path: "/api/trade/setAlert", Tag: tag,
		Summary: "Tell the caller once the funded bids would bring an amount; looked at each minute, told once, and given up after 90 days",
		Faults:  []fault.Fault{ErrQuantity, ErrAlertReached, ErrTooManyAlerts}},
		func(ctx context.Context, c httpapi.Caller, in SetAlertIn) (httpapi.List[AlertRow], error) {
			return s.changeAlerts(ctx, c, func(tx *sqldb.Tx) error { return s.SetAlert(tx, c.UserID, in.Quantity, in.Target) })
		})
	httpapi.Action(api, httpapi.Op{Path: "/api/trade/endAlert", Tag: tag, Summary: "Wait for it no more", Faults: []fault.Fault{fault.NotFound}},
		func(ctx context.Context, c httpapi.Caller, in EndAlertIn) (httpapi.List[AlertRow], error) {
			return s.changeAlerts(ctx, c, func(tx *sqldb.Tx) error { return s.EndAlert(tx, c.UserID, string(in.AlertID)) })
		})
}

func (s *Service) changeAlerts(ctx context.Context, c httpapi.Caller, change func(tx *sqldb.Tx) error) (httpapi.List[AlertRow], error) {
	return sqldb.Value(ctx, s.DB.Update, func(tx *sqldb.Tx) (httpapi.List[AlertRow], error) {
		if err := change(tx); err != nil {
			return httpapi.List[AlertRow]{}, err
		}
		return alertsOf(tx, c, httpapi.None{})
	})
}

func alertsOf(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (httpapi.List[AlertRow], error) {
	list, err := sqldb.Collect(tx, alertTable.Scan, selectAlertOf, c.UserID, alertsShown)
	rows := make([]AlertRow, len(list))
	for i, a := range list {
		rows[i] = AlertRow{ID: a.ID, Quantity: a.Quantity, Target: a.Target, State: a.State, CreatedAt: a.CreatedAt, ExpireAt: a.ExpireAt,
			Net: a.Net, Fee: a.Fee, Average: a.Average, Worst: a.Worst}
		if !a.EndedAt.IsZero() {
			rows[i].EndedAt = &a.EndedAt
		}
	}
	return httpapi.All(rows), err
}
