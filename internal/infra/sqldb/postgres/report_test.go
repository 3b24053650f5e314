package postgres

import (
	"strings"
	"testing"
	"time"
)

// Where several hosts are named and no commit waits for a standby, an election may take
// back what was answered, until commits wait for one.
func TestAnElectionMayForgetWhatNoStandbyHas(t *testing.T) {
	t.Parallel()
	server, _ := startServer(t)
	open := func(address string) *Servers {
		s, err := Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	if open(server.Address).Report().MayForget {
		t.Error("one host alone has nobody who could be elected")
	}
	s := open(strings.Replace(server.Address, "@", "@"+refuses+",", 1))
	if r := s.Report(); !r.MayForget || r.ClockAhead != 0 {
		t.Errorf("with several hosts and no standby that confirms: %+v", r)
	}
	leave, err := server.Follow("standby")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	asAdministrator(t, server, "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")
	awaitProof(t, s)
	if s.Report().MayForget {
		t.Error("what a standby confirms may be forgotten")
	}
}

func TestAhead(t *testing.T) {
	t.Parallel()
	asked := time.Unix(1_700_000_000, 0)
	answered := asked.Add(2 * time.Second)
	for after, want := range map[time.Duration]time.Duration{-time.Minute: -time.Minute, 0: 0, time.Second: 0, 2 * time.Second: 0, time.Minute: 58 * time.Second} {
		if got := ahead(asked.Add(after), asked, answered); got != want {
			t.Errorf("a clock that says %s after the question is %s ahead, not %s", after, got, want)
		}
	}
}
