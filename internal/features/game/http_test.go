package game

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const joinPath = "/api/game/join"

// What is refused, in the order in which it is looked at, in three languages; none
// of it changes anything.
func TestRefusedEntries(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(10_000)
		anna, poor, robot := w.player(1, 5000), w.player(2, 100), w.player(3, 1000)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec("UPDATE user_person SET is_robot = 1 WHERE id = $1", robot)
			return err
		})
		const period = "20250601-145"
		w.mustJoin(anna, 3, 100)
		was := w.Balance(inRounds)
		texts := map[int][3]string{
			1007: {"Please enter quantity", "請輸入數量", "Введите количество"},
			1506: {"This action is not possible in the current status", "目前狀態無法執行此操作", "Действие недоступно в текущем статусе"},
			1701: {"This period is closed", "本期已截止", "Участие в этом раунде закрыто"},
			1702: {"You already take part in this period", "您已參與本期", "Вы уже участвуете в этом раунде"},
			1703: {"Please choose a box", "請選擇盲盒", "Выберите коробку"},
			1704: {"Amount: 100–5,000 in steps of 10", "數量須為 100–5,000 且為 10 的倍數", "Сумма 100–5000 с шагом 10"},
			1705: {"Insufficient game points", "遊戲積分不足", "Недостаточно игровых баллов"},
			1708: {"This period is full", "本期額度已滿", "Лимит раунда исчерпан"},
		}
		for _, test := range []struct {
			what, user string
			code       int
			params     []string
		}{
			{"no box", anna, 1703, []string{"period", period, "amount", "100"}},
			{"an eleventh box", anna, 1703, []string{"period", period, "box", "11", "amount", "100"}},
			{"no amount", anna, 1007, []string{"period", period, "box", "3"}},
			{"less than allowed", anna, 1704, []string{"period", period, "box", "3", "amount", "90"}},
			{"more than allowed", anna, 1704, []string{"period", period, "box", "3", "amount", "5010"}},
			{"no whole tens", anna, 1704, []string{"period", period, "box", "3", "amount", "105"}},
			{"less than nothing", anna, 1704, []string{"period", period, "box", "3", "amount", "-100"}},
			{"a robot", robot, 1506, []string{"period", period, "box", "3", "amount", "100"}},
			{"the period before", anna, 1701, []string{"period", "20250601-144", "box", "3", "amount", "100"}},
			{"the next period", poor, 1701, []string{"period", "20250601-146", "box", "3", "amount", "100"}},
			{"twice", anna, 1702, []string{"period", period, "box", "4", "amount", "100"}},
			{"too few points", poor, 1705, []string{"period", period, "box", "4", "amount", "110"}},
			{"more than 5 % of the bankroll", poor, 1708, []string{"period", period, "box", "3", "amount", "100"}},
		} {
			w.client.Refused(test.what, test.code, texts[test.code], func(c *apitest.Client) apitest.Reply { return c.Command(joinPath, test.user, test.params...) })
		}
		for _, period := range []string{"", "20250601-289", "20250601145", "20250229-001"} {
			if r := w.client.Command(joinPath, anna, "period", period, "box", "3", "amount", "100"); r.Code != 1002 {
				t.Errorf("period %q: %s", period, r.Body)
			}
		}
		if now := w.Balance(inRounds); now != was || w.round(period).Entries != 1 {
			t.Errorf("refusals changed the round: %d points", now)
		}
		w.sound()
	})
}

// Entries stop when the clock cannot be trusted to end them in time, and where
// nobody could anchor them.
func TestEntriesStopWithoutWitnesses(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		unseen := witnessAge + time.Millisecond
		players := 1
		for _, test := range []struct {
			what        string
			spoil, mend func()
			refused     bool
			reason      Bar
		}{
			{"the newest beacon round is three seconds ahead", func() { w.beacon.lead = 3 * time.Second }, func() { w.beacon.lead = -3 * time.Second }, true, "clock"},
			{"the newest block is three seconds ahead", func() { w.chain.blockLead = 3 * time.Second }, func() { w.chain.blockLead = 0 }, true, "clock"},
			{"nobody sends anchors", func() { w.chain.isMute = true }, func() { w.chain.isMute = false }, true, "stopped"},
			{"play protection refuses", func() { w.play.refuse = fault.New(1707, "break") }, func() { w.play.refuse = nil }, true, ""},
			{"neither was seen for thirty seconds", func() { w.beacon.age, w.chain.blockAge = unseen, unseen }, func() { w.beacon.age, w.chain.blockAge = 0, 0 }, true, "clock"},
			{"neither was ever seen", func() { w.beacon.unheard, w.chain.noBlock = true, true }, func() { w.beacon.unheard, w.chain.noBlock = false, false }, true, "clock"},
			{"no block was ever seen, and no beacon for thirty seconds", func() { w.beacon.age, w.chain.noBlock = unseen, true }, func() { w.beacon.age, w.chain.noBlock = 0, false }, true, "clock"},
			{"both were seen thirty seconds ago", func() { w.beacon.age, w.chain.blockAge = witnessAge, witnessAge }, func() { w.beacon.age, w.chain.blockAge = 0, 0 }, false, ""},
			{"blocks alone are seen", func() { w.beacon.unheard = true }, func() { w.beacon.unheard = false }, false, ""},
			{"beacons alone are seen", func() { w.chain.blockAge = unseen }, func() { w.chain.blockAge = 0 }, false, ""},
		} {
			test.spoil()
			player := w.player(players, 1000)
			players++
			_, err := w.join(player, 3, 100)
			refused, _ := fault.As(err)
			isNamed := test.reason == "" || refused.Code == fault.Maintenance.Code && refused.Params["reason"] == string(test.reason)
			if (err != nil) != test.refused || !isNamed {
				t.Errorf("%s: an entry is answered by %v", test.what, err)
			}
			if now := apitest.Data[Current](t, w.client.Call("/api/game/current", player)); now.Reason != test.reason || now.Joinable != (test.reason == "") {
				t.Errorf("%s: %q", test.what, now.Reason)
			}
			test.mend()
		}
		w.moveTo(PeriodOf(start).LockAt())
		if _, err := w.join(w.player(players, 1000), 3, 100); !isFault(err, ErrClosed) {
			t.Errorf("at the lock: %v", err)
		}
	})
}

// A round is not called joinable while no entry is taken: while the game is stopped,
// and while the bankroll bears not even the smallest stake.
func TestJoinableOnlyWhileEntriesAreTaken(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna, ben := w.player(1, 5000), w.player(2, 5000)
		holds := func(what string, reason Bar) {
			t.Helper()
			if now := apitest.Data[Current](t, w.client.Call("/api/game/current", ben)); now.Reason != reason || now.Joinable != (reason == "") {
				t.Errorf("%s: joinable is %t, %q", what, now.Joinable, now.Reason)
			}
		}
		holds("without a bankroll", "full")
		if _, err := w.join(anna, 3, StakeMin); !isFault(err, ErrFull) {
			t.Errorf("without a bankroll: %v", err)
		}
		// 5 % bear the 300 that the smallest stake may cost, and no more.
		w.fund(6_000)
		holds("with just enough", "")
		emergencytest.Stop(t, db, emergency.Game, true)
		holds("stopped", "stopped")
		emergencytest.Stop(t, db, emergency.Game, false)
		w.mustJoin(anna, 3, StakeMin)
		holds("when that is reserved", "full")
		for box := int64(1); box <= Boxes; box++ {
			if _, err := w.join(ben, box, StakeMin); !isFault(err, ErrFull) {
				t.Errorf("box %d of a full round: %v", box, err)
			}
		}
		w.over(w.Clock.Now())
		w.moveTo(PeriodOf(start).OpenAt().Add(periodLength))
		w.fund(6_000)
		holds("the next round", "")
		w.sound()
	})
}

// What a player sees of a round from its beginning to its end.
func TestCallsOfARound(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(1_000_000)
		anna, ben := w.player(1, 5000), w.player(2, 5000)
		now := apitest.Data[Current](t, w.client.Call("/api/game/current", anna))
		if now.Round.Period != "20250601-145" || now.Round.State != Open || now.Round.Entries != 0 || now.Round.BeaconRound != 18649107 || !now.Joinable ||
			now.GamePoints != 5000 || now.Previous.State != Empty || fmt.Sprint(now.Odds) != "[{40 1} {25 1} {18 1} {14 1} {0 6}]" || !now.ServerTime.Equal(start) {
			t.Errorf("at first: %+v", now)
		}
		joined := apitest.Data[JoinOut](t, w.client.Command(joinPath, anna, "period", "20250601-145", "box", "3", "amount", "500"))
		if joined.EntryNo != 1 || joined.GamePoints != 4500 || joined.DayRest != 9500 || joined.LossRest != 4500 || joined.ReceiptKey != w.game.ReceiptKey() {
			t.Errorf("joined: %+v", joined)
		}
		w.mustJoin(ben, 4, 100)
		d := apitest.Data[Document](t, w.client.Call("/api/game/round", anna, "period", "20250601-145"))
		if d.State != Open || len(d.Entries) != 0 || d.Mine == nil || d.Mine.State != NotDrawn || d.Mine.Receipt != joined.Receipt {
			t.Errorf("while it is open: %+v", d)
		}
		w.moveTo(PeriodOf(start).LockAt())
		if now := apitest.Data[Current](t, w.client.Call("/api/game/current", anna)); now.Round.State != Locked || now.Reason != "closed" {
			t.Errorf("at the lock, before the job: %+v", now)
		}
		w.work()
		w.moveTo(PeriodOf(start).DrawAt())
		if d := w.document(anna, "20250601-145"); d.State != Waiting || len(d.Entries) != 2 {
			t.Errorf("waiting: %+v", d)
		}
		w.work()
		w.moveTo(PeriodOf(start).OpenAt().Add(4 * periodLength))
		d = apitest.Data[Document](t, w.client.Call("/api/game/round", anna, "period", "20250601-145"))
		if wrong := d.Verify(w.witness()).Wrong; len(wrong) > 0 || d.Anchor == nil {
			t.Errorf("drawn: %v %+v", wrong, d)
		}
		rows := apitest.Data[httpapi.List[Summary]](t, w.client.Call("/api/game/history", anna)).List
		if len(rows) != 4 || rows[0].State != Empty || rows[3].State != Drawn || rows[3].Mine == nil || rows[3].Mine.Win != d.Mine.Win || rows[3].Prizes != w.round("20250601-145").Paid {
			t.Errorf("history: %+v", rows)
		}
		page := apitest.Data[httpapi.List[Summary]](t, w.client.Call("/api/game/history", anna, "size", "3"))
		rest := apitest.Data[httpapi.List[Summary]](t, w.client.Call("/api/game/history", anna, "size", "3", "cursor", page.NextCursor))
		if len(page.List) != 3 || !page.HasMore || len(rest.List) != 1 || rest.HasMore || rest.List[0].Period != "20250601-145" {
			t.Errorf("pages: %+v and %+v", page, rest)
		}
		mine := apitest.Data[httpapi.List[RecordRow]](t, w.client.Call("/api/game/myRecord", anna)).List
		if len(mine) != 1 || mine[0].Net != d.Mine.Win-500 || mine[0].State != d.Mine.State || mine[0].Win != d.Mine.Win {
			t.Errorf("my record: %+v", mine)
		}
		other := map[EntryState]EntryState{Won: NoPrize, NoPrize: Won}[d.Mine.State]
		if list := apitest.Data[httpapi.List[RecordRow]](t, w.client.Call("/api/game/myRecord", anna, "state", string(other))).List; len(list) != 0 {
			t.Errorf("of the other state: %+v", list)
		}
		sums := apitest.Data[Statistics](t, w.client.Call("/api/miner/ztGameTj", anna))
		if s := sums.Mine.Today; s != (Sum{Rounds: 1, Staked: 500, Won: d.Mine.Win, Net: d.Mine.Win - 500, ElapsedSeconds: 300}) || sums.Mine.Total != s || sums.Mine.ThirtyDays != s ||
			sums.Platform.Rounds != 1 || sums.Platform.Stakes != 600 || sums.ReturnRate != "0.97" || sums.Limits.DayRest != 10_000 {
			t.Errorf("figures: %+v", sums)
		}
		w.moveTo(start.Add(24 * time.Hour))
		if sums := apitest.Data[Statistics](t, w.client.Call("/api/miner/ztGameTj", anna)); sums.Mine.Today.Rounds != 0 || sums.Mine.ThirtyDays.Rounds != 1 {
			t.Errorf("a day later: %+v", sums.Mine)
		}
		chain := apitest.Data[ChainOut](t, w.client.Call("/api/open/gameChain", "", "date", "2025-06-01"))
		if len(chain.Rounds) != 1 || chain.Rounds[0].Root != d.Root || chain.Rounds[0].Anchor == nil || len(chain.Keys) != 1 || chain.Keys[0].Key != w.game.ReceiptKey() {
			t.Errorf("for everybody: %+v", chain)
		}
		if today := apitest.Data[ChainOut](t, w.client.Call("/api/open/gameChain", "")); len(today.Rounds) != 0 || today.Platform.Rounds != 1 {
			t.Errorf("today: %+v", today)
		}
		for path, params := range map[string][]string{"/api/game/round": {"period", "20990101-001"}, "/api/open/gameChain": {"date", "June"}} {
			if r := w.client.Call(path, anna, params...); r.Code != 1005 && r.Code != 1002 {
				t.Errorf("%s %v: %s", path, params, r.Body)
			}
		}
	})
}

// However many entries there are, as many as have a bound are paid in one transaction.
func TestEntriesArePaidPageByPage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.fund(1_000_000_000)
		entries := long.Or(2_500, 10_000)
		players := w.crowd(entries, 1000)
		began := time.Now()
		errs := make(chan error, entries)
		for i, id := range players {
			go func() {
				_, err := w.join(id, int64(i%Boxes)+1, 1000)
				errs <- err
			}()
		}
		for range entries {
			w.Must(<-errs)
		}
		taken := time.Since(began)
		w.moveTo(PeriodOf(start).LockAt())
		began = time.Now()
		w.work()
		locked := time.Since(began)
		w.moveTo(PeriodOf(start).DrawAt())
		began = time.Now()
		w.work()
		t.Logf("%s: taken in %s (%.0f a second), locked in %s, drawn and paid in %s", db.Engine(), taken, float64(entries)/taken.Seconds(), locked, time.Since(began))
		if r := w.round("20250601-145"); r.State != Drawn || r.SettledAt.IsZero() || r.Paid != int64(entries)*970 {
			t.Errorf("%+v", r)
		}
		if w.play.told != entries || w.play.most != payPage {
			t.Errorf("%d entries were paid, up to %d at once, want %d and %d", w.play.told, w.play.most, entries, payPage)
		}
		w.sound()
	})
}

// crowd is many players with points, made at once.
func (w *world) crowd(n int, points int64) (list []string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		behind := money.Unit * money.Amount(points) / 100
		for i := range n {
			p, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", 1_000_000+i)})
			if err != nil {
				return err
			}
			list = append(list, p.ID)
			_, err = w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{worldtest.Deposited(p.ID, money.USDT, behind),
				{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.AvailableOf(p.ID, money.USDT), Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: behind},
				{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.House(ledger.PointsOut, money.GP), Credit: pointsOf(p.ID), Amount: money.Amount(points)}}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return list
}

// A round is read once from its lock on, and a day once it is settled, however often
// they are asked for. The check of the books looks at the rows each time.
func TestLockedRoundsAreKept(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	w.fund(1_000_000)
	anna, ben := w.player(1, 5000), w.player(2, 5000)
	w.mustJoin(anna, 3, 500)
	w.mustJoin(ben, 4, 100)
	period := PeriodOf(start).String()
	ask := func(player string) Document {
		return apitest.Data[Document](t, w.client.Call("/api/game/round", player, "period", period))
	}
	day := func() []ChainRow {
		return apitest.Data[ChainOut](t, w.client.Call("/api/open/gameChain", "", "date", "2025-06-01")).Rounds
	}
	alter := func(statement string) {
		w.Update(func(tx *sqldb.Tx) error { _, err := tx.Exec(statement); return err })
	}
	w.moveTo(PeriodOf(start).LockAt())
	w.work()
	first := ask(anna)
	alter(`UPDATE game_entry SET amount = 510 WHERE amount = 500`)
	if again := ask(ben).Entries; len(again) != 2 || !slices.Equal(again, first.Entries) {
		t.Errorf("while it is locked: %+v", again)
	}
	alter(`UPDATE game_entry SET amount = 500 WHERE amount = 510`)
	w.moveTo(PeriodOf(start).DrawAt())
	w.work()
	root := day()[0].Root
	w.moveTo(start.Add(24 * time.Hour))
	if rows := day(); len(rows) != 1 || rows[0].Root != root {
		t.Errorf("the day: %+v", rows)
	}
	alter(`UPDATE game_entry SET amount = 510 WHERE amount = 500`)
	alter(`UPDATE game_round SET root = 'changed'`)
	if again := ask(ben); !slices.Equal(again.Entries, first.Entries) || again.Mine == nil || again.Mine.No != 2 || again.Period != period || again.Root != "changed" {
		t.Errorf("asked again by another player: %+v", again)
	}
	if rows := day(); len(rows) != 1 || rows[0].Root != root {
		t.Errorf("the day again: %+v", rows)
	}
	if checked := w.document(anna, period); checked.Entries[0].Amount != 510 {
		t.Errorf("the check of the books reads %+v", checked.Entries)
	}
}

// Full rounds are kept by what they take, and those that were asked for last stay.
func TestKeptEntriesAreBounded(t *testing.T) {
	t.Parallel()
	k, err := newKeptEntries(100)
	if err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 30)
	for _, round := range []string{"a", "b", "c", "a", "d"} {
		k.add(round, text)
	}
	var left []string
	for _, round := range []string{"a", "b", "c", "d"} {
		if _, isKept := k.get(round); isKept {
			left = append(left, round)
		}
	}
	if !slices.Equal(left, []string{"a", "c", "d"}) || k.bytes != 90 {
		t.Errorf("%q are kept, in %d bytes", left, k.bytes)
	}
	if k.add("huge", make([]byte, 101)); k.bytes != 0 {
		t.Errorf("%d bytes after one that is larger than all", k.bytes)
	}
}
