package param

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// openOffice is a world whose operators change a fee and a share, which stays below it.
func openOffice(t *testing.T, db *sqldb.DB, c dbtest.Clock) *operatortest.Office {
	t.Helper()
	fee, share := NewRatio("test.fee", money.Percent(500), WorseHigher), NewRatio("test.share", money.Percent(400), WorseNever)
	set, err := NewSet([]Defined{fee, share}, func(v Values) error {
		if share.In(v) > fee.In(v) {
			return fmt.Errorf("the share is above the fee")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return operatortest.Open(worldtest.New(t, db, c), func(o *operator.Service) { set.RegisterOperator(o, entropy.System()) })
}

func TestParametersChangeByTwoPeople(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := openOffice(t, db, c)
		maker, checker := w.Person(1, operator.Catalogue), w.Person(2, operator.FinanceChecker)
		change := func(name, value string) map[string]any { return map[string]any{"name": name, "value": value} }
		w.WantCode("a lower share", w.Through(maker, checker, "params/change", change("test.share", "0.03")), 200)
		w.WantCode("a higher fee", w.Through(maker, checker, "params/change", change("test.fee", "0.06")), 200)
		value := func(name string) (text string) {
			for _, row := range operatortest.Data[struct{ List []row }](w, checker.Call("params/list", httpapi.None{})).List {
				if row.Name == name {
					text = row.Value
				}
			}
			return text
		}
		if value("test.share") != "0.03" || value("test.fee") != "0.05" {
			t.Errorf("share %s, fee %s", value("test.share"), value("test.fee"))
		}
		for name, test := range map[string]struct {
			body map[string]any
			code int
		}{
			"an unknown name":       {change("test.none", "1"), 1002},
			"no number":             {change("test.fee", "five"), 1002},
			"out of bounds":         {change("test.fee", "0.6"), ErrParameter.Code},
			"against the rule":      {change("test.share", "0.055"), ErrParameter.Code},
			"worse, without notice": {map[string]any{"name": "test.fee", "value": "0.07", "effectiveAt": c.Now().Add(time.Hour)}, ErrParameter.Code},
			"the same value":        {change("test.share", "0.03"), ErrParameter.Code},
		} {
			w.WantCode(name, w.Through(maker, checker, "params/change", test.body), test.code)
		}
		log := operatortest.Data[struct{ List []logged }](w, checker.Call("params/changelog", httpapi.None{})).List
		if len(log) != 2 || log[1].Name != "test.share" || log[1].Actor != maker.ID+" "+checker.ID || log[1].Staff != "Demo, Demo" || log[1].Reason != "because of the test" {
			t.Errorf("the changelog is %+v", log)
		}
		w.Check(w.Service.Check)
	})
}
