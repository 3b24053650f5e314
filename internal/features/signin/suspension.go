package signin

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	kindSuspend = "user_suspend"
	kindRestore = "user_restore"

	suspendedMax = 3_650
	// aloneMax is for how many days one person suspends somebody, and againAfter is
	// for how long nobody does so again alone after that.
	aloneMax   = 7
	againAfter = 30 * 24 * time.Hour

	noticeSuspended = "account_suspended"
	noticeRestored  = "account_restored"

	restorePath = "users/restore"
	bySystem    = "system"
	endReason   = "Its time is over."
	// restoredMax bounds what one transaction ends, and restoreRetry is when a suspension
	// that could not be ended is tried again.
	restoredMax  = 100
	restoreRetry = time.Hour

	// jobDeadlines moves what could not be moved when a suspension changed. It is tried
	// again soon, as what it moves comes nearer meanwhile.
	jobDeadlines  = "signin_deadlines"
	deadlineRetry = 10 * time.Minute
)

// suspending bars a user for some days, or without an end.
type suspending struct {
	UserID httpapi.ID `json:"userId"`
	Days   *int64     `json:"days,omitempty" required:"true" doc:"Up to 7 by one person, more by two; 0 until two end it"`
}

// Check refuses what is no time. Days that were left out are none: they would bar without
// an end.
func (s suspending) Check() error {
	if s.Days == nil || *s.Days < 0 || *s.Days > suspendedMax {
		return fault.Invalid("days")
	}
	return nil
}

func (s suspending) until(now time.Time) time.Time {
	if *s.Days == 0 {
		return time.Time{}
	}
	return now.Add(time.Duration(*s.Days) * 24 * time.Hour)
}

type restoring struct {
	UserID httpapi.ID `json:"userId"`
}

// SuspendedRow is a user who may not sign in.
type SuspendedRow struct {
	UserID   string     `json:"userId"`
	UserName string     `json:"userName" doc:"Masked"`
	Reason   string     `json:"reason"`
	Until    *time.Time `json:"until" doc:"Null until two people end it"`
}

// RegisterOperator adds the suspension of users and its end. One person suspends
// somebody for a week, so that what is urgent is stopped at once; what lasts longer, what
// follows such a week, and the end before its time take two.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.Risk}, []operator.Role{operator.FinanceChecker}
	readers := []operator.Role{operator.Risk, operator.FinanceMaker, operator.FinanceChecker, operator.Support}
	s.registerPlatform(o)
	operator.Rows(o, operator.Route{Path: "users/suspended", Roles: readers}, suspendedList, suspended)
	operator.Handle(o, operator.Kind[suspending]{Name: kindSuspend, Path: "users/suspend", Makers: makers, Checkers: checkers,
		Describe: describeSuspension, Execute: s.suspend, Barred: refuseReplacing})
	operator.Handle(o, operator.Kind[restoring]{Name: kindRestore, Path: restorePath, Makers: makers, Checkers: checkers, Describe: describeRestoring,
		Execute: func(tx *sqldb.Tx, r restoring, _ operator.Decision) error {
			return s.restore(tx, string(r.UserID))
		},
		Barred: func(tx *sqldb.Tx, r restoring, who operator.Staff) error {
			return operator.RefuseOwn(tx, string(r.UserID), who)
		}})
}

var suspendedList = lists.List[user.Person]{Table: user.Table(), Key: "userId", Where: "suspended_reason <> ''",
	Orders: []lists.Order{lists.First("userId", "id")}, Filters: []lists.Filter{lists.Is("userId", "id").Coarse()}}

func suspended(_ *sqldb.Tx, _ operator.Caller, p user.Person) (SuspendedRow, error) {
	return SuspendedRow{UserID: p.ID, UserName: user.Mask(p.Address), Reason: p.Suspended, Until: httpapi.OrNull(p.SuspendedUntil)}, nil
}

func describeSuspension(tx *sqldb.Tx, in suspending) (operator.Description, error) {
	p, err := user.Find(tx, string(in.UserID))
	if err != nil {
		return operator.Description{}, err
	}
	now := tx.Now()
	d := operator.Description{Subject: p.ID, Approvals: 1, Diff: []operator.Change{
		{Field: "account of " + user.Mask(p.Address), Before: stateOf(p, now), After: state(in.until(now))}}}
	wasLately := !p.SuspendedUntil.IsZero() && now.Sub(p.SuspendedUntil) < againAfter
	if *in.Days > 0 && *in.Days <= aloneMax && !p.IsSuspended(now) && !wasLately {
		// What is urgent does not wait behind a longer one that somebody has asked for.
		d.Subject, d.Approvals = p.ID+" at once", 0
	}
	return d, nil
}

func describeRestoring(tx *sqldb.Tx, in restoring) (operator.Description, error) {
	p, err := user.Find(tx, string(in.UserID))
	if err == nil && !p.IsSuspended(tx.Now()) {
		err = operator.ErrNothing
	}
	// What is approved is the end of this suspension, not of one that took its place.
	return operator.Description{Subject: p.ID, Approvals: 1, Basis: stateOf(p, tx.Now()) + "|" + p.Suspended, Diff: []operator.Change{
		{Field: "account of " + user.Mask(p.Address), Before: stateOf(p, tx.Now()), After: "open"}}}, err
}

// refuseReplacing refuses an operator whose own account is suspended: a shorter suspension
// in the place of the one that stands ends it. An own account that is open is suspended
// like any other.
func refuseReplacing(tx *sqldb.Tx, in suspending, who operator.Staff) error {
	p, err := user.Find(tx, string(in.UserID))
	if err != nil || !p.IsSuspended(tx.Now()) {
		return err
	}
	return operator.RefuseOwn(tx, p.ID, who)
}

func stateOf(p user.Person, now time.Time) string {
	if !p.IsSuspended(now) {
		return "open"
	}
	return state(p.SuspendedUntil)
}

func state(until time.Time) string {
	if until.IsZero() {
		return "suspended until two people end it"
	}
	return "suspended until " + clock.Text(until)
}

// suspend bars a user from signing in and ends the user's sessions. What the user has
// goes on: machines earn, deposits are credited, orders are shipped.
func (s *Service) suspend(tx *sqldb.Tx, in suspending, d operator.Decision) error {
	return s.Suspend(tx, string(in.UserID), d.Reason, in.until(tx.Now()))
}

// Suspend bars a user until a time, or without an end.
func (s *Service) Suspend(tx *sqldb.Tx, userID, reason string, until time.Time) error {
	err := s.bar(tx, userID, func() (user.Person, error) { return user.Suspend(tx, userID, reason, until) })
	if err != nil {
		return err
	}
	if err := tx.Do(deleteSessions, userID); err != nil {
		return err
	}
	return s.Notices.Send(tx, userID, noticeSuspended, map[string]string{"reason": reason}, sessionsLink)
}

// restore lets a user sign in again.
func (s *Service) restore(tx *sqldb.Tx, userID string) error {
	if err := s.bar(tx, userID, func() (user.Person, error) { return user.Restore(tx, userID) }); err != nil {
		return err
	}
	return s.Notices.Send(tx, userID, noticeRestored, nil, sessionsLink)
}

// bar changes until when a user is barred, and moves by as much until when the user may
// take a purchase back, object, or use a credit: who may not sign in can do none of it.
func (s *Service) bar(tx *sqldb.Tx, userID string, change func() (user.Person, error)) error {
	before, err := user.Find(tx, userID)
	if err != nil {
		return err
	}
	after, err := change()
	if err != nil {
		return err
	}
	by := after.BarredUntil(tx.Now()).Sub(before.BarredUntil(tx.Now()))
	if by == 0 {
		return nil
	}
	for _, part := range slices.Sorted(maps.Keys(s.Deadlines)) {
		earlier, err := takeParked(tx, userID, part)
		if err != nil {
			return err
		}
		sum := by + earlier
		failure := tx.Try(func() error { return s.Deadlines[part].MoveDeadlines(tx, userID, sum) })
		if sqldb.Passes(failure) {
			return failure
		}
		if failure == nil {
			continue
		}
		// Who holds a stolen key is barred all the same.
		item := jobs.Item{Job: jobDeadlines, Subject: fmt.Sprint(userID, " ", part, " ", sum.Microseconds())}
		if err := jobs.Park(tx, item, failure, tx.Now().Add(deadlineRetry)); err != nil {
			return err
		}
	}
	return nil
}

// takeParked unparks by how much a user's deadlines in one place could not be moved before:
// a move that overtook another would end what was never put off.
func takeParked(tx *sqldb.Tx, userID, place string) (by time.Duration, err error) {
	list, err := jobs.Parked(tx, jobDeadlines)
	for _, p := range list {
		text, isOfBoth := strings.CutPrefix(p.Subject, userID+" "+place+" ")
		if !isOfBoth {
			continue
		}
		micros, malformed := strconv.ParseInt(text, 10, 64)
		_, unparked := jobs.Unpark(tx, p.Item)
		by, err = by+time.Duration(micros)*time.Microsecond, errors.Join(err, malformed, unparked)
	}
	return by, err
}

// moveLater moves a user's deadlines in one part that could not be moved before.
func (s *Service) moveLater(tx *sqldb.Tx, subject string) error {
	var userID, part string
	var micros int64
	if _, err := fmt.Sscan(subject, &userID, &part, &micros); err != nil {
		return fmt.Errorf("deadlines %q: %w", subject, err)
	}
	d := s.Deadlines[part]
	if d == nil {
		return fmt.Errorf("deadlines %q: there is no such part", subject)
	}
	return d.MoveDeadlines(tx, userID, time.Duration(micros)*time.Microsecond)
}

// deadlineJob tries again what could not be moved.
func (s *Service) deadlineJob() jobs.Job {
	return jobs.Items{Job: jobDeadlines, Max: restoredMax, RetryAfter: deadlineRetry, Do: s.moveLater}.Every(time.Minute, s.DB)
}

// restoreEnded ends the suspension of a user, unless it was ended or made longer
// meanwhile.
func (s *Service) restoreEnded(tx *sqldb.Tx, userID string) error {
	p, err := user.Find(tx, userID)
	if err != nil || p.Suspended == "" || p.IsSuspended(tx.Now()) {
		return err
	}
	note := audit.Note{Subject: p.ID, Reason: endReason, After: map[string]any{"restoredBy": bySystem}}
	if err := audit.Write(tx, audit.By{}, restorePath, note); err != nil {
		return err
	}
	return s.restore(tx, p.ID)
}

// restoreJob ends suspensions whose time is over. They bar nobody from that time on;
// this tells their users and the audit log.
func (s *Service) restoreJob() jobs.Job {
	return jobs.Items{Job: user.JobRestore, Max: restoredMax, RetryAfter: restoreRetry, Do: s.restoreEnded, Read: func(tx *sqldb.Tx) ([]string, error) {
		return user.SuspendedBefore(tx, tx.Now(), restoredMax)
	}}.Every(time.Minute, s.DB)
}
