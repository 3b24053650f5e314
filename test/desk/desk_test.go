// Package desk measures what operators wait for where much lies in their lists.
package desk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	// many is how many users, withdrawals, orders and records of the audit log there are.
	many = 100_000
	// times is how often each call is made.
	times = 60
	// each is how many records of the audit log are about one thing.
	each = 100
	// deep is how many pages further a list is read.
	deep = 40
)

// program is the built binary.
var program string

func TestMain(m *testing.M) {
	player.Main("test/desk", func(_, built string) int {
		program = built
		return m.Run()
	})
}

// BenchmarkDesk prints how long lists and panels take with a hundred thousand users,
// withdrawals that wait for a review, and orders that wait for delivery.
func BenchmarkDesk(b *testing.B) {
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		b.Run(string(engine), func(b *testing.B) {
			d := open(b, engine)
			fmt.Printf("\n%-62s %8s %10s %8s\n", "ms with "+fmt.Sprint(many)+" rows on "+string(engine), "median", "95 in 100", "longest")
			for _, c := range d.calls() {
				took := d.time(c)
				fmt.Printf("%-62s %8.1f %10.1f %8.1f\n", c.name, ms(took[times/2]), ms(took[times*95/100]), ms(took[times-1]))
			}
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// desk is a world with much in it, and who looks at it.
type desk struct {
	b              *testing.B
	ctx            context.Context
	world          *player.Demo
	userID         string
	withdrawNo     string
	finance, ships *player.Colleague
	audits         *player.Colleague
}

func open(b *testing.B, engine sqldb.Engine) *desk {
	b.Helper()
	d := &desk{b: b, ctx: b.Context(), world: player.NewDemo(b, program, dbtest.Empty(b, engine))}
	p, err := player.Join(d.ctx, d.world.URL)
	d.must(err)
	d.must(p.Fund(d.ctx, d.world.RPCURL, player.Sums{money.USDT: money.Units(5_000)}))
	var to, me struct{ ID string }
	d.must(p.Must(d.ctx, "/api/address/add", url.Values{"name": {"Ann"}, "phone": {"+49 30 1234-567"}, "detail": {"Unter den Linden 1"}, "region": {"DE"}}, &to))
	d.must(d.world.Operate(d.ctx, "/demo/advance?seconds=172800"))
	d.must(p.SignIn(d.ctx))
	d.must(p.Must(d.ctx, "/api/user/getUserInfo", nil, &me))
	d.userID = me.ID
	d.must(p.Must(d.ctx, "/api/shop/createOrder", url.Values{"requestId": {"order-of-a-pouch-001"}, "goodsId": {"walletPouch"}, "quantity": {"1"},
		"addressId": {to.ID}, "payType": {"balance"}}, nil))
	asked, err := p.Withdrawal(d.ctx, "withdrawal-of-the-desk", money.Units(1_500))
	d.must(err)
	var made struct{ WithdrawNo string }
	d.must(p.Must(d.ctx, "/api/userAccount/withdraw", asked, &made))
	d.withdrawNo = made.WithdrawNo
	d.must(d.world.StopWell())
	d.fill(engine)
	d.world.Process, err = player.Launch(context.Background(), program, os.Stderr, append(player.DemoArguments(d.world.Dir), "--database", d.world.Database, "--jobs=false")...)
	d.must(err)
	b.Cleanup(d.world.Process.Kill)
	d.finance, err = d.world.Colleague(d.ctx, "finance_checker", 1)
	d.must(err)
	d.ships, err = d.world.Colleague(d.ctx, "fulfilment", 1)
	d.must(err)
	d.audits, err = d.world.Colleague(d.ctx, "auditor", 1)
	d.must(err)
	return d
}

func (d *desk) must(err error) {
	d.b.Helper()
	if err != nil {
		d.b.Fatal(err)
	}
}

// numbered ends a text with a number of six digits instead of its own end.
func numbered(column string) string {
	return fmt.Sprintf("substr(%s, 1, length(%s) - 6) || substr(CAST(1000000 + i AS TEXT), 2)", column, column)
}

// fill writes the one user, withdrawal and order many times, each with ids of its own,
// save one that happens to be its own end.
func (d *desk) fill(engine sqldb.Engine) {
	d.b.Helper()
	driver, address := "sqlite", strings.TrimPrefix(d.world.Database, "sqlite:")
	if engine == sqldb.Postgres {
		driver, address = "pgx", d.world.Database
	}
	db, err := sql.Open(driver, address)
	d.must(err)
	defer db.Close()
	for _, table := range []struct {
		name string
		own  []string
	}{{"user_person", []string{"id", "address", "address_key", "referral_code"}}, {"withdrawal_request", []string{"id", "user_id"}}, {"shop_order", []string{"id", "user_id"}}} {
		columns, err := columnsOf(d.ctx, db, table.name)
		d.must(err)
		values := slices.Clone(columns)
		for i, column := range columns {
			if slices.Contains(table.own, column) {
				values[i] = numbered(column)
			}
		}
		_, err = db.ExecContext(d.ctx, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d),
			one AS (SELECT * FROM %s LIMIT 1) INSERT INTO %s (%s) SELECT %s FROM one CROSS JOIN n WHERE true ON CONFLICT DO NOTHING`,
			many, table.name, table.name, strings.Join(columns, ", "), strings.Join(values, ", ")))
		d.must(err)
	}
	columns, err := columnsOf(d.ctx, db, "operator_audit")
	d.must(err)
	values := slices.Clone(columns)
	values[slices.Index(columns, "seq")] = "1000000 + i"
	values[slices.Index(columns, "about")] = fmt.Sprintf("'record ' || CAST(i %% %d AS TEXT)", many/each)
	_, err = db.ExecContext(d.ctx, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d),
		one AS (SELECT * FROM operator_audit LIMIT 1) INSERT INTO operator_audit (%s) SELECT %s FROM one CROSS JOIN n`,
		many, strings.Join(columns, ", "), strings.Join(values, ", ")))
	d.must(err)
	_, err = db.ExecContext(d.ctx, "ANALYZE")
	d.must(err)
}

func columnsOf(ctx context.Context, db *sql.DB, table string) ([]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	return columns, errors.Join(err, rows.Err())
}

// call is what somebody at the desk waits for.
type call struct {
	name, path string
	by         *player.Colleague
	in         map[string]any
}

func (d *desk) calls() []call {
	first := []call{
		{"withdrawals that wait, with their count", "withdrawals/list", d.finance, map[string]any{"status": "pending_review", "count": true, "size": 50}},
		{"withdrawals, newest first", "withdrawals/list", d.finance, map[string]any{"order": "desc", "size": 50}},
		{"orders that wait, with their count", "orders/list", d.ships, map[string]any{"status": "waiting_for_delivery", "count": true, "size": 50}},
		{"late orders", "orders/list", d.ships, map[string]any{"late": true, "count": true, "size": 50}},
		{"orders of some goods, newest first", "orders/list", d.ships, map[string]any{"goodsId": "walletPouch", "order": "desc", "size": 50}},
	}
	list := slices.Clone(first)
	for _, c := range first {
		list = append(list, call{fmt.Sprintf("%s, %d pages further", c.name, deep), c.path, c.by, d.further(c)})
	}
	return append(list,
		call{"the audit log about one record", "audit/list", d.audits, map[string]any{"about": "record 7", "size": 50}},
		call{"a person, by id", "users/find", d.finance, map[string]any{"query": d.userID}},
		call{"what waits today", "boards/today", d.finance, map[string]any{}},
		call{"panel: a withdrawal", "withdrawals/detail", d.finance, map[string]any{"withdrawNo": d.withdrawNo}},
		call{"panel: what covers it", "withdrawals/cover", d.finance, map[string]any{}},
		call{"panel: a person", "users/overview", d.finance, map[string]any{"userId": d.userID}},
	)
}

// further is what a list is asked for when it was turned so many pages.
func (d *desk) further(c call) map[string]any {
	d.b.Helper()
	in := make(map[string]any)
	for key, value := range c.in {
		in[key] = value
	}
	for range deep {
		a, err := c.by.Call(d.ctx, c.path, in)
		d.must(err)
		var page struct{ NextCursor string }
		d.must(a.Read(&page))
		if page.NextCursor == "" {
			break
		}
		in["cursor"] = page.NextCursor
	}
	return in
}

// time makes a call often, and yields how long it took each time, sorted.
func (d *desk) time(c call) (took []time.Duration) {
	d.b.Helper()
	for range times {
		began := time.Now()
		a, err := c.by.Call(d.ctx, c.path, c.in)
		took = append(took, time.Since(began))
		d.must(err)
		if a.Code != http.StatusOK {
			d.b.Fatalf("%s: %d %s", c.name, a.Code, a.Message)
		}
	}
	slices.Sort(took)
	return took
}
