package board

import (
	"errors"
	"strings"
	"testing"
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What jobs have parked is listed with its causes, and one person has it tried
// again, which is in the audit log.
func TestOperatorsSeeAndRetryWhatIsParked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := operatortest.Open(worldtest.New(t, db, c), registerParked)
		risk, support, auditor := w.Person(1, operator.Risk), w.Person(2, operator.Support), w.Person(3, operator.Auditor)
		parcel, letter := jobs.Item{Job: "parcel", Subject: "p1"}, jobs.Item{Job: "letter", Subject: "l1"}
		since := c.Now()
		w.Update(func(tx *sqldb.Tx) error {
			return jobs.Park(tx, parcel, errors.New("the address is lost"), since.Add(time.Hour))
		})
		c.Advance(time.Second)
		w.Update(func(tx *sqldb.Tx) error { return jobs.Park(tx, letter, errors.New("no stamp"), since.Add(time.Hour)) })
		list := operatortest.Data[httpapi.List[jobs.ParkedItem]](w, risk.Call("jobs/parked", nil)).List
		if len(list) != 2 || list[1].Job != "letter" {
			t.Fatalf("parked are %+v", list)
		}
		if r := list[0]; r.Job != "parcel" || r.Subject != "p1" || !r.Since.Equal(since) || !r.RetryAt.Equal(since.Add(time.Hour)) || r.Tries != 1 || r.Cause != "the address is lost" {
			t.Errorf("the first is %+v", r)
		}
		if only := operatortest.Data[httpapi.List[jobs.ParkedItem]](w, auditor.Call("jobs/parked", map[string]any{"job": "letter"})).List; len(only) != 1 || only[0].Subject != "l1" {
			t.Errorf("of letters parked are %+v", only)
		}
		retry := func(p *operatortest.Person, item jobs.Item) operatortest.Reply {
			return p.Call("jobs/retry", map[string]any{"payload": map[string]any{"job": item.Job, "subject": item.Subject}, "reason": "it was found"})
		}
		w.WantCode("the list, without the role", support.Call("jobs/parked", nil), operator.ErrForbidden.Code)
		w.WantCode("a retry without the role", retry(support, parcel), operator.ErrForbidden.Code)
		w.WantCode("a retry by an auditor", retry(auditor, parcel), operator.ErrForbidden.Code)
		w.WantCode("of another's subject", retry(risk, jobs.Item{Job: "parcel", Subject: "l1"}), operator.ErrNothing.Code)
		w.WantCode("a retry", retry(risk, parcel), 200)
		if last := w.Records()[0]; last.Action != "jobs/retry" || !strings.Contains(string(last.After), `"subject":"parcel p1"`) || last.Reason != "it was found" {
			t.Errorf("the audit log ends with %+v", last)
		}
		w.WantCode("of what is due already", retry(risk, parcel), operator.ErrNothing.Code)
		w.Update(func(tx *sqldb.Tx) error {
			due, err := jobs.Due(tx, "parcel", 10)
			if err != nil || len(due) != 1 || due[0] != "p1" {
				t.Errorf("due are %q, %v", due, err)
			}
			_, err = jobs.Unpark(tx, parcel)
			return err
		})
		w.WantCode("of what is done", retry(risk, parcel), operator.ErrNothing.Code)
		w.Check(w.Service.Check)
	})
}
