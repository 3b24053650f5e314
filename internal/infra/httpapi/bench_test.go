package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// BenchmarkCommandOverHTTP is the whole path of the smallest command, client
// included: 128 connections, each with its own user, durable commits.
func BenchmarkCommandOverHTTP(b *testing.B) {
	const clients = 128
	db := dbtest.Open(b, dbtest.Address(b, sqldb.SQLite), dbtest.NewClock())
	w := newWorld(b, db, Limits{})
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	server := listener.NewServer(listener.ServerConfig{API: w.api, Log: slog.New(slog.DiscardHandler)})
	go func() { _ = server.Serve(ctx, socket) }()
	tokens := make([]string, clients)
	for i := range tokens {
		tokens[i] = w.signIn(fmt.Sprint("user", i))
	}
	var next atomic.Int64
	b.ReportAllocs()
	b.ResetTimer()
	var wg sync.WaitGroup
	for _, token := range tokens {
		wg.Go(func() {
			conn, err := net.Dial("tcp", socket.Addr().String())
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			reader := bufio.NewReader(conn)
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				fmt.Fprintf(conn, "POST /api/test/add?requestId=request-%012d&amount=0.00000001 HTTP/1.1\r\nHost: x\r\ntoken: %s\r\nlan: en_US\r\n\r\n", n, token)
				if err := discardAnswer(reader); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commands/s")
}

// discardAnswer reads one answer and holds that it is a success.
func discardAnswer(reader *bufio.Reader) error {
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && (len(body) < 11 || string(body[:11]) != `{"code":200`) {
		err = fmt.Errorf("answer %s", body)
	}
	return err
}

type benchIn struct {
	RequestID string `query:"requestId" required:"true" minLength:"16" pattern:"^[A-Za-z0-9_-]{16,64}$"`
	Amount    string `query:"amount" required:"true" pattern:"^\\d{1,11}(\\.\\d{1,8})?$"`
	Mode      string `query:"mode" default:"add" enum:"add,refuse"`
}

type benchBody struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    addOut `json:"data"`
}

type benchOut struct{ Body benchBody }

// BenchmarkDispatch compares this package's way from a request to its answer
// with huma's, for the same call without a database.
func BenchmarkDispatch(b *testing.B) {
	target := "/api/test/echo?requestId=request-000000000001&amount=1.5"
	run := func(b *testing.B, handler http.Handler) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(http.MethodPost, target, nil)
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, r)
			if recorder.Code != http.StatusOK {
				b.Fatal(recorder.Body)
			}
		}
	}
	b.Run("own", func(b *testing.B) {
		db := dbtest.Open(b, dbtest.Address(b, sqldb.SQLite), dbtest.NewClock())
		w := newWorld(b, db, Limits{})
		Read(w.api, Op{Path: "/api/test/echo", Public: true}, func(_ context.Context, _ Caller, in benchIn) (addOut, error) {
			return addOut{By: in.Amount}, nil
		})
		run(b, w.api)
	})
	b.Run("huma", func(b *testing.B) {
		mux := http.NewServeMux()
		huma.Register(humago.New(mux, huma.DefaultConfig("bench", "1")), huma.Operation{Method: http.MethodPost, Path: "/api/test/echo"},
			func(_ context.Context, in *benchIn) (*benchOut, error) {
				return &benchOut{Body: benchBody{Code: 200, Data: addOut{By: in.Amount}}}, nil
			})
		run(b, mux)
	})
	b.Run("nothing", func(b *testing.B) {
		run(b, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	})
}
