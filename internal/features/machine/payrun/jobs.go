package payrun

import (
	"context"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// chunkParts bounds the parts of one transaction while nobody calls.
	chunkParts = 64
	// partReads are the users of one part, of whom the machines are read. Between
	// two parts a job yields to callers.
	partReads  = 8
	dueEvery   = time.Second
	closeEvery = 5 * time.Second
	// scheduleEvery lets several purchases of a user in a row have one schedule.
	scheduleEvery = time.Minute

	jobDue      = "machine_due"
	jobInterest = "machine_interest"
	jobOutput   = "machine_output"
	jobSchedule = "machine_schedule"
	// JobRetry tries users again who cannot catch up; they are its parked items.
	JobRetry = "machine_retry"
)

var selectUnscheduled = PayeeTable.Select("WHERE parked_at = 0 AND plan_until > 0 AND plan_until <= $1 ORDER BY plan_until, user_id LIMIT $2")

// Jobs is the scheduled work: what falls due for users at any time, the
// closing of days with their output, schedules ahead of both, and another try for
// those who are parked.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: jobDue, Every: dueEvery, Work: s.dueStep, Owed: true},
		{Name: jobOutput, Every: closeEvery, Work: s.outputStep, Owed: true},
		{Name: jobSchedule, Every: scheduleEvery, Work: s.scheduleStep},
		{Name: JobRetry, Every: retryEvery, Work: s.retryStep},
	}
}

// isOver says that the open day may be closed.
func isOver(tx *sqldb.Tx, v State) bool { return !tx.Now().Before(v.OpenDay.End().Add(closeGrace)) }

// dueStep does the next chunk of what has fallen due: first what no schedule
// covers, then the last hour's interest.
func (s *Service) dueStep(ctx context.Context) (more bool, err error) {
	if more, err := s.catchUpUnscheduled(ctx); more || err != nil {
		return more && err == nil, err
	}
	return s.payHour(ctx)
}

// catchUpUnscheduled makes the schedules that are missing for users to whom
// something is due, then applies the events that no schedule covers, the oldest
// first. A day that is over waits for nothing else. How far a user has caught up
// is stored with the money, so that a repetition or another instance finds
// nothing due.
func (s *Service) catchUpUnscheduled(ctx context.Context) (more bool, err error) {
	var users []Payee
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		users, more = nil, false
		v, err := s.State(tx)
		if err != nil {
			return err
		}
		until := earning.Earlier(tx.Now(), v.OpenDay.End())
		if users, err = s.scheduleSome(tx, until); err != nil {
			return err
		}
		if more = len(users) > 0; more {
			return s.catchUpNewlyScheduled(tx, users)
		}
		for range chunkParts {
			part, upTo, err := nextUnscheduled(tx, until)
			if err != nil || len(part) == 0 {
				more = false
				return err
			}
			more = true
			users = append(users, part...)
			if err := s.catchUpAll(tx, part, upTo); err != nil || tx.ShouldYield() {
				return err
			}
		}
		return nil
	})
	return s.parkCulprits(ctx, idsOf(users), more, err)
}

// nextUnscheduled are the users whose next events come first, and until when
// their events come before those of all others: applied part after part, events
// keep the order of time across all users. Those of one instant go by the users'
// ids.
func nextUnscheduled(tx *sqldb.Tx, until time.Time) (part []Payee, upTo time.Time, err error) {
	list, err := selectPayees(tx, selectUnscheduled, until, partReads+1)
	if err != nil || len(list) <= partReads {
		return list, until, err
	}
	next := list[partReads].Schedule.Until
	if !list[0].Schedule.Until.Before(next) {
		// More users than a part holds have events at one instant.
		return list[:partReads], next, nil
	}
	for part = list; !part[len(part)-1].Schedule.Until.Before(next); {
		part = part[:len(part)-1]
	}
	return part, next.Add(-time.Microsecond), nil
}

// catchUpNewlyScheduled pays the users whose new schedules reach beyond what is due
// now: a pay run may have passed them already. The others catch up next, and
// after a day everybody is when it has been closed.
func (s *Service) catchUpNewlyScheduled(tx *sqldb.Tx, users []Payee) error {
	v, err := s.State(tx)
	if err != nil || isOver(tx, v) {
		return err
	}
	until := earning.Earlier(tx.Now(), v.OpenDay.End())
	var reaching []Payee
	for _, u := range users {
		a, _, err := s.store.payees.Get(tx, u.UserID)
		if err != nil {
			return err
		}
		if !a.Schedule.IsEmpty() && a.Schedule.Until.After(until) {
			reaching = append(reaching, a)
		}
	}
	return s.catchUpAll(tx, reaching, until)
}

// scheduleStep makes the next schedules ahead.
func (s *Service) scheduleStep(ctx context.Context) (more bool, err error) {
	var users []Payee
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		if users, err = s.scheduleSome(tx, earning.Never()); err != nil {
			return err
		}
		return s.catchUpNewlyScheduled(tx, users)
	})
	return s.parkCulprits(ctx, idsOf(users), len(users) > 0, err)
}
