package httpapi

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

const (
	// connectionsMax leaves room for calls beside the streams.
	connectionsMax = 20_000
	// connectionsEach leaves a household with many phones its connections.
	connectionsEach = 64
)

// connections bounds how many connections are open, in all and from one
// address. One too many closes the one that has been without a request longest,
// of that address or of all, new ones included.
type connections struct {
	max, each int
	proxies   Proxies

	mu      sync.Mutex
	all     group
	groups  map[string]*group
	members map[net.Conn]*member
}

// group is the connections that are counted together.
type group struct {
	open int
	// waiting are those without a request, the oldest first.
	waiting list.List
}

// member is an open connection.
type member struct {
	conn net.Conn
	// from is its address's group; nil for one that is counted in all only.
	from *group
	key  string
	// inAll and inFrom are its places among those that wait, while it does.
	inAll, inFrom *list.Element
	// isClosing says that it was told to close and has not said so yet. It counts
	// as closed, or every state in between would cost one more its place.
	isClosing bool
}

func newConnections(limit, each int, proxies Proxies) *connections {
	return &connections{max: limit, each: each, proxies: proxies, groups: make(map[string]*group), members: make(map[net.Conn]*member)}
}

func (c *connections) changed(conn net.Conn, state http.ConnState) {
	for _, surplus := range c.follow(conn, state) {
		_ = surplus.Close()
	}
}

// follow keeps a connection's state and names those to close.
func (c *connections) follow(conn net.Conn, state http.ConnState) (surplus []net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[conn]
	if m == nil && state == http.StateNew {
		m = c.join(conn)
	}
	if m == nil {
		return nil
	}
	isGone := state == http.StateClosed || state == http.StateHijacked
	if !m.isClosing {
		c.stopWaiting(m)
		switch {
		case isGone:
			c.uncount(m)
		case state != http.StateActive:
			m.inAll = c.all.waiting.PushBack(m)
			if m.from != nil {
				m.inFrom = m.from.waiting.PushBack(m)
			}
		}
	}
	if isGone {
		delete(c.members, conn)
		return nil
	}
	if m.from != nil {
		surplus = c.shrink(surplus, m.from, c.each)
	}
	return c.shrink(surplus, &c.all, c.max)
}

func (c *connections) join(conn net.Conn) *member {
	m := &member{conn: conn}
	if address, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil && !c.proxies.trusts(address.Addr().Unmap()) {
		m.key = addressGroup(address.Addr().Unmap().String())
		m.from = c.groups[m.key]
		if m.from == nil {
			m.from = &group{}
			c.groups[m.key] = m.from
		}
		m.from.open++
	}
	c.all.open++
	c.members[conn] = m
	return m
}

func (c *connections) stopWaiting(m *member) {
	if m.inAll != nil {
		c.all.waiting.Remove(m.inAll)
	}
	if m.inFrom != nil {
		m.from.waiting.Remove(m.inFrom)
	}
	m.inAll, m.inFrom = nil, nil
}

func (c *connections) uncount(m *member) {
	c.all.open--
	if m.from == nil {
		return
	}
	if m.from.open--; m.from.open == 0 {
		delete(c.groups, m.key)
	}
}

// shrink takes the oldest that waits out of a group that has one too many.
func (c *connections) shrink(surplus []net.Conn, g *group, limit int) []net.Conn {
	if g.open <= limit || g.waiting.Len() == 0 {
		return surplus
	}
	oldest := g.waiting.Front().Value.(*member)
	c.stopWaiting(oldest)
	c.uncount(oldest)
	oldest.isClosing = true
	return append(surplus, oldest.conn)
}
