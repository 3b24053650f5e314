package secondlook

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// remark is of a kind that waits for one more person.
type remark struct {
	Text string `json:"text"`
}

func registerRemarks(s *operator.Service) {
	operator.Handle(s, operator.Kind[remark]{Name: "remark", Path: "remarks/add", Makers: []operator.Role{operator.Editor}, Checkers: []operator.Role{operator.Editor},
		Describe: func(*sqldb.Tx, remark) (operator.Description, error) {
			return operator.Description{Subject: "remark 7", Approvals: 1}, nil
		},
		Execute: func(*sqldb.Tx, remark, operator.Decision) error { return nil }})
}

// A device without a session reads what waits, letter for letter, and nothing else of it.
// What was decided, what never was and who asks all the time is refused.
func TestWhatWaitsIsShownToWhoeverHasItsID(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		office := operatortest.Open(worldtest.New(t, db, c), registerRemarks)
		looks := New(db, office.Service, operatortest.Host, listener.Proxies{})
		ask := func(path string) *httptest.ResponseRecorder {
			recorder := httptest.NewRecorder()
			looks.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, PathPrefix+path, nil))
			return recorder
		}
		maker, checker := office.Person(1, operator.Editor), office.Person(2, operator.Editor)
		p := operatortest.Data[operator.Proposal](office, maker.Propose("remarks/add", remark{Text: "a <b> & “c”"}))

		got := ask(p.ID)
		var shown map[string]string
		if err := json.Unmarshal(got.Body.Bytes(), &shown); err != nil || got.Code != http.StatusOK {
			t.Fatalf("answered %d %s: %v", got.Code, got.Body, err)
		}
		want := map[string]string{"host": operatortest.Host, "id": p.ID, "kind": "remark", "subject": "remark 7", "payload": string(p.Payload)}
		if len(shown) != len(want) {
			t.Errorf("shown %v", shown)
		}
		for name, text := range want {
			if shown[name] != text {
				t.Errorf("%s is %q, not %q", name, shown[name], text)
			}
		}
		if got.Header().Get("Access-Control-Allow-Origin") != "*" || got.Header().Get("Access-Control-Allow-Credentials") != "" || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", got.Header())
		}

		office.WantCode("the approval", checker.Approve(p), http.StatusOK)
		for name, id := range map[string]string{"decided": p.ID, "unknown": "01M7VHRZAPV143QTVXGR6RYJ", "no id": "x", "nothing": ""} {
			if got := ask(id); got.Code != http.StatusNotFound {
				t.Errorf("%s: %d %s", name, got.Code, got.Body)
			}
		}
		refused := 0
		for range asked.Burst {
			if ask(p.ID).Code == http.StatusTooManyRequests {
				refused++
			}
		}
		if refused == 0 {
			t.Error("an address may ask without end")
		}
	})
}
