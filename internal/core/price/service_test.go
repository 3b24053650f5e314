package price

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// scriptedFeed says what its test wants.
type scriptedFeed struct {
	name    string
	kind    Kind
	reading Reading
	err     error
}

func (f *scriptedFeed) Name() string                          { return f.name }
func (f *scriptedFeed) Kind() Kind                            { return f.kind }
func (f *scriptedFeed) Read(context.Context) (Reading, error) { return f.reading, f.err }

// fixedBids are bids of one price.
type fixedBids struct{ price money.Amount }

func (b *fixedBids) Price(sqldb.Command) (money.Amount, error) { return b.price, nil }
func (b *fixedBids) Hints() []sqldb.Hint                       { return nil }

// world is a price service with two feeds.
type world struct {
	t       testing.TB
	db      *sqldb.DB
	clock   dbtest.Clock
	prices  *Service
	a, b    *scriptedFeed
	bids    *fixedBids
	sources []Source
}

var bounds = Source{Min: money.Units(1_000), Max: money.Units(10_000)}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	w := &world{t: t, db: db, clock: c, a: &scriptedFeed{name: "a", kind: Aggregator}, b: &scriptedFeed{name: "b", kind: Pair}, bids: &fixedBids{}}
	for _, feed := range []Feed{w.a, w.b} {
		source := bounds
		source.Feed = feed
		w.sources = append(w.sources, source)
	}
	w.prices = w.instance()
	return w
}

// instance is another process on the same database and feeds.
func (w *world) instance() *Service {
	w.t.Helper()
	return New(Config{DB: w.db, Clock: w.clock, Log: slog.New(slog.DiscardHandler), Sources: w.sources, Bids: w.bids})
}

// say makes both feeds say a price of now.
func (w *world) say(a, b string) {
	w.a.reading = Reading{money.MustParse(a), w.clock.Now()}
	w.b.reading = Reading{money.MustParse(b), w.clock.Now()}
	w.a.err, w.b.err = nil, nil
}

func (w *world) poll() { w.prices.Poll(context.Background()) }

func (w *world) find(asset money.Asset) (q Quotation) {
	w.t.Helper()
	if err := w.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		q, err = w.prices.Find(tx, asset)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return q
}

// expect holds a quotation of ETH against a price, or a reason.
func (w *world) expect(when, price string, reason Reason) {
	w.t.Helper()
	q := w.find(money.ETH)
	if q.Reason != reason || q.Usable() != (reason == "") || (reason == "" && q.Price != money.MustParse(price)) {
		w.t.Errorf("%s: %+v, want %s with reason %q", when, q, price, reason)
	}
	refused, isFault := fault.As(q.Refusal())
	if isFault != (reason != "") || refused.Params["reason"] != string(reason) {
		w.t.Errorf("%s: refused with %v", when, q.Refusal())
	}
	if memory := w.prices.ETH(); memory.Reason != q.Reason || memory.Stale != q.Stale {
		w.t.Errorf("%s: the copy says %+v, the database %+v", when, memory, q)
	}
}

func TestFeedFaultsHaltAndResume(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.expect("before the first poll", "0", ReasonTooFew)
		w.say("3500", "3501")
		w.poll()
		w.expect("two feeds", "3500.5", "")
		for _, bad := range []struct {
			name    string
			reading Reading
			reason  Reason
		}{
			{"zero or negative", Reading{0, c.Now()}, ReasonOutOfRange},
			{"below its bounds", Reading{money.MustParse("999.99999999"), c.Now()}, ReasonOutOfRange},
			{"above its bounds", Reading{money.MustParse("10000.00000001"), c.Now()}, ReasonOutOfRange},
			{"dated far ahead", Reading{money.MustParse("3500"), c.Now().Add(futureMax + time.Second)}, ReasonOutOfRange},
			{"disagreeing by more than 2 %", Reading{money.MustParse("3572"), c.Now()}, ReasonDisagree},
		} {
			w.say("3500", "3500")
			w.b.reading = bad.reading
			w.poll()
			w.expect(bad.name, "", bad.reason)
			w.say("3500", "3500")
			w.poll()
			w.expect("after "+bad.name, "3500", "")
		}
	})
}

func TestAFrozenFeedIsStaleAfter60Seconds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.say("3500", "3500")
		for range 60 {
			// It answers, and its own time stands still.
			w.poll()
			w.expect("frozen for less", "3500", "")
			c.Advance(time.Second)
			w.a.reading.At = c.Now()
		}
		w.poll()
		w.expect("frozen for 60 seconds", "3500", "")
		c.Advance(time.Second)
		w.expect("frozen for 61 seconds, before a poll", "", ReasonStale)
		w.poll()
		w.expect("frozen for 61 seconds", "", ReasonTooFew)
		w.say("3500", "3500")
		w.poll()
		w.expect("moving again", "3500", "")
	})
}

func TestSilenceIsStaleAfter60Seconds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.sources[0].Heartbeat, w.sources[1].Heartbeat = time.Hour, time.Hour
		w.prices = w.instance()
		w.say("3500", "3500")
		w.poll()
		w.a.err = errors.New("no answer")
		c.Advance(60 * time.Second)
		w.poll()
		w.expect("silent for 60 seconds", "3500", "")
		c.Advance(time.Second)
		w.poll()
		w.expect("silent for 61 seconds", "", ReasonTooFew)
		w.a.err = nil
		w.poll()
		w.expect("a heartbeat of an hour lets an old time pass", "3500", "")
	})
}

func TestAJumpHaltsForFiveMinutes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		say := func(price string) {
			w.say(price, price)
			w.poll()
		}
		say("3000")
		c.Advance(30 * time.Second)
		say("3300")
		w.expect("a move of 10 %", "3300", "")
		c.Advance(29 * time.Second)
		say("3300.00000001")
		w.expect("a move of more within 60 seconds", "", ReasonJump)
		began := c.Now()
		if q := w.find(money.ETH); !q.HaltedUntil.Equal(began.Add(5 * time.Minute)) {
			t.Errorf("halted until %s, began %s", q.HaltedUntil, began)
		}
		// A restart does not forget the halt.
		w.prices = w.instance()
		for range 29 {
			c.Advance(10 * time.Second)
			say("3300.00000001")
			w.expect("within the halt", "", ReasonJump)
		}
		c.Advance(10 * time.Second)
		say("3300.00000001")
		w.expect("after five minutes", "3300.00000001", "")
		c.Advance(61 * time.Minute)
		say("4300")
		w.expect("a larger move over more than 60 seconds", "4300", "")
		c.Advance(5 * time.Second)
		say("3800")
		w.expect("down counts as well", "", ReasonJump)
	})
}

// One jump is news, two within an hour are somebody's doing: swaps stay halted
// until operators resume them.
func TestTwoHaltsWithinAnHourStopSwaps(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		say := func(price string) {
			w.say(price, price)
			w.poll()
		}
		say("3000")
		c.Advance(5 * time.Second)
		say("3400")
		w.expect("the first jump", "", ReasonJump)
		c.Advance(5 * time.Second)
		say("3900")
		w.expect("the same news going on", "", ReasonJump)
		c.Advance(61 * time.Minute)
		say("3400")
		w.expect("it is over", "3400", "")
		c.Advance(5 * time.Second)
		say("3800")
		w.expect("another more than an hour later", "", ReasonJump)
		c.Advance(50 * time.Minute)
		say("3800")
		w.expect("it is over too", "3800", "")
		c.Advance(5 * time.Second)
		say("3400")
		w.expect("a second within an hour", "", ReasonStopped)
		w.prices = w.instance()
		c.Advance(24 * time.Hour)
		say("3400")
		w.expect("a day later", "", ReasonStopped)
		if q := w.find(money.ETH); q.Usable() || q.Stale {
			t.Errorf("stopped: %+v", q)
		}
	})
}

// Each side is quoted by the feed that is worse for the user.
func TestQuotationsKeepTheLowestAndTheHighestFeed(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.say("3500", "3540")
		w.poll()
		if q := w.find(money.ETH); q.Price != money.Units(3520) || q.Lowest != money.Units(3500) || q.Highest != money.Units(3540) {
			t.Errorf("%+v", q)
		}
	})
}

func TestBidsMakeThePriceOfETLD(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.poll()
		if q := w.find(money.ETLD); q.Price != 0 || !q.Usable() || w.prices.ETLD().Price != 0 {
			t.Errorf("without bids: %+v", q)
		}
		if value, at := w.prices.Value(money.ETLD, money.Unit); value != 0 || !at.IsZero() {
			t.Errorf("without bids a coin is worth %s at %s", value, at)
		}
		w.bids.price = money.MustParse("0.5")
		if q := w.find(money.ETLD); q.Price != w.bids.price {
			t.Errorf("a bid is seen at once: %+v", q)
		}
		w.poll()
		c.Advance(5 * time.Second)
		w.bids.price = money.MustParse("0.4")
		w.poll()
		if q := w.find(money.ETLD); q.Usable() || q.Reason != ReasonJump || q.Stale {
			t.Errorf("after a jump: %+v", q)
		}
	})
}

func TestValueRoundsDownAndFits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ amount, price, want string }{
		{"0.00000003", "3510.5", "0.00010531"}, {"1", "0.5", "0.5"}, {"0", "3510.5", "0"}, {"40000000000", "3510.5", "40000000000"}, {"40000000000", "0.5", "20000000000"},
	} {
		if got := ValueAt(money.MustParse(test.amount), money.MustParse(test.price)); got != money.MustParse(test.want) {
			t.Errorf("%s at %s is %s, want %s", test.amount, test.price, got, test.want)
		}
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		prices []money.Amount
		want   money.Amount
	}{{[]money.Amount{3, 1, 2}, 2}, {[]money.Amount{4, 1}, 2}, {[]money.Amount{10, 2, 4, 3}, 3}} {
		if got := median(test.prices); got != test.want {
			t.Errorf("median of %v is %d, want %d", test.prices, got, test.want)
		}
	}
}

// Of three feeds one may be gone.
func TestTwoOfThreeFeedsSuffice(t *testing.T) {
	t.Parallel()
	now := dbtest.Start
	r := rules{staleAfter: time.Minute, disagreement: money.Percent(200)}
	list := []heard{
		{name: "a", kind: Pair, reading: Reading{3500, now}, readAt: now}, {name: "b", kind: Aggregator, reading: Reading{3502, now}, readAt: now.Add(-10 * time.Second)},
		{name: "c", kind: "other", dropped: true, reading: Reading{1, now}, readAt: now},
	}
	v := judge(list, now, r)
	if v.reason != ReasonNone || v.price != 3501 || v.source != "aggregator_pair" || !v.freshUntil.Equal(now.Add(50*time.Second)) {
		t.Errorf("%+v", v)
	}
	list[1].dropped = true
	if v := judge(list, now, r); v.reason != ReasonOutOfRange || !v.definite {
		t.Errorf("%+v", v)
	}
}

func TestNumberIsBareAndExact(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(map[string]any{"data": Number(money.MustParse("3510.50000001"))})
	if err != nil || string(text) != `{"data":3510.50000001}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCallsAndHistory(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		client := apitest.New(t, db)
		w.prices.Register(client.API)
		for language, message := range map[string]string{"en_US": "Price unavailable, please try later", "zh_cn": "暫時無法取得價格，請稍後再試", "ru_RU": "Цена недоступна, попробуйте позже"} {
			if got := client.In(language).Call("/api/main/getETHPrice", "u"); got.Code != 1401 || got.Message != message {
				t.Errorf("in %s: %s", language, got.Body)
			}
		}
		if got := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH")); len(got.List) != 0 || got.StepSeconds != 300 {
			t.Errorf("history before any price: %+v", got)
		}
		for _, price := range []string{"3500", "3520", "3480", "3510"} {
			w.say(price, price)
			w.poll()
			c.Advance(20 * time.Second)
		}
		c.Advance(time.Hour)
		w.say("3600", "3600")
		w.poll()
		day := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "day"))
		want := Point{At: dbtest.Start, Open: money.Units(3500), High: money.Units(3520), Low: money.Units(3480), Close: money.Units(3510)}
		if len(day.List) != 2 || day.List[0] != want || day.List[1].Close != money.Units(3600) {
			t.Errorf("a day: %+v", day.List)
		}
		if year := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "year")); len(year.List) != 1 || year.List[0].High != money.Units(3600) {
			t.Errorf("a year: %+v", year.List)
		}
		holdYears(t, client)
		if got := client.Call("/api/main/getETHPrice", "u"); got.Code != 200 || string(got.Data) != "3600" {
			t.Errorf("ETH: %s", got.Body)
		}
		list := apitest.Data[Prices](t, client.Call("/api/main/prices", "u"))
		if len(list.List) != 2 || list.List[1].Source != "aggregator_pair" || list.List[1].Stale || list.List[0].Price != 0 {
			t.Errorf("prices: %+v", list)
		}
		c.Advance(24*time.Hour + 7*time.Minute)
		if none := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "day")); len(none.List) != 0 {
			t.Errorf("a day without a price has a chart: %+v", none.List)
		}
		w.say("3700", "3700")
		w.poll()
		later := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "day"))
		stood := day.List[1].Close
		begun := Point{At: later.ServerTime.Add(-24 * time.Hour).Truncate(5 * time.Minute), Open: stood, High: stood, Low: stood, Close: stood}
		if len(later.List) != 2 || later.List[0] != begun || later.List[1].Close != money.Units(3700) {
			t.Errorf("a day begins with the price that stood then, known for longer: %+v", later.List)
		}
		c.Advance(9 * 24 * time.Hour)
		if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.prices.Jobs()...).Drain(context.Background()); err != nil {
			t.Fatal(err)
		}
		if month := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "month")); len(month.List) != 3 {
			t.Errorf("hours are kept: %+v", month.List)
		}
		var fineLeft int64
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&fineLeft), `SELECT COUNT(*) FROM price_point WHERE step = 300`)
			return err
		}); err != nil || fineLeft != 0 {
			t.Errorf("%d fine points are left, %v", fineLeft, err)
		}
	})
}

// holdYears looks for the one day with prices in the years around it.
func holdYears(t *testing.T, client *apitest.Client) {
	t.Helper()
	for year, days := range map[int]int{dbtest.Start.Year(): 1, dbtest.Start.Year() - 1: 0, dbtest.Start.Year() + 1: 0} {
		got := apitest.Data[History](t, client.Call("/api/main/priceHistory", "u", "currency", "ETH", "span", "year", "year", fmt.Sprint(year)))
		if len(got.List) != days {
			t.Errorf("the days of %d: %+v", year, got.List)
		}
	}
}
