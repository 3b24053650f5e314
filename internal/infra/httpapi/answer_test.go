package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb/dbtest"
)

func TestSystemErrorsCarryAReference(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	token := w.signIn("ann")
	for _, mode := range []string{"break", "panic"} {
		got := w.call("/api/test/add", token, "requestId", requestID, "amount", "1", "mode", mode)
		match := regexp.MustCompile(`^\{"code":1008,"message":"System error","data":\{"reference":"([0-9A-Z]{10})"\}\}$`).FindStringSubmatch(got.body)
		if match == nil {
			t.Fatalf("%s: %s", mode, got.body)
		}
		if log := w.log.String(); strings.Count(log, match[1]) != 1 || strings.Contains(got.body, "mistake") {
			t.Errorf("%s: the reference is not logged once: %s", mode, log)
		}
	}
	if log := w.log.String(); !strings.Contains(log, "outcome(") {
		t.Errorf("a panic's stack is not in the log: %s", log)
	}
}

func TestRefusalsCarryTheirParameters(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	Read(w.api, Op{Path: "/api/test/refuse", Public: true}, func(_ context.Context, c Caller, _ struct{}) (string, error) {
		return "", fmt.Errorf("while testing: %w", fault.TooMany.With("retryAfter", "7"))
	})
	got := w.call("/api/test/refuse", "")
	if got.body != `{"code":1010,"message":"Too many requests, try again in 7 s","data":{"retryAfter":7}}` || got.header.Get("Retry-After") != "7" {
		t.Errorf("%s, %v", got.body, got.header)
	}
	if got := w.call("/api/test/add", w.signIn("ann"), "requestId", "short", "amount", "1"); got.body != `{"code":1002,"message":"Invalid parameter: requestId","data":{"field":"requestId"}}` {
		t.Error(got.body)
	}
}

func TestAnUnavailableDatabaseIsSaidSo(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		token := w.signIn("ann")
		w.call("/api/test/add", token, "requestId", requestID, "amount", "1")
		if err := w.db.Close(); err != nil {
			t.Fatal(err)
		}
		got := w.call("/api/test/add", token, "requestId", requestID+"x", "amount", "1")
		if got.status != 200 || got.Code != 1011 || got.Message != "Under maintenance" {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

func TestCallersWhoLeftAreNoErrors(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := w.api.answerFor(ctx, "/api/test/add", fmt.Errorf("read: %w", ctx.Err())); got.Code != codeGone || w.log.Len() != 0 {
		t.Errorf("answer %+v, log %s", got, w.log)
	}
}

func TestStoredFormRoundTrips(t *testing.T) {
	t.Parallel()
	for _, a := range []answer{{Code: 200, Data: json.RawMessage(`{"a":"<&>"}`)}, refusal(fault.Invalid("x")), {Code: 200, Data: json.RawMessage(`null`)}} {
		encoded, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		call := &commandCall{params: "p"}
		if err := call.replay(storedReply{params: "p", reply: string(encoded)}); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(call.result)
		if err != nil || string(again) != string(encoded) || !call.replayed {
			t.Errorf("%s became %s, %v", encoded, again, err)
		}
	}
}
