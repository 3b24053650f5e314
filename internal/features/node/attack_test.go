package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// pair is a platform of two instances; on SQLite, which has one process, of one
// twice.
type pair struct {
	*world
	both [2]*world
}

func eachPair(t *testing.T, start string, test func(t *testing.T, p pair)) {
	t.Helper()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.Address(t, engine), dbtest.NewClock()
		first := newWorld(t, dbtest.Open(t, address, c), c, start)
		second, books := *first, *first.World
		if second.World = &books; engine == sqldb.Postgres {
			second.DB = dbtest.Open(t, address, c)
			second.restart()
		}
		test(t, pair{first, [2]*world{first, &second}})
	})
}

// atOnce does something many times on both instances together.
func (p pair) atOnce(times int, do func(w *world, i int)) {
	var ready, done sync.WaitGroup
	ready.Add(1)
	for i := range times {
		done.Go(func() {
			ready.Wait()
			do(p.both[i%2], i)
		})
	}
	ready.Done()
	done.Wait()
}

// count is how many results are a given error; nil counts what was done.
func count(results []error, want error) (n int) {
	for _, err := range results {
		if errors.Is(err, want) {
			n++
		}
	}
	return n
}

// Ninety-nine of a hundred are sold, and twenty people reach for the last one.
func TestTheLastNodeIsSoldOnce(t *testing.T) {
	eachPair(t, "2026-06-10 09:00:00", func(t *testing.T, p pair) {
		whale := p.User(0, "990000 USDT")
		for left := int64(99); left > 0; left -= min(left, checkout.QuantityMax) {
			p.buy(p.order(whale, King, min(left, checkout.QuantityMax)))
		}
		const buyers = 20
		var orders [buyers]checkout.Order
		for i := range orders {
			orders[i] = p.order(p.User(i+1, "10000 USDT"), King, 1)
		}
		results := make([]error, buyers)
		p.atOnce(buyers, func(w *world, i int) { _, results[i] = w.try(orders[i]) })
		if count(results, nil) != 1 || count(results, ErrSoldOut) != buyers-1 {
			t.Errorf("%v", results)
		}
		poorer := 0
		for _, o := range orders {
			if p.Balance(ledger.AvailableOf(o.UserID, money.USDT)) == 0 {
				poorer++
			}
		}
		if poorer != 1 {
			t.Errorf("%d have paid", poorer)
		}
		p.check()
		p.moveTo("2026-06-11 09:00:00")
		p.work()
		p.Expect("the books", revenue, "1000000")
		p.check()
	})
}

// One presses "cancel" and "start now" at the same moment, in two windows: one of
// them happens, the other is refused.
func TestCancelAndStartAtOnce(t *testing.T) {
	eachPair(t, "2026-06-10 09:00:00", func(t *testing.T, p pair) {
		ann := p.User(1, "5000 USDT")
		nodes := p.buy(p.order(ann, Diamond, 10)).Nodes
		started, cancelled := make([]error, len(nodes)), make([]error, len(nodes))
		p.atOnce(2*len(nodes), func(w *world, i int) {
			n := nodes[i/2].ID
			act, results := w.node.Sale.StartNow, started
			if i%2 == 1 {
				act, results = w.node.Sale.Cancel, cancelled
			}
			results[i/2] = w.DB.Command(context.Background(), func(tx sqldb.Command) error {
				_, err := act(tx, ann, n)
				return err
			})
		})
		startedCount := 0
		for i, n := range nodes {
			switch state := p.nodeOf(ann, n.ID).State; {
			case started[i] == nil && errors.Is(cancelled[i], ErrCoolingOver) && state == Active:
				startedCount++
			case cancelled[i] == nil && errors.Is(started[i], ErrNotPossible) && state == Cancelled:
			default:
				t.Errorf("node %d is %s; started: %v, cancelled: %v", i, state, started[i], cancelled[i])
			}
		}
		p.Expect("the books", revenue, fmt.Sprint(500*startedCount))
		p.has(ann, fmt.Sprint(500*(10-startedCount)))
		p.check()
	})
}

// A month is divided and paid by two instances at once, again and again: once.
func TestTwoInstancesDivideAMonthOnce(t *testing.T) {
	eachPair(t, "2026-05-20 00:00:00", func(t *testing.T, p pair) {
		var owners []string
		for i := range 40 {
			owner := p.User(i, "10500 USDT")
			p.active(owner, King, 1)
			p.active(owner, Diamond, 1)
			owners = append(owners, owner)
		}
		p.start("40000", "0", p.Clock.Now())
		p.moveTo("2026-06-01 12:00:00")
		p.atOnce(8, func(w *world, _ int) {
			for range 20 {
				for _, job := range w.node.Jobs() {
					if _, err := job.Work(context.Background()); err != nil {
						t.Errorf("%s: %v", job.Name, err)
					}
				}
			}
		})
		// 12 days of weight of each, at least 60: 400 among 40 kings; 160 of which the
		// diamonds' 480 of 600 days reach 128.
		for _, owner := range owners {
			p.has(owner, "13.2")
			if lines := p.lines(owner); len(lines) != 2 {
				t.Errorf("%s was paid %v", owner, lines)
			}
		}
		p.Expect("the books", King.pool(), "0")
		p.Expect("the books", Diamond.pool(), "0")
		p.check()
	})
}

// Nodes that become active around the cut-off count from their own moment on: one
// at the cut-off is in the statement with no weight, one an instant later is not.
func TestActivationsAroundTheCutOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-30 23:59:59.999999")
		dayBefore, atCutOff, after := w.User(1, "500 USDT"), w.User(2, "500 USDT"), w.User(3, "500 USDT")
		early := w.active(dayBefore, Diamond, 1)[0]
		w.moveTo("2026-05-31 00:00:00")
		exact := w.buy(w.order(atCutOff, Diamond, 1)).Nodes[0]
		w.moveTo("2026-05-31 00:00:00.000001")
		late := w.buy(w.order(after, Diamond, 1)).Nodes[0]
		w.start("600000", "0", w.Clock.Now())
		// The job that ends cooling-offs comes late, after the month is due.
		w.moveTo("2026-06-01 12:00:00")
		if _, err := w.node.Dividends.closeStep(context.Background()); err != nil {
			t.Fatal(err)
		}
		w.work()
		weights := map[string]int64{}
		for _, row := range w.statement("2026-05", Diamond).Rows {
			weights[row.Node] = row.Weight
		}
		if len(weights) != 2 || weights[HashOf(early.ID)] != 1 || weights[HashOf(exact.ID)] != 0 {
			t.Errorf("the weights are %v; early is %s, exact %s, late %s", weights, HashOf(early.ID), HashOf(exact.ID), HashOf(late.ID))
		}
		// One day of 600: 2400 / 600.
		w.has(dayBefore, "4")
		w.has(atCutOff, "0")
		w.has(after, "0")
		w.check()
	})
}

// Each figure that the books of nodes rest on is changed by hand, and the check
// says so.
func TestCheckNamesWhatWasTamperedWithInNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		ann := w.User(1, "30500 USDT")
		w.active(ann, King, 2)
		w.buy(w.order(ann, Diamond, 1))
		w.start("6000", "0", w.Clock.Now())
		w.moveTo("2026-06-01 12:00:00")
		w.work()
		w.buy(w.order(ann, King, 1))
		w.check()
		for statement, want := range map[string]string{
			"UPDATE node_product SET supply = supply + 1 WHERE id = 'nodeKing'":                          "supply",
			"UPDATE node_product SET supply = 1 WHERE id = 'nodeKing'":                                   "supply",
			"UPDATE checkout_stock SET rest = rest + 1 WHERE id = 'node|nodeKing'":                       "supply",
			"UPDATE node_node SET state = 'expired' WHERE state = 'cooling' AND level = 'king'":          "supply",
			"UPDATE node_node SET price = price + 1 WHERE state = 'cooling'":                             "I6",
			"UPDATE node_share SET amount = amount + 1 WHERE statement = '2026-05-king'":                 "dividend",
			"UPDATE node_share SET weight = weight - 1 WHERE statement = '2026-05-king'":                 "dividend",
			"UPDATE node_share SET paid_at = 0 WHERE statement = '2026-05-king'":                         "dividend pools",
			"UPDATE node_statement SET free = free - 1, divided = divided + 1 WHERE id = '2026-05-king'": "dividend",
			"UPDATE node_state SET king = king + 1":                                                      "dividend pools",
			"UPDATE user_person SET gift_level = 0 WHERE gift_level = 3":                                 "gift level",
		} {
			undo := errors.New("undo")
			var found []string
			if err := w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
				if n, err := tx.Exec(statement); err != nil || n == 0 {
					return fmt.Errorf("%s: %d rows, %w", statement, n, err)
				}
				list, err := worldtest.Alone(w.node.Check)(tx)
				for _, v := range list {
					found = append(found, v.Invariant)
				}
				return errors.Join(err, undo)
			}); !errors.Is(err, undo) {
				t.Fatal(err)
			}
			if !slices.Contains(found, want) {
				t.Errorf("%s: found %v, want %s", statement, found, want)
			}
		}
		w.check()
	})
}

// While somebody has a node of a level, or one waits for its payment, its percentage
// does not fall; those of other levels, and a rise, are free.
func TestAPercentageThatWasPromisedDoesNotFall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		try := func(l Level, before, after int64) (err error) {
			w.Update(func(tx *sqldb.Tx) error {
				err = w.node.KeepsPercentage(l)(tx, before, after)
				return nil
			})
			return err
		}
		if err := try(King, 10_000, 9_999); err != nil {
			t.Errorf("of a level that nobody has: %v", err)
		}
		ann := w.User(1, "10000 USDT")
		n := w.buy(w.order(ann, King, 1)).Nodes[0]
		for _, one := range []struct {
			level         Level
			before, after int64
			want          error
		}{{King, 10_000, 9_999, ErrPromised}, {King, 10_000, 10_001, nil}, {King, 10_000, 10_000, nil}, {Star, 6_000, 1_000, nil}} {
			if err := try(one.level, one.before, one.after); !errors.Is(err, one.want) {
				t.Errorf("%s from %d to %d: %v, want %v", one.level, one.before, one.after, err, one.want)
			}
		}
		w.must(func(tx sqldb.Command) error {
			_, err := w.node.Sale.Cancel(tx, ann, n.ID)
			return err
		})
		if err := try(King, 10_000, 9_999); err != nil {
			t.Errorf("after the only one was cancelled: %v", err)
		}
	})
}

// must runs a command.
func (w *world) must(body func(tx sqldb.Command) error) {
	w.T.Helper()
	if err := w.DB.Command(context.Background(), body); err != nil {
		w.T.Fatal(err)
	}
}

func TestMetricsOfNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		ann := w.User(1, "31000 USDT")
		w.active(ann, King, 2)
		w.buy(w.order(ann, Diamond, 2))
		w.start("6000", "0", w.Clock.Now())
		want := func(when, figure string) {
			t.Helper()
			if text := scrape(t, metrics.Read(w.DB, slog.New(slog.DiscardHandler), "node", w.node.Figures)); !strings.Contains(text, figure+"\n") {
				t.Errorf("%s: no %s in\n%s", when, figure, text)
			}
		}
		want("before the month is over", `etld_node_dividends_unpaid_usdt 0`)
		w.moveTo("2026-06-01 12:00:00")
		if _, err := w.node.Dividends.closeStep(context.Background()); err != nil {
			t.Fatal(err)
		}
		// Two of 12 days among 60: 24 of 60 for kings, and 0.88 for diamonds.
		want("divided", `etld_node_dividends_unpaid_usdt 24.88`)
		w.work()
		want("paid", `etld_node_dividends_unpaid_usdt 0`)
	})
}

func scrape(t *testing.T, c prometheus.Collector) string {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(c)
	recorder := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return recorder.Body.String()
}
