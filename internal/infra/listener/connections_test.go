package listener

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"testing"
)

// Closing takes its time. One too many costs one connection, however late the
// closed ones say that they are.
func TestOneTooManyClosesOne(t *testing.T) {
	t.Parallel()
	const limit = 3
	c := newConnections(limit, limit, nil)
	var conns, told []net.Conn
	note := func(conn net.Conn, state http.ConnState) {
		told = append(told, c.follow(conn, state)...)
	}
	for range limit + 2 {
		conn, other := net.Pipe()
		defer conn.Close()
		defer other.Close()
		conns = append(conns, conn)
		note(conn, http.StateNew)
	}
	last := conns[limit+1]
	note(last, http.StateActive)
	note(conns[0], http.StateActive)
	note(conns[0], http.StateIdle)
	note(conns[0], http.StateClosed)
	note(conns[1], http.StateClosed)
	note(last, http.StateIdle)
	if !slices.Equal(told, conns[:2]) {
		t.Errorf("%d connections were told to close, the two oldest should be", len(told))
	}
	for _, conn := range conns[2:] {
		note(conn, http.StateClosed)
	}
	for _, conn := range told {
		note(conn, http.StateClosed)
	}
	if c.all.open != 0 || c.all.waiting.Len() != 0 || len(c.members) != 0 || len(c.groups) != 0 {
		t.Errorf("left behind: %d open, %d waiting, %d members, %d groups", c.all.open, c.all.waiting.Len(), len(c.members), len(c.groups))
	}
}

// from is a connection from an address.
type from struct {
	net.Conn
	address string
}

func (f from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.address))
}

// A customer whose provider gave 65,536 networks of IPv6 has the connections of
// eight households, and takes no place from others.
func TestConnectionsOfASite(t *testing.T) {
	t.Parallel()
	const limit, each = 500, 2
	c := newConnections(limit, each, nil)
	told := 0
	for i := range limit {
		told += len(c.follow(from{address: fmt.Sprintf("[2001:db8:7:%x::1]:80", i)}, http.StateNew))
	}
	if want := each * householdsPerSite; c.all.open != want || told != limit-want {
		t.Errorf("%d connections of a site are open and %d were told to close, want %d", c.all.open, told, want)
	}
	for i := range limit - c.all.open {
		told += len(c.follow(from{address: fmt.Sprintf("[2001:db8:%x:1::1]:80", 100+i)}, http.StateNew))
	}
	if c.all.open != limit {
		t.Errorf("%d connections are open, want %d", c.all.open, limit)
	}
}
