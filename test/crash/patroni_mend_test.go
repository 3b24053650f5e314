package crash

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/internal/base/skip"
)

const (
	// mendsItselfWithin is how long an operator waits before he does something, and
	// mendedAtMost how often in a row.
	mendsItselfWithin = time.Minute
	mendedAtMost      = 5
	// wholeFor is longer than a turn of Patroni, at which it may drop a standby that lost
	// its line a moment ago.
	wholeFor = 6 * time.Second
	logTail  = 3_000
)

// awaitWhole waits until one takes writes, one has them at once, and both others follow.
// Where Patroni does not come to that by itself, it is mended as an operator would.
func (c *patroni) awaitWhole() {
	c.t.Helper()
	for tried := range mendedAtMost {
		since := time.Now()
		for deadline := since.Add(mendsItselfWithin); time.Now().Before(deadline); time.Sleep(5 * pollPause) {
			if !c.isWhole() {
				since = time.Now()
			} else if time.Since(since) > wholeFor {
				return
			}
		}
		c.logPatroni()
		if tried < mendedAtMost-1 {
			c.mend()
		}
	}
	c.t.Fatal("the cluster is not whole")
}

// isWhole holds that both followers stream, as Patroni calls one a replica before it is
// rewound, and that one of them has every commit.
func (c *patroni) isWhole() bool {
	parts := make(map[string][]*member)
	for _, m := range c.members {
		for _, part := range []string{"leader", "replica", "sync"} {
			if m.is(part) {
				parts[part] = append(parts[part], m)
			}
		}
	}
	leaders, followers := parts["leader"], len(parts["replica"])
	return len(leaders) == 1 && followers == membersCount-1 && len(parts["sync"]) == 1 && len(leaders[0].streaming()) == followers
}

// streaming are the names of the members that follow this one.
func (m *member) streaming() map[string]bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	names := make(map[string]bool)
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://etld:drill@%s:%d/postgres?sslmode=disable", m.address, postgresPort))
	if err != nil {
		return names
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, `SELECT application_name FROM pg_stat_replication WHERE state = 'streaming'`)
	if err != nil {
		return names
	}
	list, _ := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range list {
		names[name] = true
	}
	return names
}

// mend does what the documents tell an operator to do, once: Patroni is started where it
// ended, and a member that does not follow is made anew.
func (c *patroni) mend() {
	c.t.Helper()
	var leader *member
	for _, m := range c.members {
		if m.is("leader") {
			leader = m
		}
		if !m.is("patroni") {
			c.note("start Patroni of " + m.name)
			_ = m.guard.Process.Kill()
			_ = m.guard.Wait()
			m.start()
			return
		}
	}
	if leader == nil {
		c.t.Log("no member is leader: nothing is known that would mend it")
		return
	}
	follow := leader.streaming()
	for _, m := range c.members {
		if m == leader || follow[m.name] {
			continue
		}
		c.note("reinitialise " + m.name)
		out, err := exec.Command("patronictl", "-c", m.file, "reinit", "drill", m.name, "--force").CombinedOutput()
		c.t.Logf("patronictl reinit: %s (%v)", out, err)
		return
	}
	c.t.Logf("%s leads, %v follow: nothing is known that would mend it", leader.name, follow)
}

func (c *patroni) note(what string) {
	c.mended = append(c.mended, what)
	c.t.Logf("an operator had to %s", what)
}

func (c *patroni) logPatroni() {
	for _, m := range c.members {
		text, _ := os.ReadFile(filepath.Join(c.dir, "patroni-"+m.name+".log"))
		c.t.Logf("%s: %s", m.name, text[max(0, len(text)-logTail):])
	}
}

// TestDrillMends has the drill's operator mend what Patroni leaves as it is: a member
// whose data is damaged, and a Patroni that ended.
func TestDrillMends(t *testing.T) {
	if *drillFaults == 0 {
		skip.Because(t, "`make drill` runs it")
	}
	startNetwork(t)
	c := startPatroni(t)
	for _, trouble := range []struct {
		name  string
		cause func()
	}{
		{"reinitialise", func() {
			standby := c.one("sync")
			standby.kill()
			run(t, "rm", "-rf", standby.dir+"/data/global")
			standby.start()
		}},
		{"start Patroni of", func() { c.one("sync").kill() }},
	} {
		before := len(c.mended)
		trouble.cause()
		for deadline := time.Now().Add(mendsItselfWithin / 2); c.isWhole() && time.Now().Before(deadline); time.Sleep(pollPause) {
		}
		c.awaitWhole()
		if done := c.mended[before:]; len(done) == 0 || !strings.HasPrefix(done[len(done)-1], trouble.name) {
			t.Errorf("%s: an operator had to %q", trouble.name, done)
		}
	}
}
