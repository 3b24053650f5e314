package operator

import (
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const kindRetry = "job_retry"

// parkedItem names an item that its job is to try again.
type parkedItem struct {
	Job     string `json:"job"`
	Subject string `json:"subject"`
}

func (p parkedItem) item() jobs.Item { return jobs.Item{Job: p.Job, Subject: p.Subject} }

// parkedIn narrows the list of parked items.
type parkedIn struct {
	Job string `json:"job" required:"false" doc:"Only what this job parked"`
}

// ParkedRow is an item that failed and is tried again later.
type ParkedRow struct {
	Job     string    `json:"job"`
	Subject string    `json:"subject" doc:"The item's id: of a user, a transfer, a withdrawal, as the job works on them"`
	Since   time.Time `json:"since"`
	RetryAt time.Time `json:"retryAt" doc:"When it is tried next"`
	Tries   int64     `json:"tries" doc:"How often it has failed since then"`
	Cause   string    `json:"cause" doc:"What the last try failed with"`
}

// handleParked registers the list of what jobs have parked, the longest first,
// and the retry of one item. One person may ask for it: a try does only what is
// due, and what fails again stays in the list.
func (s *Service) handleParked() {
	roles := []Role{FinanceMaker, FinanceChecker, Risk, Administrator}
	View(s, Route{Path: "jobs/parked", Roles: roles}, func(tx *sqldb.Tx, _ Caller, in parkedIn) (httpapi.List[ParkedRow], error) {
		list, err := jobs.Parked(tx, in.Job)
		rows := make([]ParkedRow, len(list))
		for i, p := range list {
			rows[i] = ParkedRow{Job: p.Job, Subject: p.Subject, Since: p.Since, RetryAt: p.RetryAt, Tries: p.Tries, Cause: p.Cause}
		}
		return httpapi.All(rows), err
	})
	Handle(s, Kind[parkedItem]{Name: kindRetry, Path: "jobs/retry", Makers: roles, Checkers: roles,
		Describe: describeRetry,
		Execute: func(tx *sqldb.Tx, p parkedItem, _ Decision) error {
			_, err := jobs.Retry(tx, p.item())
			return err
		}})
}

// describeRetry refuses what is not parked, and what is due already.
func describeRetry(tx *sqldb.Tx, p parkedItem) (Description, error) {
	parked, found, err := jobs.FindParked(tx, p.item())
	if err == nil && (!found || !parked.RetryAt.After(tx.Now())) {
		err = ErrNothing
	}
	return Description{Subject: p.Job + " " + p.Subject, Diff: []Change{
		{Field: "tried next", Before: parked.RetryAt.UTC().Format(time.RFC3339), After: tx.Now().UTC().Format(time.RFC3339)},
		{Field: "cause", Before: parked.Cause}}}, err
}
