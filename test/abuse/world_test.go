package abuse

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const deposit = 5000

// funds are what each of the users begins with.
var funds = player.Sums{money.USDT: money.Units(deposit)}

// fixture is the world of an engine, with two users who own something. What tests
// of it do to each other is nothing, or they are wrong.
type fixture struct {
	process  *player.Process
	database string
	db       *sql.DB
	log      *player.Log
	// alice owns a running machine, a cooling one and a payment, an active node and a
	// cooling one, an order of goods and an address; mallory is who tries.
	alice, mallory  *player.Player
	machines        []string
	nodes           []string
	order, delivery string
	intent          string
	notice          string
	session         string
	// device is alice's browser, which is told of nothing.
	device string
	// alert is alice's, of a price that nobody pays.
	alert string
	// withdrawal waits for a reviewer; statement are its parameters.
	withdrawal string
	statement  url.Values
	terms      string
	calls      []call
}

// begins is when the worlds begin, at the platform's noon: from midnight until the levels
// of the night, half an hour later, the team's sums wait.
const begins = "2026-11-20T04:00:00Z"

// worlds are the fixtures by engine; that of PostgreSQL is nil where there is none.
var worlds = make(map[sqldb.Engine]*fixture)

// each runs a test in the worlds of both engines at once.
func each(t *testing.T, test func(t *testing.T, world *fixture)) {
	t.Helper()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) { test(t, worlds[engine]) })
}

// call is a path of the API document.
type call struct {
	path   string
	public bool
	// isStream says that the answer does not end by itself.
	isStream   bool
	parameters []string
}

func TestMain(m *testing.M) {
	player.Main("test/abuse", func(dir, program string) int { return run(m, dir, program) })
}

// built is the program, for tests with a world of their own.
var built string

func run(m *testing.M, dir, program string) int {
	built = program
	databases := map[sqldb.Engine]string{sqldb.SQLite: "sqlite:" + filepath.Join(dir, "etld.db")}
	if cluster := os.Getenv(dbtest.Environment); cluster != "" {
		database, drop, err := newDatabase(cluster)
		if err != nil {
			fmt.Println("make a database:", err)
			return 1
		}
		defer drop()
		databases[sqldb.Postgres] = database
	}
	code := 0
	for engine, database := range databases {
		data := filepath.Join(dir, string(engine))
		db, err := player.OpenDatabase(database)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		defer db.Close()
		world := &fixture{log: &player.Log{}, database: database, db: db}
		worlds[engine] = world
		// Everything that can be logged is looked at.
		world.process, err = player.Launch(context.Background(), program, world.log, append(player.DemoArguments(data), "--clock", begins, "--log-level", "debug", "--database", database)...)
		if err == nil {
			err = world.settle(context.Background())
		}
		if err != nil {
			fmt.Println("prepare the world:", err, world.log)
			code = 1
		}
		defer func() {
			if world.process != nil {
				world.process.Kill()
			}
		}()
	}
	if code == 0 {
		code = m.Run()
	}
	for engine, world := range worlds {
		if world.process == nil {
			continue
		}
		if err := errors.Join(world.process.StopWell(), player.CheckBooks(program, filepath.Join(dir, string(engine)), world.database)); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	return code
}

// newDatabase makes an empty database in a cluster; drop deletes it.
func newDatabase(cluster string) (address string, drop func(), err error) {
	db, err := player.OpenDatabase(cluster)
	if err != nil {
		return "", nil, err
	}
	name := fmt.Sprintf("abuse_%d", time.Now().UnixNano())
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		return "", nil, errors.Join(err, db.Close())
	}
	return strings.Replace(cluster, "/postgres?", "/"+name+"?", 1), func() {
		if _, err := db.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			fmt.Println("drop the database:", err)
		}
		_ = db.Close()
	}, nil
}

// settle makes the users and reads the API document.
func (f *fixture) settle(ctx context.Context) (err error) {
	if f.alice, err = player.Join(ctx, f.process.URL); err != nil {
		return err
	}
	if f.mallory, err = player.Join(ctx, f.process.URL); err != nil {
		return err
	}
	for _, p := range []*player.Player{f.alice, f.mallory} {
		if err := p.Fund(ctx, f.process.RPCURL, funds); err != nil {
			return err
		}
	}
	if err := f.buy(ctx); err != nil {
		return err
	}
	if err := f.buyMore(ctx); err != nil {
		return err
	}
	if err := f.withdraw(ctx); err != nil {
		return err
	}
	if err := f.subscribe(ctx); err != nil {
		return err
	}
	return f.readDocument()
}

// buy gives alice what others might want.
func (f *fixture) buy(ctx context.Context) error {
	var product struct{ TermsVersion string }
	if err := f.alice.Must(ctx, "/api/miner/detail", url.Values{"id": {"machineSmall"}}, &product); err != nil {
		return err
	}
	f.terms = product.TermsVersion
	for i, extra := range []url.Values{{"startNow": {"true"}}, {}, {"payType": {"chain"}}} {
		params := f.purchase(fmt.Sprintf("alice-buys-a-machine-%d", i))
		for name, value := range extra {
			params[name] = value
		}
		var out struct {
			MinerNos []string
			IntentNo string
		}
		if err := f.alice.Must(ctx, "/api/miner/purchaseMiner", params, &out); err != nil {
			return err
		}
		f.machines = append(f.machines, out.MinerNos[0])
		f.intent = out.IntentNo
	}
	for path, id := range map[string]*string{"/api/user/notices": &f.notice, "/api/user/sessions": &f.session} {
		var page struct{ List []struct{ ID string } }
		if err := f.alice.Must(ctx, path, nil, &page); err != nil {
			return err
		}
		if len(page.List) == 0 {
			return fmt.Errorf("%s is empty", path)
		}
		*id = page.List[0].ID
	}
	return nil
}

// buyMore gives alice nodes and an order.
func (f *fixture) buyMore(ctx context.Context) error {
	var level struct{ TermsVersion string }
	if err := f.alice.Must(ctx, "/api/node/detail", url.Values{"id": {"nodeDiamond"}}, &level); err != nil {
		return err
	}
	for i, startNow := range []string{"true", "false"} {
		params := url.Values{"requestId": {fmt.Sprintf("alice-buys-a-node-%02d", i)}, "nodeId": {"nodeDiamond"}, "quantity": {"1"},
			"payType": {"balance"}, "termsVersion": {level.TermsVersion}, "startNow": {startNow}}
		var out struct{ NodeNos []string }
		if err := f.alice.Must(ctx, "/api/node/purchase", params, &out); err != nil {
			return err
		}
		f.nodes = append(f.nodes, out.NodeNos[0])
	}
	var address struct{ ID string }
	params := url.Values{"name": {"Alice"}, "phone": {"0912345678"}, "detail": {"1 Harbour Road"}, "region": {"TW"}}
	if err := f.alice.Must(ctx, "/api/address/add", params, &address); err != nil {
		return err
	}
	f.delivery = address.ID
	var order struct{ OrderNo string }
	params = url.Values{"requestId": {"alice-orders-goods-1"}, "goodsId": {"walletPouch"}, "quantity": {"1"}, "payType": {"balance"}, "addressId": {f.delivery}}
	if err := f.alice.Must(ctx, "/api/shop/createOrder", params, &order); err != nil {
		return err
	}
	f.order = order.OrderNo
	return nil
}

// subscribe gives alice a browser that may be told of things; quiet hours keep it from
// being told of any.
func (f *fixture) subscribe(ctx context.Context) error {
	if err := f.alice.Must(ctx, "/api/push/setSettings", quietDay, nil); err != nil {
		return err
	}
	var settings struct{ PublicKey string }
	if err := f.alice.Must(ctx, "/api/push/settings", nil, &settings); err != nil {
		return err
	}
	browser, err := browserWith(settings.PublicKey)
	if err != nil {
		return err
	}
	var devices struct{ List []struct{ ID string } }
	if err := f.alice.Must(ctx, "/api/push/subscribe", browser, &devices); err != nil {
		return err
	}
	f.device = devices.List[0].ID
	var alerts struct{ List []struct{ ID string } }
	if err := f.alice.Must(ctx, "/api/trade/setAlert", url.Values{"quantity": {"100"}, "target": {"1000000"}}, &alerts); err != nil {
		return err
	}
	f.alert = alerts.List[0].ID
	return nil
}

// quietDay has nobody's push service called.
var quietDay = url.Values{"discreet": {"true"}, "quietFrom": {"00:00"}, "quietTo": {"23:59"}, "zone": {"Asia/Taipei"}}

// browserWith is a browser that subscribes with a key.
func browserWith(publicKey string) (url.Values, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	encode := base64.RawURLEncoding.EncodeToString
	return url.Values{"endpoint": {"https://nobody.push.services.mozilla.com/" + encode(private.PublicKey().Bytes())}, "publicKey": {publicKey},
		"p256dh": {encode(private.PublicKey().Bytes())}, "auth": {encode(make([]byte, 16))}}, nil
}

func (f *fixture) purchase(requestID string) url.Values {
	return url.Values{"requestId": {requestID}, "productId": {"machineSmall"}, "quantity": {"1"}, "payType": {"balance"}, "termsVersion": {f.terms}}
}

// readDocument lists the calls there are.
func (f *fixture) readDocument() error {
	text, err := os.ReadFile(filepath.Join(player.Root(), "api", "openapi.json"))
	if err != nil {
		return err
	}
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Security   []map[string][]string
			Stream     bool `json:"x-stream"`
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	for path, methods := range document.Paths {
		c := call{path: path, public: len(methods["post"].Security) == 0, isStream: methods["post"].Stream}
		for _, p := range methods["post"].Parameters {
			if p.In == "query" {
				c.parameters = append(c.parameters, p.Name)
			}
		}
		f.calls = append(f.calls, c)
	}
	// One seed makes the same calls each time.
	slices.SortFunc(f.calls, func(a, b call) int { return strings.Compare(a.path, b.path) })
	if len(f.calls) < 20 {
		return fmt.Errorf("the API document names %d calls only", len(f.calls))
	}
	return nil
}

// movingParts own tables that change as time goes by: prices are sampled, and what is
// public is added up each minute from the journal, which is looked at.
var movingParts = []string{"price_", "transparency_"}

// movingTables do so too; all others are looked at.
var movingTables = map[string]bool{
	"sqldb_time": true, "sqldb_flush": true, "ledger_chain": true, "job_run": true, "signin_session": true,
	"payment_chain": true, "payment_block": true, "payout_wallet": true, "payout_cover": true, "machine_day": true, "machine_state": true, "machine_user": true,
	"notice_event": true, "notice_head": true, "push_cursor": true, "push_device": true, "push_key": true,
}

func (f *fixture) tables(t *testing.T) (names []string) {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if !strings.HasPrefix(f.database, "sqlite:") {
		list = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
	}
	rows, err := player.Rows(f.db, list)
	for _, row := range rows {
		name := row[0]
		isMoving := movingTables[name] || slices.ContainsFunc(movingParts, func(part string) bool { return strings.HasPrefix(name, part) })
		if !isMoving {
			names = append(names, name)
		}
	}
	if err != nil || len(names) < 20 {
		t.Fatalf("tables: %v, %v", names, err)
	}
	return names
}

// dump is a digest of each table.
func (f *fixture) dump(t *testing.T) map[string]string {
	t.Helper()
	digests := make(map[string]string)
	for _, table := range f.tables(t) {
		rows, err := player.Rows(f.db, "SELECT * FROM "+table)
		if err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		// Rows are added up, so that their order does not matter.
		sum := new(big.Int)
		for _, row := range rows {
			digest := sha256.Sum256(fmt.Appendf(nil, "%q", row))
			sum.Add(sum, new(big.Int).SetBytes(digest[:]))
		}
		digests[table] = fmt.Sprint(len(rows), " rows ", hex.EncodeToString(sum.Bytes()))
	}
	return digests
}

// counted waits until the team's job has counted what came before.
func (f *fixture) counted(t *testing.T) {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		rows, err := player.Rows(f.db, "SELECT id FROM team_change WHERE counted = 0")
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("%d changes of the team are still not counted", len(rows))
		}
	}
}

// unchanged runs hostile work and holds that all tables but the named ones are
// as they were. Such tests run one after the other.
func (f *fixture) unchanged(t *testing.T, work func(), except ...string) {
	t.Helper()
	f.counted(t)
	before := f.dump(t)
	work()
	for _, difference := range differences(before, f.dump(t), except) {
		t.Error(difference)
	}
}

// unchangedByAll runs hostile cases and looks once after all of them; a long run looks after
// each, which says whose effect it was.
func (f *fixture) unchangedByAll(t *testing.T, cases []func(), except ...string) {
	t.Helper()
	for some := range slices.Chunk(cases, long.Or(len(cases), 1)) {
		f.unchanged(t, func() {
			for _, run := range some {
				run()
			}
		}, except...)
	}
}

// differences names the tables that are not as they were, but for some.
func differences(before, after map[string]string, except []string) (list []string) {
	for table, digest := range before {
		if after[table] != digest && !slices.Contains(except, table) {
			list = append(list, fmt.Sprintf("%s was changed: %s, before %s", table, after[table], digest))
		}
	}
	return list
}

// raw sends a request and reads the reply's envelope, if it has one.
func raw(t *testing.T, request *http.Request) (status int, answer player.Answer) {
	t.Helper()
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatalf("%s %.80s: %v", request.Method, request.URL.Path, err)
	}
	defer reply.Body.Close()
	// What is no envelope leaves the answer empty.
	_ = json.NewDecoder(reply.Body).Decode(&answer)
	return reply.StatusCode, answer
}

func newRequest(t *testing.T, method, target, token string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, target, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("lan", "en_US")
	if token != "" {
		request.Header.Set("token", token)
	}
	return request
}
