package app

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"etld/internal/features/notice"
	"etld/internal/infra/sqldb"
)

// Open streams, and the events that they were sent, are counted.
func TestStreamsAreCounted(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, ann := p.invited(t)
		c := p.callers(t)
		m := newInstruments()
		m.watchProcess(p.db, c.API)
		m.expectStreams(t, 0)
		// The first call signs in.
		c.Call("/api/user/noticeSettings", ann)
		server := httptest.NewServer(c.API)
		defer server.Close()
		ctx, leave := context.WithTimeout(t.Context(), time.Minute)
		defer leave()
		go p.notices.Run(ctx, p.log)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/api/user/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("token", ann)
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		lines := bufio.NewScanner(reply.Body)
		hear := func(kind string) {
			t.Helper()
			for lines.Scan() {
				if strings.Contains(lines.Text(), `"kind":"`+kind+`"`) {
					return
				}
			}
			t.Fatalf("the stream ended before %s: %v", kind, lines.Err())
		}
		hear("hello")
		m.expectStreams(t, 1)
		err = p.db.Update(t.Context(), func(tx *sqldb.Tx) error { return p.notices.Tell(tx, ann, notice.PaymentSeen, nil) })
		if err != nil {
			t.Fatal(err)
		}
		for _, job := range p.notices.Jobs() {
			if _, err := job.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		hear(notice.PaymentSeen)
		m.expectStreams(t, 1)
		leave()
		m.expectStreams(t, 0)
	})
}

// expectStreams waits until the metrics say how many streams are open, which changes a
// moment after a reader sees it.
func (m *instruments) expectStreams(t *testing.T, open int) {
	t.Helper()
	want := fmt.Sprintf("\netld_streams_open %d\n", open)
	var page string
	for range 500 {
		recorder := httptest.NewRecorder()
		m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		if page = recorder.Body.String(); strings.Contains(page, want) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the metrics lack %q:\n%s", want, page)
}
