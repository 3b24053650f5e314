package transparency

import (
	"regexp"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// This file reads what other parts keep, as the page shows all of them together. It
// names their tables, in reads alone; each is answered by an index and bounded.
const (
	fundingsMax    = 8
	withdrawalsMax = 1_000
	incidentsMax   = 10
	withdrawalDays = 30
	// endedMax bounds the withdrawals of a day whose times are looked at.
	endedMax = 200_000

	selectFundings = `SELECT t.credit, t.asset, t.amount, t.at, t.entry_id, t.note, COALESCE(c.hash, '') FROM ledger_transfer t
		LEFT JOIN ledger_chain c ON c.entry_id = t.entry_id
		WHERE t.sub_type IN ('pool_funding', 'bankroll_funding') AND t.credit = $1 ORDER BY t.at DESC LIMIT $2`
	selectCapital = `SELECT asset, amount, block_time, tx_hash, sender, entry_id FROM payment_transfer
		WHERE sender = $1 AND state = 'capital' ORDER BY settled_at DESC LIMIT $2`
	selectOpenWithdrawals = `SELECT COUNT(*), COALESCE(MIN(created_at), 0),
		COALESCE(SUM(CASE WHEN created_at > $1 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN created_at <= $1 AND created_at > $2 THEN 1 ELSE 0 END), 0)
		FROM withdrawal_request WHERE status IN ('pending_review', 'approved')`
	selectEndedWithdrawals = `SELECT status, reason, created_at, ended_at FROM withdrawal_request
		WHERE status IN ('confirmed', 'review_rejected') AND ended_at >= $1 ORDER BY ended_at DESC LIMIT $2`
	selectBudget    = `SELECT day, pool, budget FROM machine_day ORDER BY day DESC LIMIT 1`
	selectRefunds   = `SELECT reason, COUNT(*) FROM game_round WHERE state = 'refunded' GROUP BY reason ORDER BY reason`
	selectIncidents = `SELECT id, published_at FROM news_article WHERE category = 'incident' AND published_at > 0 ORDER BY position LIMIT $1`
	selectTitle     = `SELECT title FROM news_text WHERE id = $1`

	selectAuditHash   = `SELECT hash FROM operator_audit WHERE seq = $1`
	selectAuditBehind = `SELECT seq, at, staff_id, address, ip, action, subject, outcome, reason, state_before, state_after, hash FROM operator_audit
		WHERE seq > $1 ORDER BY seq LIMIT $2`
	selectFirstJoined = `SELECT created_at FROM user_person ORDER BY id LIMIT 1`
	countJoined       = `SELECT COUNT(*) FROM user_person WHERE id >= $1 AND id < $2`
	selectEndedOf     = `SELECT status, reason, created_at, ended_at FROM withdrawal_request
		WHERE status IN ('confirmed', 'review_rejected') AND ended_at >= $1 AND ended_at < $2 ORDER BY ended_at LIMIT $3`
)

// sold are what was bought between two ids, by what it was.
var sold = []struct {
	kind      payment.Purpose
	statement string
}{
	{payment.ForMachine, `SELECT product_id, 'USDT', COUNT(*),
		CAST(SUM((new_part + repurchase_part) / 100000000) AS BIGINT), CAST(SUM((new_part + repurchase_part) % 100000000) AS BIGINT)
		FROM machine_machine WHERE id >= $1 AND id < $2 GROUP BY product_id ORDER BY product_id`},
	{payment.ForNode, `SELECT level, 'USDT', COUNT(*), CAST(SUM(price / 100000000) AS BIGINT), CAST(SUM(price % 100000000) AS BIGINT)
		FROM node_node WHERE id >= $1 AND id < $2 GROUP BY level ORDER BY level`},
	{payment.ForGoods, `SELECT goods_id, asset, CAST(SUM(quantity) AS BIGINT), CAST(SUM(amount / 100000000) AS BIGINT), CAST(SUM(amount % 100000000) AS BIGINT)
		FROM shop_order WHERE id >= $1 AND id < $2 AND paid_at > 0 GROUP BY goods_id, asset ORDER BY goods_id, asset`},
}

// Funding is what the operator put into a pool of its own capital.
type Funding struct {
	Pool     string       `json:"pool" doc:"Class of accounts"`
	Currency money.Asset  `json:"currency"`
	Amount   money.Amount `json:"amount"`
	At       time.Time    `json:"at"`
	Source   string       `json:"source" doc:"The account that it came from"`
	Entry    string       `json:"entry" doc:"Entry of the journal"`
	Hash     string       `json:"hash" doc:"The entry's link of the hash chain; empty for some seconds"`
	TxHash   string       `json:"txHash" doc:"The transaction that was named as evidence; may be empty"`
}

// Capital is what the operator's listed addresses sent.
type Capital struct {
	Currency money.Asset  `json:"currency"`
	Amount   money.Amount `json:"amount"`
	At       time.Time    `json:"at" doc:"Time of its block"`
	TxHash   string       `json:"txHash"`
	Sender   string       `json:"sender"`
	Entry    string       `json:"entry"`
}

// funded are the pools that capital is put into.
var funded = []ledger.Account{ledger.House(ledger.InterestFree, money.USDT), ledger.House(ledger.Emission, money.ETLD),
	ledger.House(ledger.LevelPool, money.USDT), ledger.House(ledger.DividendDiamond, money.USDT), ledger.House(ledger.DividendStar, money.USDT),
	ledger.House(ledger.DividendKing, money.USDT), ledger.House(ledger.PointsBacking, money.USDT)}

// transaction finds a transaction's hash in what people wrote. The rest of what they
// wrote is not for everybody.
var transaction = regexp.MustCompile(`\b0x[0-9a-fA-F]{64}\b`)

func fundingsOf(tx *sqldb.Tx) ([]Funding, error) {
	list := []Funding{}
	for _, pool := range funded {
		rows, err := sqldb.Collect(tx, func(row *sqldb.Row) (f Funding, err error) {
			var credit, note string
			err = row.Scan(&credit, &f.Currency, &f.Amount, &f.At, &f.Entry, &note, &f.Hash)
			f.Pool, f.Source, f.TxHash = string(pool.Class), string(ledger.Capital), transaction.FindString(note)
			return f, err
		}, selectFundings, pool.ID(), fundingsMax)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	slices.SortStableFunc(list, func(a, b Funding) int { return b.At.Compare(a.At) })
	return list, nil
}

func capitalOf(tx *sqldb.Tx, senders []string) ([]Capital, error) {
	list := []Capital{}
	for _, sender := range senders {
		rows, err := sqldb.Collect(tx, sqldb.Into(func(c *Capital) []any {
			return sqldb.Dest(&c.Currency, &c.Amount, &c.At, &c.TxHash, &c.Sender, &c.Entry)
		}), selectCapital, sender, fundingsMax)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// Withdrawals are how long people wait.
type Withdrawals struct {
	Open      int64     `json:"open"`
	UnderHour int64     `json:"underHour" doc:"Of the open ones, those asked for within the hour"`
	UnderDay  int64     `json:"underDay" doc:"Those asked for within the day, and not within the hour"`
	Older     int64     `json:"older"`
	OldestAt  time.Time `json:"oldestAt,omitzero"`
	// Confirmed are those of the last days that were paid; the newest thousand at most.
	Days          int      `json:"days"`
	Confirmed     int64    `json:"confirmed"`
	MedianSeconds int64    `json:"medianSeconds" doc:"From the request to a final transfer"`
	P95Seconds    int64    `json:"p95Seconds"`
	Rejected      []Reason `json:"rejected" nullable:"false"`
}

// Reason is how often something had a cause.
type Reason struct {
	Reason string `json:"reason"`
	Count  int64  `json:"count"`
}

func withdrawalsOf(tx *sqldb.Tx) (w Withdrawals, err error) {
	now := tx.Now()
	w = Withdrawals{Days: withdrawalDays, Rejected: []Reason{}}
	hour, day := now.Add(-time.Hour), now.Add(-24*time.Hour)
	if _, err = tx.QueryOne(sqldb.Dest(&w.Open, &w.OldestAt, &w.UnderHour, &w.UnderDay), selectOpenWithdrawals, hour, day); err != nil {
		return w, err
	}
	w.Older = w.Open - w.UnderHour - w.UnderDay
	took, reasons, err := ended(tx, selectEndedWithdrawals, now.Add(-withdrawalDays*24*time.Hour), withdrawalsMax)
	w.Confirmed = int64(len(took))
	w.MedianSeconds, w.P95Seconds = quantiles(took)
	w.Rejected = reasonsOf(reasons)
	return w, err
}

// Emission is how long the pool of output lasts.
type Emission struct {
	Day        string       `json:"day" doc:"The last closed day; empty before the first"`
	Pool       money.Amount `json:"pool" doc:"What the pool held at its end"`
	Budget     money.Amount `json:"budget" doc:"What that day could pay: never more than a thirtieth of the pool"`
	RunwayDays int64        `json:"runwayDays" doc:"Pool by budget, rounded down: how long it lasts at that rate"`
}

func emissionOf(tx *sqldb.Tx) (e Emission, err error) {
	var day clock.Day
	found, err := tx.QueryOne(sqldb.Dest(&day, &e.Pool, &e.Budget), selectBudget)
	if err != nil || !found {
		return e, err
	}
	e.Day = day.String()
	if e.Budget > 0 {
		e.RunwayDays = int64(e.Pool / e.Budget)
	}
	return e, nil
}

func refundsOf(tx *sqldb.Tx) ([]Reason, error) {
	list, err := sqldb.Collect(tx, sqldb.Into(func(r *Reason) []any { return sqldb.Dest(&r.Reason, &r.Count) }), selectRefunds)
	return append([]Reason{}, list...), err
}

// Incident is a piece of news of what went wrong.
type Incident struct {
	ID          string            `json:"id"`
	PublishedAt time.Time         `json:"publishedAt"`
	Titles      map[string]string `json:"titles" doc:"By language; those that there are"`
}

func incidentsOf(tx *sqldb.Tx) ([]Incident, error) {
	list, err := sqldb.Collect(tx, sqldb.Into(func(i *Incident) []any { return sqldb.Dest(&i.ID, &i.PublishedAt) }), selectIncidents, incidentsMax)
	if err != nil {
		return nil, err
	}
	for n := range list {
		list[n].Titles = make(map[string]string)
		for _, language := range httpapi.Languages {
			title, found, err := sqldb.Find(tx, sqldb.One[string], selectTitle, list[n].ID+"."+string(language))
			if err != nil {
				return nil, err
			}
			if found {
				list[n].Titles[string(language)] = title
			}
		}
	}
	return append([]Incident{}, list...), nil
}

// firstJoined is when the first user came.
func firstJoined(tx *sqldb.Tx) (at time.Time, isThere bool, err error) {
	return sqldb.Find(tx, sqldb.One[time.Time], selectFirstJoined)
}

// factsOf counts the rows of a day.
func factsOf(tx *sqldb.Tx, day clock.Day) (f DayFacts, err error) {
	from, to := idsOf(day)
	if _, err = tx.QueryOne(sqldb.Dest(&f.Joined), countJoined, from, to); err != nil {
		return f, err
	}
	f.Sales = []Sale{}
	for _, one := range sold {
		list, err := sqldb.Collect(tx, func(row *sqldb.Row) (Sale, error) {
			sale := Sale{Kind: one.kind}
			var units, atoms int64
			err := row.Scan(&sale.ID, &sale.Currency, &sale.Count, &units, &atoms)
			sale.Amount = decimal(inAtoms(units, atoms))
			return sale, err
		}, one.statement, from, to)
		if err != nil {
			return f, err
		}
		f.Sales = append(f.Sales, list...)
	}
	f.Withdrawals, err = endedOn(tx, day)
	return f, err
}

func endedOn(tx *sqldb.Tx, day clock.Day) (w DayWithdrawals, err error) {
	took, reasons, err := ended(tx, selectEndedOf, day.Start(), day.End(), endedMax)
	w.Confirmed = int64(len(took))
	w.MedianSeconds, w.P95Seconds = quantiles(took)
	for _, count := range reasons {
		w.Rejected += count
	}
	return w, err
}

// ended are the withdrawals of a query: how many seconds each took that was paid, and how
// often the others were rejected, by the reason.
func ended(tx *sqldb.Tx, query string, args ...any) (took []int64, rejected map[string]int64, err error) {
	rejected = make(map[string]int64)
	err = tx.Query(func(row *sqldb.Row) error {
		var status, reason string
		var created, ended time.Time
		if err := row.Scan(&status, &reason, &created, &ended); err != nil {
			return err
		}
		if status == "confirmed" {
			took = append(took, int64(ended.Sub(created)/time.Second))
		} else {
			rejected[reason]++
		}
		return nil
	}, query, args...)
	return took, rejected, err
}

// quantiles are how long half and 95 of a hundred took at most.
func quantiles(took []int64) (median, p95 int64) {
	n := len(took)
	if n == 0 {
		return 0, 0
	}
	slices.Sort(took)
	return took[(n-1)/2], took[(n*95+99)/100-1]
}

// auditHashOf is a record's hash; empty before the first and behind the last.
func auditHashOf(tx *sqldb.Tx, seq int64) (string, error) {
	return sqldb.Get[string](tx, selectAuditHash, seq)
}

// auditBehind are the records behind one.
func auditBehind(tx *sqldb.Tx, after int64, limit int) ([]TrailRecord, error) {
	list, err := sqldb.Collect(tx, func(row *sqldb.Row) (r TrailRecord, err error) {
		var seq int64
		var at time.Time
		err = row.Scan(&seq, &at, &r.StaffID, &r.Address, &r.IP, &r.Action, &r.Subject, &r.Outcome, &r.Reason, &r.Before, &r.After, &r.Hash)
		r.inText(seq, at)
		return r, err
	}, selectAuditBehind, after, limit)
	return append([]TrailRecord{}, list...), err
}
