package transparency

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/sqldb"
)

// LineEvery is how far lines lie apart.
const LineEvery = 5 * time.Minute

// Config is what a Service is built from.
type Config struct {
	DB  *sqldb.DB
	Log *slog.Logger
	// Readings are the newest of the chain.
	Readings func() []payment.Reading
}

// Service is the public line and what is shown of it.
type Service struct {
	db       *sqldb.DB
	log      *slog.Logger
	readings func() []payment.Reading
	newest   cached[Reserves]
}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.DB == nil || c.Log == nil || c.Readings == nil {
		return nil, errors.New("transparency: DB, Log and Readings are needed")
	}
	return &Service{db: c.DB, log: c.Log, readings: c.Readings}, nil
}

// Books are what the check of the books read in one snapshot.
type Books struct {
	At     time.Time
	Totals []ledger.Total
}

// Append writes the line of a check, unless one was written in the same five minutes.
// Books without totals could not be read and make no line.
func (s *Service) Append(ctx context.Context, b Books, found []ledger.Violation) error {
	if len(b.Totals) == 0 {
		return nil
	}
	readings := s.readings()
	counts := countsOf(found)
	defer s.newest.drop()
	return s.db.Update(ctx, func(tx *sqldb.Tx) error {
		last, isThere, err := sqldb.Find(tx, lineTable.Scan, selectNewest)
		if err != nil || isThere && !last.at.Truncate(LineEvery).Before(b.At.Truncate(LineEvery)) {
			return err
		}
		l := Line{Number: last.number + 1, At: b.At, Previous: noHash, Readings: readings, Totals: b.Totals, Found: counts}
		if isThere {
			l.Previous = last.hash
		}
		h, err := HeadsOf(tx)
		if err != nil {
			return err
		}
		l.Journal, l.Audit = h.Journal, h.Audit
		text := l.Text()
		insertLine.Add(tx, lineRow{number: l.Number, at: l.At, text: text, hash: HashOf(text), opensDay: opensDay(last.at, l.At)})
		return nil
	})
}

// opensDay says that a line is the first of its platform day.
func opensDay(before, at time.Time) bool { return clock.DayOf(before) != clock.DayOf(at) }

// countsOf counts findings by invariant. What they say in detail may name people.
func countsOf(found []ledger.Violation) (list []Found) {
	counts := make(map[string]int64)
	for _, v := range found {
		counts[v.Invariant]++
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Found{name, counts[name]})
	}
	return list
}

// LineHead is the last link of the public line that was written before a time: number
// 0 and a hash of zeros where there is none.
func LineHead(tx *sqldb.Tx, before time.Time) (number int64, hash string, err error) {
	row, isThere, err := sqldb.Find(tx, lineTable.Scan, selectBefore, before)
	if err != nil || !isThere {
		return 0, noHash, err
	}
	return row.number, row.hash, nil
}

// brokenLine names the invariant that the public line is whole.
const brokenLine = "public line"

// checkPage bounds the lines of one read.
const checkPage = 500

// Check recomputes every line's hash and holds each to the one before it.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	previous, last := noHash, lineRow{}
	for {
		page, err := sqldb.Collect(tx, lineTable.Scan, selectFrom, last.number+1, checkPage)
		if err != nil {
			return nil, err
		}
		for _, row := range page {
			if row.number != last.number+1 {
				found.Add(brokenLine, "line %d is missing", last.number+1)
			}
			if err := Verify(row.number, previous, row.text, row.hash); err != nil {
				found.Add(brokenLine, "line %d: %v", row.number, err)
			}
			if l, err := ParseLine(row.text); err == nil && (!l.At.Equal(row.at) || row.opensDay != opensDay(last.at, row.at)) {
				found.Add(brokenLine, "line %d stands under another time than its text has", row.number)
			}
			previous, last = row.hash, row
		}
		if len(page) < checkPage {
			return found, nil
		}
	}
}

// The reasons why a line is not what it should be.
var (
	ErrHash     = errors.New("its hash is not that of its text")
	ErrPrevious = errors.New("it does not follow the line before it")
	ErrNumber   = errors.New("its text has another number")
)

// Verify holds a line to the hash of the one before it.
func Verify(number int64, previous, text, hash string) error {
	l, err := ParseLine(text)
	switch {
	case HashOf(text) != hash:
		return ErrHash
	case err != nil:
		return err
	case l.Number != number:
		return fmt.Errorf("%w: %d", ErrNumber, l.Number)
	case l.Previous != previous:
		return ErrPrevious
	}
	return nil
}
