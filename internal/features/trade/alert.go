package trade

import (
	"context"
	"strconv"
	"sync"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// AlertState is what became of an alert. It begins open.
type AlertState string

// An alert is reached once, ended by its user, or expires.
const (
	AlertOpen    AlertState = "open"
	AlertReached AlertState = "reached"
	AlertEnded   AlertState = "ended"
	AlertExpired AlertState = "expired"
)

func (AlertState) Values() []string {
	return each.Texts(AlertOpen, AlertReached, AlertEnded, AlertExpired)
}

const (
	alertJob = "trade_alerts"
	// alertsMax bounds what a user waits for at a time.
	alertsMax   = 10
	alertFor    = 90 * 24 * time.Hour
	alertsKept  = 30 * 24 * time.Hour
	alertsEvery = time.Minute
	alertsPage  = 200
	alertRetry  = 10 * time.Minute

	noticeAlertReached = "alert_reached"
	noticeAlertExpired = "alert_expired"
	sellLink           = "/trade?quantity="
)

// Alert waits until the funded bids would bring its target for its quantity, all of it
// sold and after the fee.
type Alert struct {
	ID, UserID       string
	Quantity, Target money.Amount
	// least is the average price, after the fee, from which on the target can be reached.
	least               money.Amount
	State               AlertState
	CreatedAt, ExpireAt time.Time
	// EndedAt, and what the bids would have brought then where they reached it.
	EndedAt                  time.Time
	Net, Fee, Average, Worst money.Amount
}

var (
	alertTable = sqldb.NewTable[Alert]("trade_alert", `id, user_id, quantity, target, least, state, created_at, expire_at, ended_at, net, fee,
		average, worst`)
	saveAlert     = alertTable.Upsert()
	selectAlert   = alertTable.Select("WHERE id = $1")
	selectSame    = alertTable.Select("WHERE user_id = $1 AND state = 'open' AND quantity = $2 AND target = $3")
	selectAlertOf = alertTable.Select("WHERE user_id = $1 ORDER BY id DESC LIMIT $2")
)

const (
	countOpenAlerts = `SELECT COUNT(*) FROM trade_alert WHERE user_id = $1 AND state = 'open'`
	eraseAlerts     = `DELETE FROM trade_alert WHERE user_id = $1`
	purgeAlerts     = `DELETE FROM trade_alert WHERE id IN (SELECT id FROM trade_alert WHERE state <> 'open' AND ended_at < $1 LIMIT $2)`
)

// selectAlerts are open ones that the best bid could reach, or that are over.
var selectAlerts = `SELECT id FROM trade_alert WHERE state = 'open' AND id > $1 AND (least <= $2 OR expire_at <= $3) AND ` +
	jobs.NotParked(alertJob, "trade_alert.id") + ` ORDER BY id LIMIT $4`

// SetAlert has a user told once the bids bring a target for a quantity. The same one again
// is the one there is. It refuses with ErrQuantity, ErrAlertReached where the bids bring it
// already, and ErrTooManyAlerts.
func (s *Service) SetAlert(tx *sqldb.Tx, userID string, quantity, target money.Amount) error {
	t, err := currentTerms(tx)
	if err != nil {
		return err
	}
	if quantity < t.min || quantity > t.max {
		return ErrQuantity.With("min", t.min.String()).With("max", t.max.String())
	}
	if _, found, err := sqldb.Find(tx, alertTable.Scan, selectSame, userID, quantity, target); err != nil || found {
		return err
	}
	bids, err := s.store.book(tx)
	if err != nil {
		return err
	}
	if o := match(bids, quantity, t.fee); o.reaches(target) {
		return ErrAlertReached.With("amount", o.Net.String())
	}
	open := 0
	if _, err := tx.QueryOne(sqldb.Dest(&open), countOpenAlerts, userID); err != nil {
		return err
	}
	if open >= alertsMax {
		return ErrTooManyAlerts.With("max", strconv.Itoa(alertsMax))
	}
	saveAlert.Add(tx, Alert{ID: entropy.ID(s.Chance, tx.Now()), UserID: userID, Quantity: quantity, Target: target, least: leastPrice(quantity, target),
		State: AlertOpen, CreatedAt: tx.Now(), ExpireAt: tx.Now().Add(alertFor)})
	return nil
}

// Erase forgets what prices a user waited for.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	return tx.Do(eraseAlerts, userID)
}

// EndAlert ends an open alert of a user; another's is fault.NotFound.
func (s *Service) EndAlert(tx *sqldb.Tx, userID, id string) error {
	a, found, err := sqldb.Find(tx, alertTable.Scan, selectAlert, id)
	if err != nil {
		return err
	}
	if !found || a.UserID != userID || a.State != AlertOpen {
		return fault.NotFound
	}
	a.State, a.EndedAt = AlertEnded, tx.Now()
	saveAlert.Add(tx, a)
	return nil
}

// reaches says that all is sold and brings a target.
func (o Outcome) reaches(target money.Amount) bool { return o.Unfilled == 0 && o.Net >= target }

// leastPrice is the lowest price at which a quantity can bring a target; 0, which leaves
// none out, for less than one ETLD.
func leastPrice(quantity, target money.Amount) money.Amount {
	if quantity < money.Unit {
		return 0
	}
	return money.MulDivFloor(target, int64(money.Unit), int64(quantity))
}

// alertWalk is how far the open alerts were looked at; each look begins anew.
type alertWalk struct {
	mu    sync.Mutex
	after string
}

// lookAtAlerts holds the next alerts against the book. One that fails is parked and harms
// no other; two instances that look at once tell once.
func (s *Service) lookAtAlerts(ctx context.Context) (more bool, err error) {
	s.alerts.mu.Lock()
	defer s.alerts.mu.Unlock()
	next := ""
	more, err = jobs.Items{Job: alertJob, Max: alertsPage, RetryAfter: alertRetry, Do: s.lookAtAlert,
		Read: func(tx *sqldb.Tx) ([]string, error) {
			best, err := s.Best(tx)
			if err != nil {
				return nil, err
			}
			list, err := sqldb.Collect(tx, sqldb.One[string], selectAlerts, s.alerts.after, best, tx.Now(), alertsPage)
			if next = ""; len(list) == alertsPage {
				next = list[alertsPage-1]
			}
			return list, err
		}}.Step(ctx, s.DB)
	if err == nil {
		s.alerts.after = next
	}
	return more, err
}

func (s *Service) lookAtAlert(tx *sqldb.Tx, id string) error {
	a, found, err := sqldb.Find(tx, alertTable.Scan, selectAlert, id)
	if err != nil || !found || a.State != AlertOpen {
		return err
	}
	if !a.ExpireAt.After(tx.Now()) {
		a.State, a.EndedAt = AlertExpired, tx.Now()
		saveAlert.Add(tx, a)
		return s.Notices.Send(tx, a.UserID, noticeAlertExpired, map[string]string{"sold": a.Quantity.String(), "amount": a.Target.String()}, sellLink+a.Quantity.String())
	}
	if err := s.Open(tx); err != nil {
		if _, isRefusal := fault.As(err); isRefusal {
			// Nobody could sell now.
			return nil
		}
		return err
	}
	t, err := currentTerms(tx)
	if err != nil {
		return err
	}
	bids, err := s.store.book(tx)
	if err != nil {
		return err
	}
	o := match(bids, a.Quantity, t.fee)
	if !o.reaches(a.Target) {
		return nil
	}
	a.State, a.EndedAt, a.Net, a.Fee, a.Average, a.Worst = AlertReached, tx.Now(), o.Net, o.Fee, o.Average, o.Worst
	saveAlert.Add(tx, a)
	return s.Notices.Send(tx, a.UserID, noticeAlertReached, map[string]string{"sold": a.Quantity.String(), "amount": o.Net.String(),
		"average": o.Average.String(), "due": a.Target.String()}, sellLink+a.Quantity.String())
}
