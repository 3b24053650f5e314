package dbtest

import (
	"context"
	"io"
	"math"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"etld/internal/infra/sqldb"
)

// RoundTrips counts how often a program waits for PostgreSQL: each time that it
// sends something after the server spoke on the same connection.
type RoundTrips struct{ count atomic.Int64 }

// Count is how many there were since the last time it was asked.
func (r *RoundTrips) Count() int64 { return r.count.Swap(0) }

// Fewest is how many one of several tries took: the first prepares its statements, and
// the database is asked other things besides.
func (r *RoundTrips) Fewest(try func()) int64 {
	least := int64(math.MaxInt64)
	for range tries {
		r.Count()
		try()
		least = min(least, r.Count())
	}
	return least
}

const tries = 10

// OpenCounted opens a new PostgreSQL database whose round trips are counted.
func OpenCounted(t testing.TB) (*sqldb.DB, Clock, *RoundTrips) {
	t.Helper()
	address, trips := Counted(t, Address(t, sqldb.Postgres))
	c := NewClock()
	return Open(t, address, c), c, trips
}

// Counted is an address through which a PostgreSQL database's round trips are
// counted.
func Counted(t testing.TB, address string) (counted string, trips *RoundTrips) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := u.Host
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &RoundTrips{}
	var connections sync.WaitGroup
	connections.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Go(func() { r.relay(client, server) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		connections.Wait()
	})
	u.Host = listener.Addr().String()
	return u.String(), r
}

// relay passes on what one connection says until an end closes it.
func (r *RoundTrips) relay(client net.Conn, address string) {
	defer client.Close()
	server, err := new(net.Dialer).DialContext(context.Background(), "tcp", address)
	if err != nil {
		return
	}
	var serverSpoke atomic.Bool
	var both sync.WaitGroup
	both.Go(func() {
		defer server.Close()
		_, _ = io.Copy(server, listening{client, func() {
			if serverSpoke.CompareAndSwap(true, false) {
				r.count.Add(1)
			}
		}})
	})
	both.Go(func() {
		defer client.Close()
		_, _ = io.Copy(client, listening{server, func() { serverSpoke.Store(true) }})
	})
	both.Wait()
}

// listening tells of everything that is read.
type listening struct {
	io.Reader
	heard func()
}

// Read is for io.Copy.
func (l listening) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if n > 0 {
		l.heard()
	}
	return n, err
}
