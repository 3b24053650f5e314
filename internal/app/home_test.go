package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/price"
	"etld/internal/features/machine"
	"etld/internal/features/news"
	"etld/internal/features/report"
	"etld/internal/features/trade"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// front is what the home page's calls show, on a program whose pools and
// capital are funded and whose clock can be moved.
type front struct {
	*apitest.Client
	*drawer
}

func newFront(t *testing.T, p *Program) *front {
	t.Helper()
	f := &front{Client: apitest.New(t, p.db), drawer: p.drawer(t)}
	p.machine.Register(f.API)
	p.prices.Register(f.API)
	p.notices.Register(f.API)
	p.news.Register(f.API)
	if err := report.RegisterHome(f.API, report.Sources[machine.ProductRow, machine.Today, news.Row, news.BannerRow]{
		Prices: p.prices, News: p.news, Machines: p.machine.Views, Nodes: p.node, Notices: p.notices}); err != nil {
		t.Fatal(err)
	}
	w := p.world(t)
	w.Capital("100000 USDT", "100000 ETLD")
	w.Fund(ledger.InterestFree, "100000 USDT")
	w.Fund(ledger.Emission, "100000 ETLD")
	return f
}

// home is the front page as it is sent, with the parts that tests read.
type home struct {
	Banners        json.RawMessage
	EditorBanners  []news.BannerRow
	Popular        []json.RawMessage
	PopularNeutral bool
	Sizes          []string
	Prices         json.RawMessage
	Notice         *report.HomeNotice
	NextDividend   report.NextDividend
	Today          machine.Today
	News           []news.Row
	Incident       *news.Row
	Alert          json.RawMessage
	ServerTime     time.Time
}

func (f *front) home() home {
	f.t.Helper()
	return apitest.Data[home](f.t, f.Call("/api/main/home", f.id))
}

func (f *front) buy(product string, quantity int64) {
	f.t.Helper()
	f.order(product, quantity, true)
}

func (f *front) order(product string, quantity int64, startNow bool) {
	f.t.Helper()
	f.update(func(tx *sqldb.Tx) error {
		terms, err := f.p.machine.CurrentTerms(tx, product)
		if err != nil {
			return err
		}
		_, err = f.p.machine.Purchase(tx, checkout.Order{UserID: f.id, ProductID: product, Quantity: quantity, PayType: checkout.PayBalance, TermsVersion: terms.Version(), StartNow: startNow})
		return err
	})
}

// popular are the ids of the popular products.
func (h home) popular(t *testing.T) (ids []string) {
	t.Helper()
	for _, row := range h.Popular {
		var product struct{ ID string }
		if err := json.Unmarshal(row, &product); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, product.ID)
	}
	return ids
}

// timeless is a product without the date that goes with the clock.
func timeless(product string) string {
	return regexp.MustCompile(`"earliestMaturity":"[^"]*"`).ReplaceAllString(product, "")
}

func TestHomeOfAnEmptyPlatform(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		reply := f.Call("/api/main/home", f.id)
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(reply.Data, &raw); err != nil {
			t.Fatal(err)
		}
		fields := slices.Sorted(maps.Keys(raw))
		if want := []string{"alert", "banners", "editorBanners", "incident", "news", "nextDividend", "notice", "popular", "popularNeutral", "prices", "serverTime", "sizes", "today"}; !slices.Equal(fields, want) {
			t.Errorf("fields %q", fields)
		}
		h := apitest.Data[home](t, reply)
		if want := `[{"id":"machines","target":"/"},{"id":"output","target":"/myMiner"},{"id":"king","target":"/chain"},{"id":"trade","target":"/trade"}]`; string(h.Banners) != want {
			t.Errorf("banners %s", h.Banners)
		}
		if !slices.Equal(h.Sizes, []string{"small", "medium", "large"}) || string(h.Alert) != "null" || h.Notice != nil || string(raw["editorBanners"]) != "[]" {
			t.Errorf("sizes %q, alert %s, notice %+v", h.Sizes, h.Alert, h.Notice)
		}
		if got := h.popular(t); !h.PopularNeutral || !slices.Equal(got, []string{"machineSmall", "machineMedium", "machineLarge"}) {
			t.Errorf("popular without sales %q, neutral %v", got, h.PopularNeutral)
		}
		// The rows are the catalogue's own.
		all := apitest.Data[struct{ List []json.RawMessage }](t, f.Call("/api/miner/all", f.id))
		if !slices.EqualFunc(h.Popular, all.List, func(a, b json.RawMessage) bool { return timeless(string(a)) == timeless(string(b)) }) {
			t.Errorf("popular %s, the catalogue %s", h.Popular, all.List)
		}
		if today := h.Today; today.ETLD != 0 || today.Power != 0 || today.Rate != nil || !today.AsOf.Equal(h.ServerTime) {
			t.Errorf("today of somebody without machines: %+v at %s", today, h.ServerTime)
		}
		if apart := p.settings.Clock.Now().Sub(h.ServerTime).Abs(); apart > time.Minute {
			t.Errorf("the server's time is %s off", apart)
		}
		at := h.NextDividend.At.In(clock.Zone)
		if at.Day() != 1 || at.Hour() != 12 || at.Minute() != 0 || !at.After(h.ServerTime) || at.Sub(h.ServerTime) > 32*24*time.Hour {
			t.Errorf("the next dividend is at %s", at)
		}
		for _, token := range []string{"", apitest.Nobody} {
			for _, path := range []string{"/api/main/home", "/api/main/getETLDPrice"} {
				if got := f.Call(path, token); got.Code != 1001 {
					t.Errorf("%s with token %q: %s", path, token, got.Body)
				}
			}
		}
		// What is unknown is ignored.
		if got := f.Call("/api/main/home", f.id, "size", "0", "from", "nonsense"); got.Code != 200 {
			t.Errorf("unknown parameters: %s", got.Body)
		}
	})
}

func TestHomeShowsWhatSells(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		f.buy("machineMedium", 2)
		f.buy("machineSmall", 1)
		if h := f.home(); h.PopularNeutral || !slices.Equal(h.popular(t), []string{"machineMedium", "machineSmall", "machineLarge"}) {
			t.Errorf("popular %q, neutral %v", h.popular(t), h.PopularNeutral)
		}
		f.buy("machineSmall", 1)
		if h := f.home(); h.PopularNeutral || !slices.Equal(h.popular(t), []string{"machineSmall", "machineMedium", "machineLarge"}) {
			t.Errorf("a tie is in the catalogue's order: %q", h.popular(t))
		}
		p.settings.Clock.(*clock.System).Advance(32 * 24 * time.Hour)
		if h := f.home(); !h.PopularNeutral || !slices.Equal(h.popular(t), []string{"machineSmall", "machineMedium", "machineLarge"}) {
			t.Errorf("a month later %q, neutral %v", h.popular(t), h.PopularNeutral)
		}
	})
}

// The output of today is an estimate at the rate of the day before.
func TestHomeShowsTodaysOutput(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		f.buy("machineMedium", 1)
		if h := f.home(); h.Today.Power != 11 || h.Today.Rate != nil || h.Today.ETLD != 0 {
			t.Errorf("before a day is closed: %+v", h.Today)
		}
		// Whoever was not paid yet waits for the first interest, posted with its hour.
		if first := f.home().Today.First; first == nil || first.Size != "medium" || !first.InterestAt.Equal(clock.HourOf(first.StartAt.Add(24*time.Hour)).End()) {
			t.Errorf("the machine that pays first: %+v", first)
		}
		// A few hours into the second day, so that a whole day is behind.
		tomorrow := clock.DayOf(p.settings.Clock.Now()) + 2
		p.settings.Clock.(*clock.System).Advance(tomorrow.Start().Add(5 * time.Hour).Sub(p.settings.Clock.Now()))
		if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, p.machine.Jobs()...).Drain(context.Background()); err != nil {
			t.Fatal(err)
		}
		today := f.home().Today
		if today.First != nil {
			t.Errorf("whoever was paid is told to wait for %+v", today.First)
		}
		// Eleven T alone on the network: the highest rate there is.
		seconds := int64(today.AsOf.Sub(clock.DayOf(today.AsOf).Start()) / time.Second)
		if want := money.MulDivFloor(money.MustParse("0.8"), 11*seconds, 86_400); today.Power != 11 || today.Rate == nil || *today.Rate != money.MustParse("0.8") || today.ETLD != want || seconds < 5*3600 {
			t.Errorf("%d seconds into the day: %+v, want %s", seconds, today, want)
		}
	})
}

// Whoever bought a machine that still can be cancelled waits for it to start, and no
// longer once another one pays sooner.
func TestHomeShowsTheMachineThatIsGoingToStart(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		f.order("machineMedium", 1, false)
		now := p.settings.Clock.Now()
		today := f.home().Today
		if first := today.First; first == nil || !first.Waits || first.Size != "medium" || today.Power != 0 ||
			first.StartAt.Sub(now).Round(time.Minute) != 24*time.Hour || !first.InterestAt.Equal(clock.HourOf(first.StartAt.Add(24*time.Hour)).End()) {
			t.Errorf("the machine that waits: %+v", today)
		}
		f.buy("machineSmall", 1)
		if first := f.home().Today.First; first == nil || first.Waits || first.Size != "small" {
			t.Errorf("the one that runs pays first: %+v", first)
		}
	})
}

// The newest notice shows until it is read, in the reader's language.
func TestHomeShowsTheNewestNotice(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		for _, kind := range []string{"backend_debit_returned", "backend_top_up"} {
			f.update(func(tx *sqldb.Tx) error {
				return p.notices.Send(tx, f.id, kind, map[string]string{"amount": "5", "currency": "USDT", "reason": "because"}, "/wallet")
			})
			p.settings.Clock.(*clock.System).Advance(time.Second)
		}
		for language, title := range map[string]string{"en_US": "Backend top-up: +5\u00a0USDT", "zh_cn": "平台儲值：+5\u00a0USDT", "ru_RU": "Пополнение оператором: +5\u00a0USDT"} {
			got := apitest.Data[home](t, f.In(language).Call("/api/main/home", f.id)).Notice
			if got == nil || got.ID == "" || got.Kind != "backend_top_up" || got.Title != title {
				t.Errorf("in %s: %+v, want %q", language, got, title)
			}
		}
		if got := f.Call("/api/user/readNotice", f.id, "id", f.home().Notice.ID); got.Code != 200 {
			t.Fatal(got.Body)
		}
		if got := f.home().Notice; got != nil {
			t.Errorf("the newest was read, shown is %+v", got)
		}
		if other := apitest.Data[home](t, f.Call("/api/main/home", "somebodyElse")).Notice; other != nil {
			t.Errorf("another's notice: %+v", other)
		}
	})
}

// The price of ETLD is what a seller of 100, or of all that is bid for, would
// really get, as a bare number; the list and the front page say the same.
func TestETLDPriceIsWhatASellerGets(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		expect := func(when, want string) {
			t.Helper()
			if got := f.Call("/api/main/getETLDPrice", f.id); got.Code != 200 || string(got.Data) != want {
				t.Errorf("%s: %s, want %s", when, got.Body, want)
			}
			// The front page's copy is up to a second old, hence the new reading.
			p.prices.Poll(t.Context())
			var shown []shownPrice
			if err := json.Unmarshal(f.home().Prices, &shown); err != nil || len(shown) != 2 || shown[0].Pair != "ETLD/USDT" || shown[0].Price != want || shown[0].Stale || shown[0].Source == "" {
				t.Errorf("%s: the front page shows %+v, %v", when, shown, err)
			}
			if list := apitest.Data[price.Prices](t, f.Call("/api/main/prices", f.id)).List; list[0].Price.String() != want {
				t.Errorf("%s: the list shows %+v", when, list[0])
			}
		}
		var placed []string
		bid := func(at string, quantity int64) {
			t.Helper()
			f.update(func(tx *sqldb.Tx) error {
				b, err := p.trade.PlaceBid(tx, trade.BidRequest{Price: money.MustParse(at), Quantity: money.Units(quantity), Actor: "operator"})
				placed = append(placed, b.ID)
				return err
			})
		}
		expect("nobody buys", "0")
		bid("0.4", 30)
		expect("less than 100 are bid for", "0.4")
		bid("0.5", 60)
		// 60 at 0.5 and 30 at 0.4: 42 for 90.
		expect("two bids", "0.46666666")
		bid("0.3", 1_000)
		// 60 at 0.5, 30 at 0.4, and 10 at 0.3: 45 for 100.
		expect("more than 100 are bid for", "0.45")
		for _, id := range placed {
			f.update(func(tx *sqldb.Tx) error {
				_, err := p.trade.CancelBid(tx, id, "operator")
				return err
			})
		}
		expect("all bids were taken back", "0")
	})
}

// shownPrice is a row of the front page's prices.
type shownPrice struct {
	Pair, Price, Source string
	Stale               bool
}

// The front page has the newest articles, and the incident that editors have pinned
// for as long as it is pinned.
func TestHomeShowsNews(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		if h := f.home(); len(h.News) != 0 || h.News == nil || h.Incident != nil {
			t.Errorf("without news: %+v, %+v", h.News, h.Incident)
		}
		if err := (seeds{p}).seedDemoNews(t.Context()); err != nil {
			t.Fatal(err)
		}
		if h := f.home(); len(h.News) != 3 || h.News[0].Category != news.Announcement || !h.News[0].Translated || h.Incident != nil {
			t.Errorf("with the demo's: %+v, %+v", h.News, h.Incident)
		}
		maker, checker := p.staff(t, operator.Editor), p.staff(t, operator.Editor)
		row := dataOf[news.ArticleRow](t, maker.call("news/draft", map[string]any{"category": "incident",
			"texts": map[string]any{"zhtw": map[string]any{"title": "中斷", "summary": "原因", "body": "說明"}}}))
		if r := checker.approve(maker.call("news/publish", map[string]any{"payload": map[string]any{"id": row.ID, "version": row.Version}, "reason": "it is true"})); r.Code != 200 {
			t.Fatalf("publish: %+v", r)
		}
		if h := f.home(); h.News[0].ID != row.ID || h.Incident != nil {
			t.Errorf("an incident that is not pinned: %+v, %+v", h.News, h.Incident)
		}
		for n, isPinned := range []bool{true, false} {
			pin := maker.call("news/pin", map[string]any{"payload": map[string]any{"id": row.ID, "version": int(row.Version) + 1 + n, "pinned": isPinned}, "reason": "it is true"})
			if h := f.home(); (h.Incident != nil) == isPinned {
				t.Errorf("pinned %v by one editor: %+v", isPinned, h.Incident)
			}
			if r := checker.approve(pin); r.Code != 200 {
				t.Fatalf("pin: %+v", r)
			}
			if h := f.home(); (h.Incident != nil) != isPinned || isPinned && (h.Incident.Title != "中斷" || h.Incident.Translated) {
				t.Errorf("pinned %v: %+v", isPinned, h.Incident)
			}
		}
	})
}
