package points

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const path = "/api/userAccount/convertPoints"

// locks are until when users cannot buy.
type locks map[string]time.Time

func (l locks) GameLockedUntil(_ sqldb.Command, userID string) (time.Time, error) {
	return l[userID], nil
}
func (locks) GameLockHints(string) []sqldb.Hint { return nil }

// players are on a break.
type players map[string]bool

var errOnABreak = fault.New(1707, "test_on_a_break")

func (p players) MayBuy(_ sqldb.Command, userID string) error {
	if p[userID] {
		return errOnABreak
	}
	return nil
}
func (players) Hints(string) []sqldb.Hint { return nil }

// world is a platform with the play wallet and nothing else.
type world struct {
	*worldtest.World
	locks   locks
	players players
	client  *apitest.Client
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), locks: locks{}, players: players{}, client: apitest.New(t, db)}
	New(Config{Ledger: w.Ledger, Chance: entropy.System(), Locks: w.locks, Players: w.players}).Register(w.client.API)
	return w
}

// holds holds what a user has of both, and what is behind the points of all.
func (w *world) holds(what, userID, coins string, points int64, behind string) {
	w.T.Helper()
	w.Expect(what, ledger.AvailableOf(userID, money.USDT), coins)
	w.Expect(what, backing, behind)
	if got := w.Balance(held(userID)); int64(got) != points {
		w.T.Errorf("%s: %d points, want %d", what, got, points)
	}
	w.Check()
}

func TestPointsGoInAndOut(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "20 USDT")
		in := apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "in", "points", "1200"))
		if want := (ConvertOut{Points: 1200, USDT: money.Units(12), GamePoints: 1200}); in != want {
			t.Errorf("in: %+v, want %+v", in, want)
		}
		w.holds("1200 in", "anna", "8", 1200, "12")
		out := apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "out", "points", "1"))
		if want := (ConvertOut{Points: 1, USDT: money.MustParse("0.01"), GamePoints: 1199}); out != want {
			t.Errorf("out: %+v, want %+v", out, want)
		}
		w.holds("1 out", "anna", "8.01", 1199, "11.99")
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "out", "points", "1199"))
		w.holds("all out", "anna", "20", 0, "0")
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "20 USDT")
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "in", "points", "500"))
		amount := [3]string{"Please enter the purchase amount", "請輸入購買金額", "Введите сумму покупки"}
		quantity := [3]string{"Please enter quantity", "請輸入數量", "Введите количество"}
		invalid := [3]string{"Invalid parameter: points", "參數錯誤：points", "Неверный параметр: points"}
		direction := [3]string{"Invalid parameter: direction", "參數錯誤：direction", "Неверный параметр: direction"}
		for _, test := range []struct {
			what  string
			code  int
			texts [3]string
			pairs []string
		}{
			{"no direction", 1002, direction, []string{"points", "100"}},
			{"another direction", 1002, direction, []string{"direction", "up", "points", "100"}},
			{"in without points", 1017, amount, []string{"direction", "in"}},
			{"in of nothing", 1017, amount, []string{"direction", "in", "points", ""}},
			{"out without points", 1007, quantity, []string{"direction", "out"}},
			{"in of 0", 1002, invalid, []string{"direction", "in", "points", "0"}},
			{"in below the step", 1002, invalid, []string{"direction", "in", "points", "99"}},
			{"in off the step", 1002, invalid, []string{"direction", "in", "points", "150"}},
			{"in above the most", 1002, invalid, []string{"direction", "in", "points", "100100"}},
			{"in of less than nothing", 1002, invalid, []string{"direction", "in", "points", "-100"}},
			{"in of a fraction", 1002, invalid, []string{"direction", "in", "points", "100.5"}},
			{"out of 0", 1002, invalid, []string{"direction", "out", "points", "0"}},
			{"out above the most", 1002, invalid, []string{"direction", "out", "points", "100001"}},
			{"in of more than there is", 1201, [3]string{"Insufficient USDT balance", "USDT 餘額不足", "Недостаточно USDT на балансе"}, []string{"direction", "in", "points", "1600"}},
			{"out of more than there is", 1705, [3]string{"Insufficient game points", "遊戲積分不足", "Недостаточно игровых баллов"}, []string{"direction", "out", "points", "501"}},
		} {
			w.client.Refused(test.what, test.code, test.texts, func(c *apitest.Client) apitest.Reply { return c.Command(path, "anna", test.pairs...) })
		}
		w.holds("after all refusals", "anna", "15", 500, "5")
	})
}

// A break, a cancelled withdrawal and a stop of the game bar the way in. Nothing bars the way
// out.
func TestTheWayOutIsAlwaysOpen(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Deposit("anna", "20 USDT")
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "in", "points", "500"))
		until := time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)
		w.locks["anna"] = until
		locked := [3]string{"After a cancelled withdrawal game points can be bought again from 2 Jan 2030, 11:04 UTC+8",
			"取消提領後，2030/01/02 11:04 UTC+8 起方可再兌換遊戲積分", "После отмены вывода игровые баллы можно купить с 02.01.2030, 11:04 UTC+8"}
		in := func(c *apitest.Client) apitest.Reply {
			return c.Command(path, "anna", "direction", "in", "points", "100")
		}
		w.client.Refused("locked", 1710, locked, in)
		// Money that is not there is not the first thing to be said.
		w.client.Refused("locked and too much", 1710, locked, func(c *apitest.Client) apitest.Reply {
			return c.Command(path, "anna", "direction", "in", "points", "100000")
		})
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "out", "points", "100"))
		w.players["anna"] = true
		if got := in(w.client); got.Code != errOnABreak.Code {
			t.Errorf("in on a break: %s", got.Body)
		}
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "out", "points", "50"))
		emergencytest.Stop(t, db, emergency.Game, true)
		if got := in(w.client); got.Code != fault.Maintenance.Code {
			t.Errorf("in while the game is stopped: %s", got.Body)
		}
		apitest.Data[ConvertOut](t, w.client.Command(path, "anna", "direction", "out", "points", "50"))
		emergencytest.Stop(t, db, emergency.Game, false)
		w.players["anna"] = false
		w.holds("three went out", "anna", "17", 300, "3")
		c.Advance(until.Sub(c.Now()))
		apitest.Data[ConvertOut](t, in(w.client))
		w.holds("and one in, once the lock is over", "anna", "16", 400, "4")
	})
}

func TestOneOfFiftyBuysWithTheLastCoins(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "10 USDT")
		for _, way := range []struct {
			direction string
			refusal   int
		}{{"in", 1201}, {"out", 1705}} {
			var done, refused atomic.Int64
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					switch got := w.client.Command(path, "anna", "direction", way.direction, "points", "1000"); got.Code {
					case 200:
						done.Add(1)
					case way.refusal:
						refused.Add(1)
					default:
						t.Errorf("%s", got.Body)
					}
				})
			}
			wg.Wait()
			if done.Load() != 1 || refused.Load() != 49 {
				t.Errorf("%s: %d were done and %d refused", way.direction, done.Load(), refused.Load())
			}
		}
		w.holds("back where it began", "anna", "10", 0, "0")
	})
}

// Two scripts of one person exchange both ways at once.
func TestBothWaysAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "10 USDT")
		var wg sync.WaitGroup
		for i := range 60 {
			direction, points := "in", "300"
			if i%2 == 0 {
				direction, points = "out", "199"
			}
			wg.Go(func() {
				if got := w.client.Command(path, "anna", "direction", direction, "points", points); got.Code != 200 && got.Code != 1201 && got.Code != 1705 {
					t.Errorf("%s: %s", direction, got.Body)
				}
			})
		}
		wg.Wait()
		if worthOf := w.Balance(ledger.AvailableOf("anna", money.USDT)) + w.Balance(held("anna"))*worth; worthOf != money.Units(10) || w.Balance(held("anna")) < 0 {
			t.Errorf("anna has %s, %d of it in points", worthOf, w.Balance(held("anna")))
		}
		w.Check()
	})
}

func TestARepeatedPressBuysOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Deposit("anna", "10 USDT")
		press := func(points string) apitest.Reply {
			return w.client.Call(path, "anna", "direction", "in", "points", points, "requestId", "the-same-press-0001")
		}
		first, again := press("100"), press("100")
		if first.Code != 200 || again.Body != first.Body {
			t.Errorf("first %s, then %s", first.Body, again.Body)
		}
		if got := press("200"); got.Code != 1009 {
			t.Errorf("other data: %s", got.Body)
		}
		w.holds("once", "anna", "9", 100, "1")
	})
}

// Whatever people exchange, in whatever order: each has the worth of what they
// brought, to the atom, and I7 holds.
func TestExchangesKeepEverybodysWorth(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		seed := uint64(time.Now().UnixNano())
		random := rand.New(rand.NewPCG(seed, 1))
		users := []string{"anna", "berta", "carla"}
		for _, userID := range users {
			w.Deposit(userID, "50.00000007 USDT")
		}
		for range 150 {
			direction, points := "out", 1+random.IntN(3000)
			if random.IntN(2) == 0 {
				direction, points = "in", 100*(1+random.IntN(30))
			}
			got := w.client.Command(path, users[random.IntN(len(users))], "direction", direction, "points", strconv.Itoa(points))
			if got.Code != 200 && got.Code != 1201 && got.Code != 1705 {
				t.Fatalf("seed %d: %s", seed, got.Body)
			}
		}
		for _, userID := range users {
			if worthOf := w.Balance(ledger.AvailableOf(userID, money.USDT)) + w.Balance(held(userID))*worth; worthOf != money.MustParse("50.00000007") {
				t.Errorf("seed %d: %s has %s", seed, userID, worthOf)
			}
		}
		w.Check()
	})
}

// I7 finds points that nothing is behind.
func TestPointsWithoutBackingAreFound(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: issued, Credit: held("anna"), Amount: 7})
		found := w.Violations()
		if len(found) != 1 || found[0].String() != "I7: 7 points are issued, 7 are held, 0 USDT is behind them" {
			t.Errorf("found %v", found)
		}
	})
}
