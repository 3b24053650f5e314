package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/sqldb/dbtest"
)

// stuck is the connection of a reader who takes nothing for a while.
type stuck struct {
	*httptest.ResponseRecorder
	entered, goOn chan struct{}
}

func (s stuck) Write(b []byte) (int, error) {
	s.entered <- struct{}{}
	<-s.goOn
	return s.ResponseRecorder.Write(b)
}

// A turn lasts until the last byte is gone, and one who reads slowly keeps it from nobody
// but the own account and address.
func TestLongAnswersAreKeptFromNobody(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	Long[None, string](w.api, Op{Path: "/api/test/long", Tag: "test"}, func(_ context.Context, c Caller, _ None, out *Pieces) error {
		return out.Value(c.UserID)
	})
	w.signIn("ann")
	w.signIn("bob")
	ask := func(to http.ResponseWriter, user, address string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/test/long", nil)
		r.RemoteAddr = address + ":1"
		r.Header.Set(tokenHeader, "token-of-"+user)
		w.api.ServeHTTP(to, r)
	}
	answer := func(user, address string) (got reply) {
		recorder := httptest.NewRecorder()
		ask(recorder, user, address)
		if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
			t.Errorf("%s: %v", recorder.Body, err)
		}
		return got
	}
	slow := stuck{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	left := make(chan struct{})
	go func() { ask(slow, "ann", "192.0.2.1"); close(left) }()
	<-slow.entered
	if got := answer("ann", "192.0.2.2"); got.Code != 1010 {
		t.Errorf("the same account meanwhile: %+v", got)
	}
	if got := answer("bob", "192.0.2.2"); string(got.Data) != `"bob"` {
		t.Errorf("somebody else: %+v", got)
	}
	waited := make(chan reply)
	go func() { waited <- answer("bob", "192.0.2.1") }()
	select {
	case got := <-waited:
		t.Errorf("somebody else at the address did not wait: %+v", got)
	case <-time.After(50 * time.Millisecond):
	}
	close(slow.goOn)
	<-left
	if got := <-waited; string(got.Data) != `"bob"` {
		t.Errorf("who waited at the address: %+v", got)
	}
	if got := answer("ann", "192.0.2.1"); string(got.Data) != `"ann"` || !strings.Contains(slow.Body.String(), `"data":"ann"}`) {
		t.Errorf("afterwards: %+v, %s", got, slow.Body)
	}
}

// What is long is sent in pieces, each of about longPiece.
func TestALongAnswerTakesLittleMemory(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	const rows, row = 1_000, 1_000
	largest := 0
	Long[None, string](w.api, Op{Path: "/api/test/long", Tag: "test"}, func(_ context.Context, _ Caller, _ None, out *Pieces) error {
		out.Text(`"`)
		for range rows {
			out.Text(strings.Repeat("x", row))
			largest = max(largest, out.pending.Cap())
		}
		out.Text(`"`)
		return nil
	})
	got := w.call("/api/test/long", w.signIn("ann"))
	if len(got.Data) != rows*row+2 || largest > 4*longPiece {
		t.Errorf("%d bytes, of which %d were in memory at once", len(got.Data), largest)
	}
}

// A stop of the server ends long answers: what is under way after a while, and what still
// waits for its turn is told to come again. Each counts as a call, with what became of it.
func TestAStopEndsLongAnswers(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	w.api.longAfterStop = 10 * time.Millisecond
	observed := make(chan int, 4)
	w.api.Observe = func(_ string, code int, _ time.Duration) { observed <- code }
	isUnderWay, others := make(chan struct{}), make(chan struct{})
	Long[None, string](w.api, Op{Path: "/api/test/long", Tag: "test"}, func(_ context.Context, c Caller, _ None, out *Pieces) (err error) {
		if c.UserID == "ann" {
			return out.Value("whole")
		}
		for begun := false; err == nil; begun = true {
			if _, err = out.Write(make([]byte, longPiece)); !begun {
				close(isUnderWay)
			}
		}
		<-others
		return err
	})
	if got := w.call("/api/test/long", w.signIn("ann")); got.Code != 200 || <-observed != 200 {
		t.Errorf("one that was read: %s", got.body)
	}
	bob, cyd := w.signIn("bob"), w.signIn("cyd")
	var ended sync.WaitGroup
	ended.Go(func() {
		recorder := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/test/long", nil)
		r.Header.Set(tokenHeader, bob)
		w.api.ServeHTTP(recorder, r)
		if json.Valid(recorder.Body.Bytes()) {
			t.Error("what was cut short looks whole")
		}
	})
	<-isUnderWay
	ended.Go(func() {
		defer close(others)
		// Of the same address, so it waits.
		if got := w.call("/api/test/long", cyd); got.Code != 1010 {
			t.Errorf("one that waited: %d", got.Code)
		}
	})
	w.api.EndStreams()
	ended.Wait()
	codes := []int{<-observed, <-observed}
	if slices.Sort(codes); !slices.Equal(codes, []int{codeGone, 1010}) {
		t.Errorf("counted as %v", codes)
	}
}
