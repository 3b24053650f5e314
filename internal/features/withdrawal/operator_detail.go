package withdrawal

import (
	"slices"
	"strings"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const sumPending = `SELECT network || ' ' || asset, CAST(SUM(arrival) AS BIGINT) FROM withdrawal_request WHERE status = 'pending_review' GROUP BY network, asset`

// cover shows what every hot wallet holds, what is asked of it and what is missing.
func (s reviews) cover(tx *sqldb.Tx) ([]CoverRow, error) {
	pending, err := sqldb.Map[string, money.Amount](tx, sumPending)
	if err != nil {
		return nil, err
	}
	wallets, err := s.Payouts.Overviews(tx)
	rows := []CoverRow{}
	for _, w := range wallets {
		for _, c := range w.Covers {
			id := w.Network + " " + string(c.Asset)
			rows = append(rows, CoverRow{ID: id, Network: w.Network, Wallet: w.Address, Breaker: w.Breaker, Wait: w.Wait, Currency: string(c.Asset), Balance: c.Balance,
				At: httpapi.OrNull(c.At), Queued: c.Queued, OnTheWay: c.OnTheWay, Missing: c.Missing(), DayLeft: c.DayLeft, Pending: pending[id]})
		}
	}
	return rows, err
}

// detail is all that a reviewer looks at.
func (s reviews) detail(tx *sqldb.Tx, _ operator.Caller, w Withdrawal) (out DetailOut, err error) {
	if out.QueueRow, err = s.queueRow(tx, w); err != nil {
		return out, err
	}
	out.Statement, out.Wallet = w.Statement.Text, string(w.Wallet)
	if out.Timeline, err = s.fullHistory(tx, w); err != nil {
		return out, err
	}
	person, err := user.Find(tx, w.UserID)
	if err != nil {
		return out, err
	}
	st, err := s.door.riskInputsOf(tx, person, w.ID, w.SignedAt)
	if err != nil {
		return out, err
	}
	out.Flagged = st.IsFlagged
	if out.UserByState, err = sqldb.Map[Status, int64](tx, sumEnded, w.UserID); err != nil {
		return out, err
	}
	out.Cover, err = s.cover(tx)
	for _, row := range out.Cover {
		if w.Status == Pending && row.DayLeft != nil && row.Network == w.Network && row.Currency == string(w.Asset) {
			*row.DayLeft -= w.Arrival
		}
	}
	return out, err
}

// fullHistory is a withdrawal's history and its payout's, with actors and causes.
func (s reviews) fullHistory(tx sqldb.Command, w Withdrawal) ([]HistoryRow, error) {
	own, err := s.store.history(tx, w.ID)
	if err != nil {
		return nil, err
	}
	rows := []HistoryRow{}
	for _, e := range own {
		rows = append(rows, HistoryRow{Code: e.code, Status: e.status, Actor: e.actor, ActorID: e.actorID, Detail: e.detail, At: e.at})
	}
	paid, err := s.Payouts.Orders.History(tx, w.ID)
	for _, e := range paid {
		// A payout that was given up has the reviewer's note behind its code.
		why, _, _ := strings.Cut(e.Reason, ":")
		rows = append(rows, HistoryRow{Payout: e.State, Detail: why, Status: Approved, Actor: actorPlatform, TxHash: e.TxHash, At: e.At})
	}
	slices.SortStableFunc(rows, func(a, b HistoryRow) int { return a.At.Compare(b.At) })
	return rows, err
}
