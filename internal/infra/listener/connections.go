package listener

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
	// householdsPerSite is how many households' connections one network of many may
	// have open.
	householdsPerSite = 8
)

// connections bounds how many connections are open: in all, from one address, and
// from one network of many. One too many closes the one that has been without a
// request longest, of that group, new ones included.
type connections struct {
	each    int
	proxies Proxies

	mu      sync.Mutex
	all     group
	groups  map[string]*group
	members map[net.Conn]*member
}

// group is the connections that are counted together.
type group struct {
	key       string
	max, open int
	// waiting are those without a request, the oldest first.
	waiting list.List
}

// member is an open connection, with its groups and its place in each among those
// that wait, while it does.
type member struct {
	conn   net.Conn
	places []place
	// isClosing says that it was told to close and has not said so yet. It counts
	// as closed, or every state in between would cost one more its place.
	isClosing bool
}

type place struct {
	group   *group
	waiting *list.Element
}

func newConnections(limit, each int, proxies Proxies) *connections {
	return &connections{each: each, proxies: proxies, all: group{max: limit}, groups: make(map[string]*group), members: make(map[net.Conn]*member)}
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
		m.stopWaiting()
		switch {
		case isGone:
			c.uncount(m)
		case state != http.StateActive:
			m.wait()
		}
	}
	if isGone {
		delete(c.members, conn)
		return nil
	}
	for _, in := range m.places {
		surplus = c.shrink(surplus, in.group)
	}
	return surplus
}

func (c *connections) join(conn net.Conn) *member {
	m := &member{conn: conn}
	if address, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil && !c.proxies.trusts(address.Addr().Unmap()) {
		ip := address.Addr().Unmap().String()
		m.enter(c.groupOf(AddressGroup(ip), c.each))
		if site := SiteOf(ip); site != "" {
			m.enter(c.groupOf(site, c.each*householdsPerSite))
		}
	}
	m.enter(&c.all)
	c.members[conn] = m
	return m
}

func (c *connections) groupOf(key string, limit int) *group {
	if c.groups[key] == nil {
		c.groups[key] = &group{key: key, max: limit}
	}
	return c.groups[key]
}

func (m *member) enter(g *group) {
	g.open++
	m.places = append(m.places, place{group: g})
}

func (m *member) wait() {
	for i := range m.places {
		m.places[i].waiting = m.places[i].group.waiting.PushBack(m)
	}
}

func (m *member) stopWaiting() {
	for i, in := range m.places {
		if in.waiting != nil {
			in.group.waiting.Remove(in.waiting)
			m.places[i].waiting = nil
		}
	}
}

func (c *connections) uncount(m *member) {
	for _, in := range m.places {
		if in.group.open--; in.group.open == 0 {
			delete(c.groups, in.group.key)
		}
	}
}

// shrink takes the oldest that waits out of a group that has one too many.
func (c *connections) shrink(surplus []net.Conn, g *group) []net.Conn {
	if g.open <= g.max || g.waiting.Len() == 0 {
		return surplus
	}
	oldest := g.waiting.Front().Value.(*member)
	oldest.stopWaiting()
	c.uncount(oldest)
	oldest.isClosing = true
	return append(surplus, oldest.conn)
}
