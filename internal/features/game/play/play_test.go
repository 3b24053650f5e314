package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	limitsPath  = "/api/game/limits"
	setPath     = "/api/game/setLimits"
	excludePath = "/api/game/exclude"
	agePath     = "/api/game/confirmAge"
	realityPath = "/api/game/confirmReality"
)

// inbox keeps what users were told.
type inbox struct {
	mu   sync.Mutex
	told []string
}

func (b *inbox) Send(_ sqldb.Command, userID, kind string, params map[string]string, _ string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.told = append(b.told, strings.TrimSpace(fmt.Sprint(userID, " ", kind, " ", params["stake"], " ", params["loss"], params["untilAt"])))
	return nil
}

// world is a platform with players and nothing else.
type world struct {
	*worldtest.World
	play   *Service
	inbox  *inbox
	client *apitest.Client
}

// newWorld begins at noon of a day of the platform's zone.
func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), inbox: &inbox{}, client: apitest.New(t, db)}
	w.play = New(Config{DB: db, Clock: c, Notices: w.inbox})
	w.play.Register(w.client.API)
	c.Advance((clock.DayOf(c.Now()) + 1).Start().Add(12 * time.Hour).Sub(c.Now()))
	return w
}

// stake makes a stake as a call does.
func (w *world) stake(userID string, points int64) (rest Rest, err error) {
	err = w.Try(func(tx sqldb.Command) error {
		var err error
		rest, err = w.play.Allow(tx, userID, points)
		return err
	}, w.play.Hints(userID)...)
	return rest, err
}

// adult is a user who has stated the age.
func (w *world) adult(userID string) {
	w.T.Helper()
	apitest.Data[Protection](w.T, w.client.Call(agePath, userID, "confirm", "yes"))
}

func (w *world) settled(list ...Outcome) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.play.Settled(tx, list) })
}

func (w *world) protection(userID string) Protection {
	w.T.Helper()
	return apitest.Data[Protection](w.T, w.client.Call(limitsPath, userID))
}

// refuses holds how a stake is refused.
func (w *world) refuses(what, userID string, points int64, want string) {
	w.T.Helper()
	if _, err := w.stake(userID, points); err == nil || err.Error() != want {
		w.T.Errorf("%s: %v, want %s", what, err, want)
	}
}

// allows holds what a stake leaves of the day.
func (w *world) allows(what, userID string, points int64, want Rest) {
	w.T.Helper()
	if rest, err := w.stake(userID, points); err != nil || rest != want {
		w.T.Errorf("%s: %+v, %v, want %+v", what, rest, err, want)
	}
}

func TestStakesAndLossesOfADayAreBounded(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.adult("anna")
		begun := c.Now()
		w.allows("a first stake", "anna", 3000, Rest{7000, 2000})
		w.refuses("more than may be lost", "anna", 2010, "play_daily_limit")
		w.allows("up to the limit of losses", "anna", 2000, Rest{5000, 0})
		w.refuses("one above it", "anna", 100, "play_daily_limit")
		// A prize gives back what may be lost, not what may be staked.
		w.settled(Outcome{UserID: "anna", Stake: 3000, Win: 12_000, StakedAt: begun}, Outcome{UserID: "anna", Stake: 2000, StakedAt: begun})
		w.refuses("more than may be staked", "anna", 5010, "play_daily_limit")
		w.allows("up to the limit of stakes", "anna", 5000, Rest{0, 7000})
		p := w.protection("anna")
		if p.Stake.Used != 10_000 || p.Stake.Rest != 0 || p.Loss.Used != -2000 || p.Loss.Rest != 7000 {
			t.Errorf("used: %+v, %+v", p.Stake, p.Loss)
		}
		// A refund gives the stake back.
		w.settled(Outcome{UserID: "anna", Stake: 5000, IsRefunded: true, StakedAt: begun})
		w.allows("again", "anna", 5000, Rest{0, 7000})
		// Nobody else is bounded by it, and the next day begins anew: at midnight of
		// the platform's zone.
		w.adult("berta")
		w.allows("somebody else", "berta", 5000, Rest{5000, 0})
		c.Advance(clock.DayOf(begun).End().Sub(c.Now()) - time.Microsecond)
		w.refuses("just before midnight", "anna", 100, "play_daily_limit")
		c.Advance(time.Microsecond)
		w.allows("at midnight", "anna", 5000, Rest{5000, 0})
		// What comes of yesterday's stakes changes nothing today.
		w.settled(Outcome{UserID: "anna", Stake: 5000, Win: 20_000, StakedAt: begun})
		w.refuses("yesterday's prize is not for today's losses", "anna", 100, "play_daily_limit")
		w.Drain(w.play.Jobs())
		if p := w.protection("anna"); p.Stake.Used != 5000 {
			t.Errorf("after the purge: %+v", p.Stake)
		}
	})
}

// Fifty stakes at once are allowed as far as the limit reaches, and no further.
func TestFiftyStakesAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.adult("anna")
		apitest.Data[Protection](t, w.client.Call(setPath, "anna", "dayStake", "1000", "dayLoss", "950"))
		var allowed, refused atomic.Int64
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				switch _, err := w.stake("anna", 100); {
				case err == nil:
					allowed.Add(1)
				case err.Error() == ErrLimit.Name:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if p := w.protection("anna"); allowed.Load() != 9 || refused.Load() != 41 || p.Stake.Used != 900 || p.Reality.Rounds != 9 {
			t.Errorf("%d were allowed and %d refused, %+v", allowed.Load(), refused.Load(), p)
		}
	})
}

func TestLimitsAreLoweredAtOnceAndRaisedAfterADay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.adult("anna")
		if p := w.protection("anna"); p.Stake.Limit != 10_000 || p.Stake.Most != 50_000 || p.Loss.Limit != 5000 || p.Loss.Most != 20_000 || p.Stake.Raise != nil {
			t.Errorf("at first: %+v", p)
		}
		w.allows("a stake", "anna", 400, Rest{9600, 4600})
		p := apitest.Data[Protection](t, w.client.Call(setPath, "anna", "dayLoss", "500"))
		if p.Loss.Limit != 500 || p.Loss.Rest != 100 || p.Stake.Limit != 10_000 {
			t.Errorf("lowered: %+v", p)
		}
		w.refuses("more than the lowered limit leaves", "anna", 110, "play_daily_limit")
		p = apitest.Data[Protection](t, w.client.Call(setPath, "anna", "dayLoss", "20000"))
		if from := c.Now().Add(24 * time.Hour); p.Loss.Limit != 500 || p.Loss.Raise == nil || *p.Loss.Raise != 20_000 || !p.Loss.RaiseFrom.Equal(from) {
			t.Errorf("a raise: %+v", p.Loss)
		}
		w.refuses("a raise that waits", "anna", 110, "play_daily_limit")
		c.Advance(24 * time.Hour)
		w.refuses("a raise that was not confirmed", "anna", 510, "play_daily_limit")
		p = apitest.Data[Protection](t, w.client.Call(setPath, "anna", "dayLoss", "20000"))
		if p.Loss.Limit != 20_000 || p.Loss.Raise != nil {
			t.Errorf("confirmed: %+v", p.Loss)
		}
		w.allows("up to the limit of stakes", "anna", 5000, Rest{5000, 15_000})
		for _, test := range []struct{ field, value string }{{"dayStake", "50001"}, {"dayLoss", "20001"}, {"dayStake", "-1"}, {"dayLoss", "1.5"}, {"dayStake", "many"}} {
			invalid := [3]string{"Invalid parameter: " + test.field, "參數錯誤：" + test.field, "Неверный параметр: " + test.field}
			w.client.Refused(test.field+" "+test.value, 1002, invalid, func(c *apitest.Client) apitest.Reply { return c.Call(setPath, "anna", test.field, test.value) })
		}
		if got := w.client.Call(setPath, "anna"); got.Code != 1002 {
			t.Errorf("nothing set: %s", got.Body)
		}
		if got := w.client.Call(setPath, "anna", "dayStake", "100", "dayLoss", "20001"); got.Code != 1002 {
			t.Errorf("one of two that is refused: %s", got.Body)
		}
		if p := w.protection("anna"); p.Stake.Limit != 10_000 || p.Loss.Limit != 20_000 {
			t.Errorf("after refusals: %+v", p)
		}
		if want := []string{"anna game_limits_changed 10000 500", "anna game_limits_changed 10000 20000"}; !slices.Equal(w.inbox.told, want) {
			t.Errorf("told %q, want %q", w.inbox.told, want)
		}
	})
}

func TestABreakHoldsAndCannotBeShortened(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.adult("anna")
		for _, test := range [][]string{{"kind", "24h"}, {"kind", "24h", "confirm", "no"}, {"confirm", "yes"}, {"kind", "1h", "confirm", "yes"}} {
			if got := w.client.Call(excludePath, "anna", test...); got.Code != 1002 {
				t.Errorf("%v: %s", test, got.Body)
			}
		}
		w.allows("nothing was begun", "anna", 100, Rest{9900, 4900})
		week := apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "7d", "confirm", "yes"))
		until := c.Now().Add(7 * 24 * time.Hour)
		if week.Break == nil || week.Break.Kind != Week || !week.Break.Until.Equal(until) {
			t.Fatalf("a week: %+v", week.Break)
		}
		w.refuses("on a break", "anna", 100, "play_on_a_break")
		shorter := [3]string{"A break cannot be shortened", "休息期不可縮短", "Перерыв нельзя сократить"}
		w.client.Refused("a shorter one", 1709, shorter, func(c *apitest.Client) apitest.Reply {
			return c.Call(excludePath, "anna", "kind", "24h", "confirm", "yes")
		})
		if err := w.Try(func(tx sqldb.Command) error { return w.play.MayBuy(tx, "anna") }); err == nil || err.Error() != "play_on_a_break" {
			t.Errorf("buying points on a break: %v", err)
		}
		c.Advance(until.Sub(c.Now()) - time.Microsecond)
		w.refuses("until its last moment", "anna", 100, "play_on_a_break")
		c.Advance(time.Microsecond)
		if p := w.protection("anna"); p.Break != nil {
			t.Errorf("after it: %+v", p.Break)
		}
		w.allows("after it", "anna", 100, Rest{9900, 4900})
		apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "24h", "confirm", "yes"))
		if p := apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "12m", "confirm", "yes")); p.Break.Kind != Year {
			t.Errorf("a longer one: %+v", p.Break)
		}
		if p := apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "permanent", "confirm", "yes")); p.Break.Kind != Permanent || p.Break.Until != nil {
			t.Errorf("for good: %+v", p.Break)
		}
		for _, kind := range []string{"permanent", "12m", "24h"} {
			w.client.Refused(kind+" after a permanent one", 1709, shorter, func(c *apitest.Client) apitest.Reply {
				return c.Call(excludePath, "anna", "kind", kind, "confirm", "yes")
			})
		}
		c.Advance(40 * 365 * 24 * time.Hour)
		w.refuses("for good", "anna", 100, "play_on_a_break")
		if len(w.inbox.told) != 4 || w.inbox.told[3] != "anna game_break_permanent" {
			t.Errorf("told %q", w.inbox.told)
		}
	})
}

// Stakes of one session race with a lowered limit and a break from another: whatever
// begins after those were answered is held to them.
func TestAnotherSessionIsHeldToWhatWasDecided(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.adult("anna")
		w.adult("berta")
		race := func(userID string, decide func()) (allowed int64) {
			var decided atomic.Bool
			var count atomic.Int64
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 2 {
						isLate := decided.Load()
						if _, err := w.stake(userID, 100); err == nil {
							count.Add(1)
							if isLate {
								t.Errorf("%s staked after it was decided", userID)
							}
						}
					}
				})
			}
			wg.Go(func() {
				decide()
				decided.Store(true)
			})
			wg.Wait()
			return count.Load()
		}
		allowed := race("anna", func() { apitest.Data[Protection](t, w.client.Call(setPath, "anna", "dayStake", "0")) })
		if p := w.protection("anna"); p.Stake.Used != 100*allowed || p.Stake.Rest != 0 {
			t.Errorf("%d were allowed: %+v", allowed, p.Stake)
		}
		w.refuses("the limit is 0", "anna", 100, ErrLimit.Name)
		allowed = race("berta", func() {
			apitest.Data[Protection](t, w.client.Call(excludePath, "berta", "kind", "24h", "confirm", "yes"))
		})
		if p := w.protection("berta"); p.Stake.Used != 100*allowed || p.Break == nil {
			t.Errorf("%d were allowed: %+v, %+v", allowed, p.Stake, p.Break)
		}
		w.refuses("on a break", "berta", 100, "play_on_a_break")
	})
}

// The texts of refusals say until when, and how much is left.
func TestRefusalsSayWhatHelps(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		registerStake(w)
		stake := func(points string) func(c *apitest.Client) apitest.Reply {
			return func(c *apitest.Client) apitest.Reply { return c.Command(stakePath, "anna", "points", points) }
		}
		w.client.Refused("no statement", 1711, [3]string{"Please confirm first that you are at least 18 years old", "請先確認您已年滿 18 歲", "Сначала подтвердите, что вам исполнилось 18 лет"}, stake("100"))
		if got := w.client.Call(agePath, "anna"); got.Code != 1002 {
			t.Errorf("a statement that says nothing: %s", got.Body)
		}
		w.adult("anna")
		apitest.Data[Rest](t, stake("3800")(w.client))
		w.client.Refused("a limit", 1706, [3]string{"This exceeds your daily limit; 1,200 left", "超過每日上限，尚餘 1,200", "Превышен дневной лимит, осталось 1\u00a0200"}, stake("1210"))
		if got := stake("1210")(w.client); !strings.Contains(got.Body, `"data":{"max":"1200"}`) {
			t.Errorf("the figures of a limit's refusal: %s", got.Body)
		}
		apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "24h", "confirm", "yes"))
		until := c.Now().Add(24 * time.Hour).In(clock.Zone)
		w.client.Refused("a break", 1707, [3]string{"You chose a break until " + until.Format("2 Jan 2006, 15:04") + " UTC+8", "您已選擇休息至 " + until.Format("2006/01/02 15:04") + " UTC+8",
			"Вы выбрали перерыв до " + until.Format("02.01.2006, 15:04") + " UTC+8"}, stake("100"))
		apitest.Data[Protection](t, w.client.Call(excludePath, "anna", "kind", "permanent", "confirm", "yes"))
		w.client.Refused("for good", 1707, [3]string{"You chose a break until ∞ (permanent)", "您已選擇休息至 ∞（永久）", "Вы выбрали перерыв до ∞ (бессрочно)"}, stake("100"))
	})
}

func TestARealityCheckWaitsForItsPlayer(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.adult("anna")
		begun := c.Now()
		for range 11 {
			if _, err := w.stake("anna", 100); err != nil {
				t.Fatal(err)
			}
			c.Advance(5 * time.Minute)
		}
		apitest.Data[Protection](t, w.client.Call(realityPath, "anna", "confirm", "yes"))
		if p := w.protection("anna"); p.Reality.IsDue || p.Reality.Rounds != 11 {
			t.Errorf("confirmed before it was due: %+v", p.Reality)
		}
		w.settled(Outcome{UserID: "anna", Stake: 100, Win: 250, StakedAt: begun})
		c.Advance(5 * time.Minute)
		w.refuses("after an hour", "anna", 100, "play_reality_check_due")
		p := w.protection("anna")
		if r := p.Reality; !r.IsDue || r.Rounds != 11 || r.Staked != 1100 || r.Won != 250 || r.Net != -850 || r.ElapsedSeconds != 3600 || !r.Since.Equal(begun) {
			t.Errorf("the check: %+v", r)
		}
		if after := apitest.Data[Protection](t, w.client.Call(realityPath, "anna", "confirm", "yes")); after.Reality.IsDue || after.Reality.Rounds != 0 {
			t.Errorf("confirmed: %+v", after.Reality)
		}
		for i := range 20 {
			if _, err := w.stake("anna", 100); err != nil {
				t.Fatalf("round %d: %v", i+1, err)
			}
		}
		w.refuses("after twenty rounds", "anna", 100, "play_reality_check_due")
		c.Advance(10 * time.Hour)
		w.refuses("and a pause", "anna", 100, "play_reality_check_due")
	})
}

// Who has reached a limit buys no more points that day.
func TestPointsAreNotSoldBeyondALimit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buy := func() error { return w.Try(func(tx sqldb.Command) error { return w.play.MayBuy(tx, "anna") }) }
		w.Must(buy())
		w.adult("anna")
		w.allows("nearly all", "anna", 4900, Rest{5100, 100})
		w.Must(buy())
		w.allows("the rest", "anna", 10, Rest{5090, 90})
		if err := buy(); err == nil || err.Error() != "play_daily_limit" {
			t.Errorf("less is left than the least stake: %v", err)
		}
		c.Advance(12 * time.Hour)
		w.Must(buy())
	})
}

// Who chooses a limit of 0 does not play, and buys no points, until a raise held.
func TestALimitOfZero(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.adult("anna")
		w.adult("bert")
		for id, field := range map[string]string{"anna": "dayStake", "bert": "dayLoss"} {
			set := apitest.Data[Protection](t, w.client.Call(setPath, id, field, "0"))
			if set.Stake.Limit != 0 && set.Loss.Limit != 0 || set.Stake.Rest != 0 && set.Loss.Rest != 0 {
				t.Errorf("%s=0: %+v", field, set)
			}
			w.refuses(field+" of 0", id, 100, "play_daily_limit")
			mayBuy := w.Try(func(tx sqldb.Command) error { return w.play.MayBuy(tx, id) }, w.play.Hints(id)...)
			if !errors.Is(mayBuy, ErrLimit) {
				t.Errorf("%s of 0 buys points: %v", field, mayBuy)
			}
			w.client.Call(setPath, id, field, "500")
			w.refuses(field+" asked to rise", id, 100, "play_daily_limit")
		}
		c.Advance(raiseWait)
		for id, field := range map[string]string{"anna": "dayStake", "bert": "dayLoss"} {
			w.refuses(field+" not confirmed", id, 100, "play_daily_limit")
			w.client.Call(setPath, id, field, "500")
			if _, err := w.stake(id, 100); err != nil {
				t.Errorf("%s raised: %v", field, err)
			}
		}
	})
}

// A round that waited until its day was forgotten is settled all the same.
func TestOutcomesOfForgottenDays(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		stakedAt := c.Now()
		for _, id := range []string{"anna", "bert"} {
			w.adult(id)
			if _, err := w.stake(id, 500); err != nil {
				t.Fatal(err)
			}
		}
		c.Advance((daysKept + 2) * 24 * time.Hour)
		w.Drain(w.play.Jobs())
		w.settled(Outcome{UserID: "anna", Stake: 500, Win: 500, IsRefunded: true, StakedAt: stakedAt}, Outcome{UserID: "bert", Stake: 500, Win: 2000, StakedAt: stakedAt})
		for _, id := range []string{"anna", "bert"} {
			if p := w.protection(id); p.Stake.Used != 0 || p.Loss.Used != 0 {
				t.Errorf("%s has used %d, and lost %d", id, p.Stake.Used, p.Loss.Used)
			}
		}
		var days int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&days), "SELECT COUNT(*) FROM game_day")
			return err
		})
		if days != 0 {
			t.Errorf("%d forgotten days are there again", days)
		}
	})
}
