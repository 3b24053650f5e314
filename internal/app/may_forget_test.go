package app

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Where an election of another database may take back what was answered as done, the log
// says so once at the start, and the metrics and etld doctor as long as it is so.
func TestOperatorsHearThatAnElectionMayForget(t *testing.T) {
	t.Parallel()
	const warning, step = "no commit waits for a standby", `{"step":"database","state":"missing","lack":"standby"`
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, mayForget := dbtest.Address(t, engine), engine == sqldb.Postgres
		if mayForget {
			// Nobody is at the second host.
			host, rest, _ := strings.Cut(strings.SplitN(address, "@", 2)[1], "/")
			address = strings.SplitN(address, "@", 2)[0] + "@" + host + ",127.0.0.1:1/" + rest
		}
		var log strings.Builder
		p, err := offline(t.Context(), config.Config{Host: testHost, Database: address}, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Close() })
		s := p.newServer()
		ask := func(path string) string {
			recorder := httptest.NewRecorder()
			s.operator.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
			return recorder.Body.String()
		}
		if said := strings.Count(log.String(), warning); said != map[bool]int{true: 1}[mayForget] {
			t.Errorf("the log: %s", log.String())
		}
		if metrics := ask("/metrics"); strings.Contains(metrics, "\netld_database_may_forget 1\n") != mayForget {
			t.Error("the metrics say something else")
		}
		if doctor := ask("/doctor"); strings.Contains(doctor, step) != mayForget {
			t.Errorf("etld doctor reads %s", doctor)
		}
	})
}
