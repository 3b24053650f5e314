package postgres

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// refuses is where no server runs.
const refuses = "127.0.0.1:1"

// silentHost takes connections and says nothing.
func silentHost(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener.Addr().String()
}

func TestWhoLeadsIsAskedOfEveryHost(t *testing.T) {
	t.Parallel()
	server, _ := startServer(t)
	other, _ := startServer(t)
	conn, err := pgx.Connect(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := prepare(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	hostOf := func(address string) string {
		return strings.TrimSuffix(strings.TrimPrefix(address, "postgres://etld@"), "/postgres?sslmode=disable")
	}
	own, elsewhere, silent := hostOf(server.Address), hostOf(other.Address), silentHost(t)
	for _, c := range []struct {
		name  string
		hosts []string
		want  lead
	}{
		{"one host, behind which others may stand", []string{own}, notKnown},
		{"the others are gone", []string{refuses, own}, nobodyElse},
		{"one does not answer", []string{own, silent, refuses}, notKnown},
		{"one leads beside it", []string{own, refuses, elsewhere}, another},
		{"one leads and one does not answer", []string{silent, own, elsewhere}, another},
	} {
		s, err := configure("postgres://etld@" + strings.Join(c.hosts, ",") + "/postgres?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		got := s.askWhoLeads(t.Context(), startOf(conn))
		// Who leads may be too busy to say so in time.
		for began := time.Now(); c.want == another && got == notKnown && time.Since(began) < patience; {
			got = s.askWhoLeads(t.Context(), startOf(conn))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A host that is tried with and without TLS is one.
func TestHostsAreThoseOfTheAddress(t *testing.T) {
	t.Parallel()
	config, err := pgx.ParseConfig("postgres://nobody@a:1,b:2/none?sslmode=prefer")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, host := range hostsOf(config) {
		names = append(names, host.Host)
		if len(host.Fallbacks) != 1 || host.ValidateConnect != nil {
			t.Errorf("%s is connected to in %d further ways", host.Host, len(host.Fallbacks))
		}
	}
	if strings.Join(names, " ") != "a b" {
		t.Errorf("the hosts are %v", names)
	}
}
