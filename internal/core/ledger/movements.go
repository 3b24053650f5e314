package ledger

import (
	"cmp"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// addSums adds what the days and the months came to that a page's rows lie in, as
// far as the query's own range reaches.
func (l *Ledger) addSums(tx *sqldb.Tx, q LinesQuery, page *Movements) error {
	shown := page.List.List
	first, last := clock.DayOf(shown[len(shown)-1].CreatedAt), clock.DayOf(shown[0].CreatedAt)
	q.From = latest(q.From, first.Month().Start())
	if end := last.Month().End(); q.to().After(end) {
		q.To = end
	}
	sums, err := l.DaySums(tx, q)
	if err != nil {
		return err
	}
	for _, d := range sums {
		if d.Day >= first && d.Day <= last {
			page.Days = append(page.Days, DayRow{Day: d.Day.String(), Currency: d.Asset, Count: d.Count, Sum: d.Asset.Text(d.Sum)})
		}
	}
	page.Months = monthsOf(sums)
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// monthsOf adds up days, newest month first.
func monthsOf(days []DaySum) []MonthRow {
	type key struct {
		month clock.Month
		asset money.Asset
	}
	type total struct {
		count   int64
		in, out money.Amount
	}
	totals := map[key]total{}
	var keys []key
	for _, d := range days {
		k := key{d.Day.Month(), d.Asset}
		t, has := totals[k]
		if !has {
			keys = append(keys, k)
		}
		totals[k] = total{t.count + d.Count, t.in + d.In, t.out + d.In - d.Sum}
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(b.month, a.month), cmp.Compare(b.asset, a.asset))
	})
	rows := make([]MonthRow, len(keys))
	for i, k := range keys {
		t := totals[k]
		rows[i] = MonthRow{Month: k.month.String(), Currency: k.asset, Count: t.count, In: k.asset.Text(t.in), Out: k.asset.Text(t.out)}
	}
	return rows
}
