package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/ledger"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/features/transparency"
	"etld/internal/infra/sqldb"
)

const (
	// pageRate is how often the public page is asked for in a second.
	pageRate    = 2000
	pageReaders = 16
	pageClients = 8
)

// measurePage compares calls beside readers of the public page with calls before.
func (database server) measurePage(ctx context.Context, db *sqldb.DB, forTime time.Duration) error {
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	page, err := transparency.New(transparency.Config{DB: db, Log: slog.New(slog.DiscardHandler), Books: ledger.New(entropy.System()),
		Readings: func() []reconciliation.Reading { return nil }})
	if err != nil {
		return err
	}
	fmt.Printf("\nthe public page asked for %d times a second beside %d clients on %s\n", pageRate, pageClients, db.Engine())
	usual, err := database.drive([]string{target}, pageClients, after(forTime), smallestCall("unread"))
	if err != nil {
		return err
	}
	// Readers and server share the processors with the callers: an answer of nothing
	// shows what asking alone costs.
	nothing := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	for _, read := range []struct {
		name    string
		handler http.Handler
	}{{"nothing", nothing}, {"the page", page}} {
		answered, during, err := database.driveBeside(ctx, read.handler, target, after(forTime))
		if err != nil {
			return err
		}
		fmt.Printf("%s answered %.0f times a second\n", read.name, float64(answered)/forTime.Seconds())
		printInteractive(usual, []result{during})
	}
	return nil
}

// driveBeside lets clients call while others read what a handler answers.
func (database server) driveBeside(ctx context.Context, handler http.Handler, target string, over func() bool) (answered int64, during result, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, during, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	var count atomic.Int64
	failed := make(chan error, 1)
	go func() {
		failed <- readPage(ctx, "http://"+listener.Addr().String()+transparency.PagePath, over, &count)
	}()
	during, err = database.drive([]string{target}, pageClients, over, smallestCall(rand.Text()))
	return count.Load(), during, errors.Join(err, <-failed)
}

// readPage asks for the page at an even rate until it is over; what is late is not made
// up for.
func readPage(ctx context.Context, address string, isOver func() bool, answered *atomic.Int64) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: pageReaders}}
	failures := make(chan error, pageReaders)
	var readers sync.WaitGroup
	for range pageReaders {
		readers.Go(func() {
			ticker := time.NewTicker(time.Second * pageReaders / pageRate)
			defer ticker.Stop()
			for !isOver() {
				<-ticker.C
				if err := readOnce(ctx, client, address); err != nil {
					failures <- err
					return
				}
				answered.Add(1)
			}
		})
	}
	readers.Wait()
	close(failures)
	return <-failures
}

func readOnce(ctx context.Context, client *http.Client, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	// As browsers ask; what is packed is read as it is.
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the page answers %s", response.Status)
	}
	return nil
}
