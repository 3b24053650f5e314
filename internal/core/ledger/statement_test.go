package ledger_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// between is a reader whose first byte comes with something else.
type between struct {
	http.ResponseWriter
	do func()
}

func (b *between) Write(p []byte) (int, error) {
	if b.do != nil {
		b.do()
		b.do = nil
	}
	return b.ResponseWriter.Write(p)
}

// A statement of several pages is of the moment at which it was begun: what is posted
// while it is read, for earlier too, is not in it.
func TestAStatementIsOfOneMoment(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		early := c.Now()
		c.Advance(time.Hour)
		if err := db.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
			for i := 0; i < 1100 && err == nil; i++ {
				_, err = w.books.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, RefID: fmt.Sprint(i), Transfers: []ledger.Transfer{deposit("ann", money.Units(1))}})
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		late := ledger.Entry{At: early, RefType: ledger.RefTransfer, RefID: "late", Transfers: []ledger.Transfer{deposit("ann", money.Units(7))}}
		w.Call(balancePath, "ann")
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, statementPath+"?from=2026-03-02&to=2026-03-02&format=json", nil)
		r.Header.Set("token", "ann")
		recorder := httptest.NewRecorder()
		w.API.ServeHTTP(&between{recorder, func() { w.post(late) }}, r)
		var answer struct{ Data ledger.Statement }
		var rows []ledger.LineRow
		err := json.Unmarshal(recorder.Body.Bytes(), &answer)
		content, wrong := base64.StdEncoding.DecodeString(answer.Data.Content)
		if err = errors.Join(err, wrong, json.Unmarshal(content, &rows)); err != nil || len(rows) != 1100 || rows[0].BalanceAfter != "1100" || !answer.Data.Complete {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		if _, content := w.statement("ann", "2026-03-02", "2026-03-02", "json"); strings.Count(string(content), `"late"`) != 1 {
			t.Error("the next one lacks what came meanwhile")
		}
	})
}
