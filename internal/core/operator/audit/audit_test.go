package audit

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func view(t *testing.T, db *sqldb.DB, look func(tx *sqldb.Tx) error) {
	t.Helper()
	if err := db.View(context.Background(), look); err != nil {
		t.Fatal(err)
	}
}

// Each record holds the one before, refusals are cut and harmless, and a head that was
// kept elsewhere is that of the log for ever.
func TestRecordsAreLinked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		who := By{StaffID: "s1", Address: "0x1", IP: "192.0.2.1"}
		var kept Head
		err := db.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
			if kept, err = HeadOf(tx); err != nil || kept != (Head{}) {
				t.Errorf("the head of nothing is %+v", kept)
			}
			if err := Write(tx, who, "act", Note{Subject: "one", Reason: "because", Before: 1, After: map[string]int{"n": 2}}); err != nil {
				return err
			}
			if kept, err = HeadOf(tx); err != nil {
				return err
			}
			return Refuse(tx, By{}, "act", Note{Subject: strings.Repeat("x", 200), Reason: "=SUM(A1)", Before: 3}, fault.New(9999, "not_now").With("why", "late"))
		})
		if err != nil {
			t.Fatal(err)
		}
		view(t, db, func(tx *sqldb.Tx) error {
			list, err := Between(tx, 0, 10)
			if err != nil || len(list) != 2 {
				t.Fatalf("%+v, %v", list, err)
			}
			one, two := list[0], list[1]
			if one.Seq != 1 || one.StaffID != "s1" || one.IP != "192.0.2.1" || one.Outcome != Done || string(one.Before) != "1" || string(one.After) != `{"n":2}` || !one.At.Equal(c.Now()) {
				t.Errorf("the first is %+v", one)
			}
			if two.Outcome != Refused || two.Subject != strings.Repeat("x", subjectMax-1)+"…" || two.Reason != "'=SUM(A1)" || string(two.Before) != "null" || !strings.Contains(string(two.After), `"refusal":"not_now"`) {
				t.Errorf("the second is %+v", two)
			}
			for head, want := range map[Head]int{kept: 0, {Seq: 2, Hash: two.Hash}: 0, {Seq: 1, Hash: two.Hash}: 1, {Seq: 3, Hash: two.Hash}: 1} {
				if found, err := CheckHead(tx, head); err != nil || len(found) != want {
					t.Errorf("%+v: %v, %v", head, found, err)
				}
			}
			out, err := Exported(tx, ExportIn{From: 2})
			rows, wrong := csv.NewReader(strings.NewReader(out.Content)).ReadAll()
			if err != nil || wrong != nil || len(rows) != 2 || rows[1][11] != two.Hash || out.HeadSeq != 2 || out.HasMore || out.FileName != "etld-audit-2-2.csv" {
				t.Errorf("exported %q, %+v: %v %v", rows, out, err, wrong)
			}
			return nil
		})
		undo := errors.New("undo")
		for what, tamper := range map[string]string{
			"a record changed":     `UPDATE operator_audit SET reason = 'another' WHERE seq = 1`,
			"hidden from a record": `UPDATE operator_audit SET about = 'another' WHERE seq = 1`,
			"one taken away":       `DELETE FROM operator_audit WHERE seq = 1`,
			"the end cut off":      `DELETE FROM operator_audit WHERE seq = 2`,
		} {
			err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
				if _, err := tx.Exec(tamper); err != nil {
					return err
				}
				found, err := Check(tx)
				if len(found) == 0 || found[0].Invariant != Invariant {
					t.Errorf("%s: found %v", what, found)
				}
				return errors.Join(err, undo)
			})
			if !errors.Is(err, undo) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// What a spreadsheet would calculate gets an apostrophe, wherever a cell begins for it:
// where lists are parted by semicolons, a quotation mark within a line quotes nothing.
func TestCellsAreNotCalculated(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "plain": "plain", "a=b": "a=b", "a; b": "a; b", "one - two": "one - two", "'=1": "'=1",
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@A1": "'@A1", "\t=x": "\t'=x", "\uff1d1": "'\uff1d1", ` "=1`: ` "'=1`,
		"a;=1": "a;'=1", "a; +1;-2": "a; '+1;'-2", "a;;@A1": "a;;'@A1", "=1;=2": "'=1;'=2", "a\n=1": "a\n'=1", "a\r\n-1": "a\r\n'-1", "a\t=1": "a\t'=1",
		`y;"=1;x`: `y;"'=1;x`,
	} {
		if got := Cell(text); got != want || Cell(got) != want {
			t.Errorf("%q is the cell %q, not %q; made again %q", text, got, want, Cell(got))
		}
	}
}

// No cell of the exported log is calculated, whatever is stored by what is done: also where
// semicolons part it.
func TestTheExportIsNotCalculated(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			return Write(tx, By{}, "act", Note{Subject: "one", Reason: "two things;=1\n- that", Before: "a;=1", After: map[string]string{"name": `x; "@A1`}})
		})
		if err != nil {
			t.Fatal(err)
		}
		view(t, db, func(tx *sqldb.Tx) error {
			out, err := Exported(tx, ExportIn{})
			if err != nil || formula.MatchString(strings.SplitN(out.Content, "\n", 2)[1]) {
				t.Errorf("exported %q, %v", out.Content, err)
			}
			list, err := Between(tx, 0, 1)
			var before string
			if err != nil || len(list) != 1 || json.Unmarshal(list[0].Before, &before) != nil || before != "a;=1" {
				t.Errorf("stored %+v, %v", list, err)
			}
			if found, err := Check(tx); err != nil || len(found) != 0 {
				t.Errorf("found %v, %v", found, err)
			}
			return nil
		})
	})
}

// Two instances write to one audit log at the same time: nobody is refused for
// that, and the chain stays whole.
func TestTwoInstancesShareTheAuditLog(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	first, second := dbtest.Open(t, address, c), dbtest.Open(t, address, c)
	var all sync.WaitGroup
	for n, db := range []*sqldb.DB{first, second} {
		for worker := range 4 {
			all.Go(func() {
				for i := range 25 {
					err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
						return Write(tx, By{}, "test", Note{Subject: fmt.Sprint(n, worker, i)})
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	view(t, first, func(tx *sqldb.Tx) error {
		list, err := Between(tx, 0, 1000)
		found, wrong := Check(tx)
		if len(list) != 200 || len(found) != 0 {
			t.Errorf("%d records, found %v", len(list), found)
		}
		return errors.Join(err, wrong)
	})
}
