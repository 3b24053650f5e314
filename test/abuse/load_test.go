package abuse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	idleConnections = 10_000
	slowClients     = 300
	// spareFiles are left for everything else when the system allows fewer open
	// files than the test wants.
	spareFiles = 600
	// memoryGrowthMax is what all of them may cost, in KiB.
	memoryGrowthMax = 200 << 10
	// slowEndsWithin is above the time the server grants for headers.
	slowEndsWithin = 15 * time.Second
	// slowTries bounds the slow clients of a machine that is too busy.
	slowTries = 4
)

func decode(a player.Answer, into any) error { return json.Unmarshal(a.Data, into) }

// residentKiB is the memory that the program holds.
func (f *fixture) residentKiB(t *testing.T) int {
	t.Helper()
	return f.memoryKiB(t, "VmRSS")
}

// memoryKiB is what the system says of the program's memory under a name.
func (f *fixture) memoryKiB(t *testing.T, name string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", f.process.PID()))
	if err != nil {
		skip.Because(t, "the program's memory cannot be read here: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, name+":"); found {
			n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("the program's status has no %s", name)
	return 0
}

// stillServes makes an ordinary call and wants its answer.
func (f *fixture) stillServes(t *testing.T) {
	t.Helper()
	if _, err := f.alice.Holding(t.Context(), money.USDT); err != nil {
		t.Errorf("an ordinary call meanwhile: %v", err)
	}
}

func (f *fixture) address() string { return strings.TrimPrefix(f.process.URL, "http://") }

func (f *fixture) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", f.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestHugeRequests sends more than any request may hold, by hand, as clients
// refuse to. It never comes to the database, so one engine is enough.
func TestHugeRequests(t *testing.T) {
	world := worlds[sqldb.SQLite]
	before := world.residentKiB(t)
	head := "POST /api/miner/purchaseMiner%s HTTP/1.1\r\nHost: x\r\ntoken: " + world.mallory.Token + "\r\n%s\r\n"
	million := "?" + strings.Repeat("a=1&", 1_000_000)
	world.unchanged(t, func() {
		for _, test := range []struct {
			name, request string
			statuses      []int
		}{
			{"10 MB query", fmt.Sprintf(head, "?quantity="+strings.Repeat("9", 10<<20), ""), []int{431, 414, 400}},
			{"1 million parameters", fmt.Sprintf(head, million, ""), []int{431, 414, 400}},
			{"20 KB query", fmt.Sprintf(head, "?quantity="+strings.Repeat("9", 20<<10), ""), []int{414}},
			{"8,000 parameters", fmt.Sprintf(head, "?"+strings.Repeat("a&", 8000), ""), []int{200}},
			{"10 MB header", fmt.Sprintf(head, "", "X: "+strings.Repeat("y", 10<<20)+"\r\n"), []int{431}},
			{"100,000 headers", fmt.Sprintf(head, "", strings.Repeat("X: y\r\n", 100_000)), []int{431}},
			{"10 MB body", fmt.Sprintf(head, "", "Content-Length: 10485760\r\n") + strings.Repeat("b", 10<<20), []int{413}},
			{"body without length", fmt.Sprintf(head, "", "Transfer-Encoding: chunked\r\n") + strings.Repeat("1000\r\n"+strings.Repeat("b", 0x1000)+"\r\n", 2560) + "0\r\n\r\n", []int{200, 413}},
			{"two lengths", fmt.Sprintf(head, "", "Content-Length: 5\r\nContent-Length: 6\r\n") + "hello", []int{400}},
			{"no protocol", "POST /api/miner/purchaseMiner\r\n\r\n", []int{400}},
			{"noise", strings.Repeat("\x00\xff\r\n", 1000), []int{400}},
		} {
			status := world.sendRaw(t, test.request)
			accepted := false
			for _, wanted := range test.statuses {
				accepted = accepted || status == wanted
			}
			if !accepted {
				t.Errorf("%s: status %d, want one of %v", test.name, status, test.statuses)
			}
		}
	})
	world.stillServes(t)
	if grown := world.residentKiB(t) - before; grown > memoryGrowthMax {
		t.Errorf("the program grew by %d KiB", grown)
	}
}

// sendRaw writes while it reads, as the server may answer before it has read
// everything.
func (f *fixture) sendRaw(t *testing.T, request string) (status int) {
	t.Helper()
	conn := f.dial(t)
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(slowEndsWithin))
	go func() {
		// Cut off when the server has answered.
		_, _ = io.Copy(conn, strings.NewReader(request))
	}()
	reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%.60q: %v", request, err)
		return 0
	}
	defer reply.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(reply.Body, 4096))
	if status = reply.StatusCode; status == http.StatusOK && !bytes.Contains(body, []byte(`"code":1002`)) {
		t.Errorf("%.60q was answered %s", request, body)
	}
	return status
}

// TestSlowAndIdleClients holds thousands of connections open, some of them
// dripping a request; everybody else is served, and the slow are cut off. It never
// comes to the database, so one engine is enough.
func TestSlowAndIdleClients(t *testing.T) {
	world := worlds[sqldb.SQLite]
	before := world.residentKiB(t)
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	idle := min(idleConnections, max(100, int(files.Cur)-slowClients-spareFiles))
	for range idle {
		world.dial(t)
	}
	for tries := 0; world.servedBesideSlowClients(t, before) == 0; {
		if tries++; tries == slowTries {
			t.Fatal("no call was answered while all slow clients were there")
		}
	}
	world.stillServes(t)
	if idle < idleConnections {
		skip.Because(t, "only %d idle connections of %d were tried, as %d files may be open here", idle, idleConnections, files.Cur)
	}
}

// servedBesideSlowClients counts the calls that are answered before the first slow client
// is cut off, and waits until all were.
func (f *fixture) servedBesideSlowClients(t *testing.T, memoryBefore int) (served int) {
	t.Helper()
	var slow sync.WaitGroup
	var cutOff atomic.Int64
	for i := range slowClients {
		conn := f.dial(t)
		start := "POST /api/open/app HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 0 {
			start = "POST /api/open/app HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\nExpect: 100-continue\r\nX-Slow: "
		}
		slow.Go(func() {
			drip(t, conn, start)
			cutOff.Add(1)
		})
	}
	for range 20 {
		f.stillServes(t)
		if cutOff.Load() == 0 {
			served++
		}
		time.Sleep(50 * time.Millisecond)
	}
	grown := f.residentKiB(t) - memoryBefore
	t.Logf("the idle and %d slow connections cost %d KiB", slowClients, grown)
	if grown > memoryGrowthMax {
		t.Errorf("the program grew by %d KiB, at most %d are allowed", grown, memoryGrowthMax)
	}
	slow.Wait()
	return served
}

// drip sends a byte now and then until the server has had enough.
func drip(t *testing.T, conn net.Conn, start string) {
	began := time.Now()
	if _, err := io.WriteString(conn, start); err != nil {
		t.Error(err)
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, conn)
	}()
	for {
		select {
		case <-ended:
			return
		case <-time.After(500 * time.Millisecond):
			_, _ = io.WriteString(conn, "z")
		}
		if time.Since(began) > slowEndsWithin {
			t.Errorf("a slow client was still connected after %s", slowEndsWithin)
			return
		}
	}
}
