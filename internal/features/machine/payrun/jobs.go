package payrun

import (
	"context"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// pagesMax bounds the pages of one transaction while nobody calls.
	pagesMax = 64
	// pageUsers are the users of one page, of whom the machines are read. Between
	// two pages a job yields to callers.
	pageUsers  = 8
	dueEvery   = time.Second
	closeEvery = 5 * time.Second

	jobDue      = "machine_due"
	jobInterest = "machine_interest"
	jobOutput   = "machine_output"
	// JobRetry tries users again who cannot catch up; they are its parked items.
	JobRetry = "machine_retry"
)

var selectChanging = PayeeTable.Select("WHERE changes_at <= $1 AND " + notParked + " ORDER BY changes_at, user_id LIMIT $2")

// Jobs is the scheduled work: what falls due for users at any time, the closing of
// days with their output, and another try for those who are parked.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: jobDue, Every: dueEvery, Work: s.dueStep, Owed: true},
		{Name: jobOutput, Every: closeEvery, Work: s.outputStep, Owed: true},
		{Name: JobRetry, Every: retryEvery, Work: s.retryStep},
	}
}

// isOver says that the open day may be closed.
func isOver(tx sqldb.Command, v State) bool { return !tx.Now().Before(v.OpenDay.End().Add(closeGrace)) }

// dueStep does the next chunk of what has fallen due: first the changes of
// machines, then the last hour's interest.
func (s *Service) dueStep(ctx context.Context) (more bool, err error) {
	if more, err := s.changeStep(ctx); more || err != nil {
		return more && err == nil, err
	}
	return s.payHour(ctx)
}

// changeStep lets users catch up whose machines change, those whose changes come
// first before the others. A day that is over waits for nothing else. How far a
// user has caught up is stored with the money, so that a repetition or another
// instance finds nothing due.
func (s *Service) changeStep(ctx context.Context) (more bool, err error) {
	var users []Payee
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		users, more = nil, false
		v, err := s.State(tx)
		if err != nil {
			return err
		}
		until := earning.Earlier(tx.Now(), v.OpenDay.End())
		for range pagesMax {
			page, upTo, err := nextChanging(tx, until)
			if err != nil || len(page) == 0 {
				more = false
				return err
			}
			more = true
			users = append(users, page...)
			if err := s.catchUpAll(tx, page, upTo); err != nil || tx.ShouldYield() {
				return err
			}
		}
		return nil
	})
	return s.parkCulprits(ctx, idsOf(users), more, err)
}

// nextChanging are the users whose machines change next, and until when they do so
// before those of all others: applied page after page, changes keep the order of
// time across all users. Those of one instant go by the users' ids.
func nextChanging(tx *sqldb.Tx, until time.Time) (page []Payee, upTo time.Time, err error) {
	list, err := selectPayees(tx, selectChanging, until, pageUsers+1)
	if err != nil || len(list) <= pageUsers {
		return list, until, err
	}
	next := list[pageUsers].ChangesAt
	if !list[0].ChangesAt.Before(next) {
		// More users than a page holds have changes at one instant.
		return list[:pageUsers], next, nil
	}
	for page = list; !page[len(page)-1].ChangesAt.Before(next); {
		page = page[:len(page)-1]
	}
	return page, next.Add(-time.Microsecond), nil
}
