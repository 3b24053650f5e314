package trade

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// told keeps notices as "user kind amount".
type told struct{ list []string }

func (n *told) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	n.list = append(n.list, fmt.Sprint(userID, " ", kind, " ", params["sold"], " ", params["amount"], " ", params["average"], " ", link))
	return nil
}

func (w *world) lookAtAlerts() {
	w.T.Helper()
	for more := true; more; {
		var err error
		more, err = w.trade.lookAtAlerts(w.T.Context())
		w.Must(err)
	}
}

func (w *world) alerts(userID string) (states []string) {
	w.T.Helper()
	for _, a := range apitest.Data[httpapi.List[AlertRow]](w.T, w.client.Call("/api/trade/alerts", userID)).List {
		states = append(states, fmt.Sprint(a.Quantity, " ", a.Target, " ", a.State, " ", a.Net))
	}
	return states
}

func TestAnAlertIsToldOnceOfWhatBidsReallyBring(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("10000 USDT")
		anna, berta := w.seller(1, "500"), w.seller(2, "0.1")
		w.place("0.5", "1000")
		set := func(userID, quantity, target string, code int) {
			t.Helper()
			c.Advance(time.Second)
			if r := w.client.Call("/api/trade/setAlert", userID, "quantity", quantity, "target", target); r.Code != code {
				t.Errorf("%s for %s: %s", target, quantity, r.Body)
			}
		}
		set(anna, "100", "49.75", 1406)
		set(anna, "0.5", "1", 1404)
		set(anna, "100", "55", 200)
		set(anna, "100", "55", 200)
		// She has none of it, and may wait all the same.
		set(berta, "2000", "1000", 200)
		w.lookAtAlerts()
		// Fifty at a price that would do, and the rest at one that would not.
		w.place("0.6", "50")
		w.lookAtAlerts()
		if len(w.notices.list) != 0 {
			t.Errorf("told too early: %v", w.notices.list)
		}
		w.place("0.56", "50")
		for range 3 {
			w.lookAtAlerts()
		}
		want := anna + " alert_reached 100 57.71 0.58 /trade?quantity=100"
		if got := strings.Join(w.notices.list, "|"); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
		if got := strings.Join(w.alerts(anna), "|"); got != "100 55 reached 57.71" {
			t.Errorf("anna's alerts: %s", got)
		}
		c.Advance(alertFor)
		w.lookAtAlerts()
		if got := strings.Join(w.alerts(berta), "|"); got != "2000 1000 expired 0" || !strings.HasPrefix(w.notices.list[1], berta+" alert_expired") {
			t.Errorf("berta's: %s; told %v", got, w.notices.list)
		}
		w.check()
	})
}

func TestAlertsAreFewAndTheirUsers(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna, berta := w.seller(1, "5"), w.seller(2, "5")
		for n := range alertsMax {
			w.client.Call("/api/trade/setAlert", anna, "quantity", "100", "target", fmt.Sprint(60+n))
		}
		if r := w.client.Call("/api/trade/setAlert", anna, "quantity", "100", "target", "90"); r.Code != 1407 {
			t.Errorf("one more: %s", r.Body)
		}
		id := apitest.Data[httpapi.List[AlertRow]](t, w.client.Call("/api/trade/alerts", anna)).List[0].ID
		if r := w.client.Call("/api/trade/endAlert", berta, "alertId", id); r.Code != 1005 {
			t.Errorf("berta ends anna's: %s", r.Body)
		}
		for _, code := range []int{200, 1005} {
			if r := w.client.Call("/api/trade/endAlert", anna, "alertId", id); r.Code != code {
				t.Errorf("anna ends it: %s", r.Body)
			}
		}
	})
}

// One that cannot be told of holds up no other.
func TestAnAlertThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Capital("10000 USDT")
		anna, berta := w.seller(1, "5"), w.seller(2, "5")
		for _, userID := range []string{anna, berta} {
			w.client.Call("/api/trade/setAlert", userID, "quantity", "100", "target", "60")
		}
		w.place("0.7", "1000")
		w.trade.Notices = failsFor{w.notices, anna}
		w.lookAtAlerts()
		if got := w.alerts(anna)[0] + "|" + w.alerts(berta)[0]; got != "100 60 open 0|100 60 reached 69.65" {
			t.Errorf("after one failed: %s", got)
		}
		w.trade.Notices = w.notices
		c.Advance(alertRetry)
		w.lookAtAlerts()
		if got := w.alerts(anna)[0]; got != "100 60 reached 69.65" {
			t.Errorf("later: %s", got)
		}
	})
}

type failsFor struct {
	*told
	userID string
}

func (f failsFor) Send(tx sqldb.Command, userID, kind string, params map[string]string, link string) error {
	if userID == f.userID {
		return fmt.Errorf("no notice for %s", userID)
	}
	return f.told.Send(tx, userID, kind, params, link)
}

func TestLeastPrice(t *testing.T) {
	t.Parallel()
	for _, test := range [][3]string{{"100", "55", "0.55"}, {"3", "1", "0.33333333"}, {"1", "40000000000", "40000000000"}, {"0.5", "1", "0"}} {
		if got := leastPrice(amount(test[0]), amount(test[1])); got != amount(test[2]) {
			t.Errorf("%v: %s", test, got)
		}
	}
}
