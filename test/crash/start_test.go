package crash

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
	"etld/test/player"
)

const refusalWithin = 40 * time.Second

// refused runs the program, which must end by itself with one sentence.
func refused(t *testing.T, sentence string, arguments ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), refusalWithin)
	defer cancel()
	output, code := player.Run(ctx, program, arguments...)
	if code != 1 || !strings.Contains(output, sentence) || strings.Contains(output, "goroutine ") {
		t.Errorf("%s: exit %d, want 1 and %q: %s", arguments[0], code, sentence, output)
	}
}

// TestWhatIsNotOurs starts the program on ports, folders and databases that
// are not its own.
func TestWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	elsewhere := filepath.Join(t.TempDir(), "world")
	for _, listener := range []struct{ flag, sentence string }{{"--listen", "public listener: "}, {"--operator-listen", "operator listener: "}} {
		refused(t, listener.sentence+"listen tcp "+taken.Addr().String()+": bind: address already in use", append(player.DemoArguments(elsewhere), listener.flag, taken.Addr().String())...)
	}
	refused(t, "the chain's port is in use by another program", append(player.DemoArguments(elsewhere), "--chain-port", fmt.Sprint(taken.Addr().(*net.TCPAddr).Port))...)
	refused(t, "the database belongs elsewhere", serveArguments(t, w)...)
	w.check()
	production := "sqlite:" + filepath.Join(t.TempDir(), "production.db")
	claimProduction(t, production)
	refused(t, "the database belongs elsewhere", append(w.arguments(), "--database", production)...)
	newer := "sqlite:" + filepath.Join(t.TempDir(), "newer.db")
	makeNewer(t, newer)
	const isNewer = "the database's schema is newer than this program; install the newer program"
	refused(t, isNewer, "migrate", "--database", newer)
	refused(t, isNewer+", or begin an empty world with --fresh", append(w.arguments(), "--database", newer)...)
	// Who owns nothing has nothing to catch up with, and is parked no more once it was tried.
	const parked = `INSERT INTO job_parked (id, job, subject, since, retry_at, tries, cause, remind_at) VALUES
		('machine_retry|NOBODY', 'machine_retry', 'NOBODY', 1, 4000000000000000, 1, 'x', 1),
		('machine_retry|NOBODY ELSE', 'machine_retry', 'NOBODY ELSE', 1, 4000000000000001, 1, 'x', 1),
		('of_no_job|IT', 'of_no_job', 'IT', 1, 4000000000000000, 1, 'x', 1)`
	execute(t, w.database, parked)
	w.start()
	w.await("all that was parked is due at a start, and tried", refusalWithin, func() bool {
		return w.rows(`SELECT COUNT(*) FROM job_parked WHERE job = 'machine_retry' OR retry_at >= 4000000000000000`)[0][0] == "0"
	})
	w.check()
}

// serveArguments are good settings of serve on a demo's database.
func serveArguments(t *testing.T, w *world) []string {
	t.Helper()
	key := wallettest.New()
	treasury := wallettest.Address(key).Hex()
	signature := wallettest.Sign(key, "Deposits to example.test on BEP-20 (chain 56) go to "+treasury+".")
	list := []string{"serve", "--host", "example.test", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--rpc-urls", w.running().RPCURL, "--single-node",
		"--public-rpc-url", "https://node.example", "--start-block", "1", "--database", w.database, "--treasury", treasury, "--treasury-signature", signature}
	for i, flag := range []string{"funder-address", "token-usdt", "token-etld", "token-eth", "eth-aggregator", "eth-aggregator-2"} {
		list = append(list, "--"+flag, fmt.Sprintf("0x%040d", i+1))
	}
	return list
}

func claimProduction(t *testing.T, address string) {
	t.Helper()
	if err := sqldb.Migrate(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	db, err := sqldb.Open(t.Context(), address, &clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := meta.ClaimWorld(t.Context(), db, meta.Production, ""); err != nil {
		t.Fatal(err)
	}
}

func makeNewer(t *testing.T, address string) {
	t.Helper()
	if err := sqldb.Migrate(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	execute(t, address, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`, `UPDATE sqldb_meta SET value = '99999' WHERE name = 'schema_needs'`)
}

// execute runs statements on a SQLite database that no program has open.
func execute(t *testing.T, address string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFreshDeletesADemosFolderOnly(t *testing.T) {
	t.Parallel()
	mine := t.TempDir()
	letter := filepath.Join(mine, "letter.txt")
	if err := os.WriteFile(letter, []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, "the folder has no demo's marker", append(player.DemoArguments(mine), "--fresh")...)
	refused(t, "the folder has no demo's marker", player.DemoArguments(mine)...)
	if text, err := os.ReadFile(letter); err != nil || string(text) != "dear" {
		t.Fatalf("somebody's letter: %q, %v", text, err)
	}
	w := newWorld(t, sqldb.SQLite)
	p := w.newPlayer()
	if code := w.running().Stop(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "leftover.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.start("--fresh")
	if _, err := os.Stat(filepath.Join(w.dir, "leftover.txt")); !os.IsNotExist(err) {
		t.Errorf("the old folder's file: %v", err)
	}
	if a, err := w.at(p).Call(t.Context(), "/api/user/getUserInfo", nil); err != nil || a.Code != codeSignIn {
		t.Errorf("a token of the deleted world: %d %s %v", a.Code, a.Data, err)
	}
	w.check()
}

// TestStartedAgainAndAgain stops and starts a world whose clock was moved: its
// chain is still the same one, tells the platform's time, and brings deposits.
func TestStartedAgainAndAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	p := w.fundedPlayer(100)
	if err := w.running().Operate(t.Context(), "/demo/advance?seconds=86400"); err != nil {
		t.Fatal(err)
	}
	have := money.Units(100)
	for range 4 {
		if code := w.running().Stop(); code != 0 {
			t.Fatalf("the program ended with %d", code)
		}
		w.start()
		// The clock runs at once, so a wallet can sign in twice.
		for range 2 {
			p.Server = w.url()
			if err := p.SignIn(t.Context()); err != nil {
				t.Errorf("right after a start: %v", err)
			}
		}
		w.deposit(p, money.Units(1))
		have += money.Units(1)
		w.awaitAvailable(p, have)
		w.await("the chain tells the platform's time", time.Minute, func() bool {
			before, chain, after := w.serverTime(p), w.chainTime(-1), w.serverTime(p)
			return chain.After(before.Add(-5*time.Second)) && chain.Before(after.Add(5*time.Second))
		})
	}
	w.check()
}

// TestKilledDuringTheFirstStart cuts the making of a world short, several
// times, and then lets it finish.
func TestKilledDuringTheFirstStart(t *testing.T) {
	t.Parallel()
	chance := newRandom(t)
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}}
	w.database = "sqlite:" + filepath.Join(w.dir, "etld.db")
	for range 4 {
		command := exec.Command(program, w.arguments()...)
		command.Dir = player.Root()
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(50+chance.IntN(4000)) * time.Millisecond)
		_ = command.Process.Kill()
		_ = command.Wait()
	}
	w.open()
	w.fundedPlayer(100)
	w.check()
}

// waitsAtMost is how long a call waits for the database before it is refused.
const waitsAtMost = 10 * time.Second

// TestTermDrains ends the program while a call waits for the database: the
// call is answered, the exit code is 0 and what was answered is stored.
func TestTermDrains(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	p := w.fundedPlayer(1000)
	params := purchase("while-the-program-ends", "machineSmall", w.terms(p)["machineSmall"], 1)
	lock, locked := w.holdLock(), time.Now()
	type outcome struct {
		answer player.Answer
		err    error
	}
	answered := make(chan outcome, 1)
	go func() {
		a, err := p.Call(context.Background(), purchasePath, params)
		answered <- outcome{a, err}
	}()
	// The call is in when the next one, which needs no lock, has been answered.
	if _, err := p.Holding(t.Context(), money.USDT); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-answered:
		t.Fatalf("it was answered although it cannot be stored: %+v", got)
	case <-time.After(300 * time.Millisecond):
	}
	if err := w.running().Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	w.await("new calls being refused", 10*time.Second, func() bool {
		reply, err := http.Get(w.url() + "/healthz")
		if err != nil {
			return true
		}
		return reply.Body.Close() != nil
	})
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	got, held := <-answered, time.Since(locked)
	// A call that waited for longer than calls do was refused.
	isRefused := got.answer.Code == codeMaintenance && held > waitsAtMost
	if got.err != nil || got.answer.Code != http.StatusOK && !isRefused {
		t.Errorf("the call in flight: %d %s %v", got.answer.Code, got.answer.Message, got.err)
	}
	if code := w.running().Wait(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	w.start()
	if a, err := w.at(p).Call(t.Context(), purchasePath, params); err != nil || a.Code != http.StatusOK || !isRefused && string(a.Data) != string(got.answer.Data) {
		t.Errorf("the same call after the restart: %s %v, before %s", a.Data, err, got.answer.Data)
	}
	w.check()
}

// TestClockJumps starts the program on a machine whose clock has jumped a month forward,
// and then on one whose clock stands an hour and then a month behind what the database has
// seen.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	p := w.fundedPlayer(1000)
	params := purchase("bought-before-the-jump", "machineSmall", w.terms(p)["machineSmall"], 2)
	params.Set("startNow", "true")
	if err := p.Must(t.Context(), purchasePath, params, nil); err != nil {
		t.Fatal(err)
	}
	w.jump(p, 30*24*time.Hour+time.Hour)
	if err := p.SignIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	// 1,000 - 2 × 105 + 2 × 30 days × 0.02.
	want := player.Holding{Currency: money.USDT, Available: money.MustParse("791.2"), Locked: money.Units(200), Total: money.MustParse("991.2")}
	w.awaitAvailable(p, want.Available)
	if h, err := p.Holding(t.Context(), money.USDT); err != nil || h != want {
		t.Fatalf("after a month the wallet holds %+v, want %+v (%v)", h, want, err)
	}
	before := w.serverTime(p)
	for i, back := range []time.Duration{time.Hour, 30 * 24 * time.Hour} {
		w.jump(p, -back)
		// The highest time is stored once a second.
		if now := w.serverTime(p); now.Before(before.Add(-2 * time.Second)) {
			t.Errorf("the platform's time went from %s back to %s", before, now)
		}
		if h, err := p.Holding(t.Context(), money.USDT); err != nil || h != want {
			t.Errorf("%s back, the wallet holds %+v, want %+v (%v)", back, h, want, err)
		}
		more := purchase(fmt.Sprint("bought-with-a-slow-clock-", i), "machineSmall", w.terms(p)["machineSmall"], 1)
		more.Set("startNow", "true")
		if err := p.Must(t.Context(), purchasePath, more, nil); err != nil {
			t.Fatal(err)
		}
		want.Available -= money.Units(105)
		want.Locked += money.Units(100)
		want.Total -= money.Units(5)
		w.deposit(p, money.Units(5))
		want.Available += money.Units(5)
		want.Total += money.Units(5)
		w.awaitAvailable(p, want.Available)
	}
	for what, statement := range negative {
		if found := w.rows(statement); len(found) > 0 {
			t.Errorf("%s: %v", what, found)
		}
	}
	w.check()
}

// negative finds intervals that end before they begin.
var negative = map[string]string{
	"a machine": `SELECT id, created_at, start_at, end_at, mining_until FROM machine_machine
		WHERE start_at < created_at OR end_at <= start_at OR mining_until < start_at`,
	"a step of a machine": `SELECT a.id, b.id FROM machine_history a JOIN machine_history b ON b.machine_id = a.machine_id AND b.id > a.id WHERE b.at < a.at`,
	"the journal":         `SELECT a.id, b.id FROM ledger_transfer a JOIN ledger_transfer b ON b.id > a.id WHERE b.posted_at < a.posted_at`,
	"a late entry":        `SELECT id, at, posted_at FROM ledger_transfer WHERE posted_at < at`,
}

// jump kills the program and starts it on a clock that has jumped.
func (w *world) jump(p *player.Player, by time.Duration) {
	w.t.Helper()
	w.running().Kill()
	w.moveClock(by)
	w.start()
	p.Server = w.url()
}

func (w *world) serverTime(p *player.Player) time.Time {
	w.t.Helper()
	facts, err := w.at(p).Facts(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return facts.ServerTime
}

// moveClock sets the clock of a world that stands still, as if the machine's had
// been set or the program had stood that long.
func (w *world) moveClock(by time.Duration) {
	w.t.Helper()
	path := filepath.Join(w.dir, "demo.json")
	text, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	var marker map[string]json.RawMessage
	if err := json.Unmarshal(text, &marker); err != nil {
		w.t.Fatal(err)
	}
	var offset int64
	if err := json.Unmarshal(marker["clockOffset"], &offset); err != nil {
		w.t.Fatalf("the demo's marker has no clock: %s", text)
	}
	marker["clockOffset"] = json.RawMessage(fmt.Sprint(offset + int64(by)))
	if text, err = json.Marshal(marker); err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
