package team

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestSummaryOfATeam(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		client := apitest.New(t, db)
		w.team.Register(client.API)
		first := w.user("")
		w.start(first, "100", "0")
		second := w.user(first)
		third := w.user(second)
		fourth := w.user(first)
		w.referred(second, "10.5")
		w.start(second, "3000", "500")
		w.start(third, "700", "300")
		w.start(fourth, "2000", "0")
		w.night(1, time.Hour)
		w.start(third, "50", "0")
		w.work()
		got := apitest.Data[Summary](t, client.Call("/api/team/summary", first))
		if got.Level != 1 || got.LevelEarned != 1 || got.LevelGift != 0 || got.Direct != 2 || got.Team != 3 || got.Performance != amount("5750") ||
			got.PerformanceToday != amount("50") || got.PerformanceMonth != amount("5750") || got.Principal != amount("100") || got.Acceleration != "0.02" {
			t.Errorf("the summary: %+v", got)
		}
		if got.Depths[0] != (Depths{1, 2, amount("5000")}) || got.Depths[1] != (Depths{2, 1, amount("750")}) || got.Depths[4] != (Depths{5, 0, 0}) {
			t.Errorf("the depths: %+v", got.Depths)
		}
		// By the last night: 3,700 and 2,000, none above 12,000.
		if want := (NextLevel{Level: 2, Performance: amount("20000"), Qualified: amount("5700"), LegMost: amount("12000"), Reward: amount("15")}); *got.Next != want {
			t.Errorf("the next level: %+v, want %+v", *got.Next, want)
		}
		if got.Rewards[0].Total != amount("10.5") || got.Rewards[0].Today != 0 || got.Rewards[0].Month != amount("10.5") || got.Rewards[1].Today != amount("5") ||
			got.Rewards[2].Currency != "ETLD" || got.ReferralCap != (ReferralCap{amount("500"), amount("489.5")}) {
			t.Errorf("the rewards: %+v, the cap: %+v", got.Rewards, got.ReferralCap)
		}
		if n := len(got.Days); n != 30 || got.Days[n-1].Level != amount("5") || got.Days[n-2].Referral != amount("10.5") || got.Days[n-1].Day != clock.DayOf(c.Now()).String() {
			t.Errorf("the days: %+v", got.Days)
		}
		if !strings.HasPrefix(got.Invitation.InvitationLink, "https://etld.example/#/?pusername=") || got.Invitation.Referrer != "" {
			t.Errorf("the invitation: %+v", got.Invitation)
		}
		if invited := apitest.Data[Summary](t, client.Call("/api/team/summary", third)); invited.Invitation.Referrer != "0x0000******000002" || invited.Team != 0 {
			t.Errorf("of somebody invited: %+v", invited)
		}
	})
}

// A node's gift is a level at once, which output is accelerated by from the next night on.
func TestAGiftAcceleratesFromTheNextNightOn(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		client := apitest.New(t, db)
		w.team.Register(client.API)
		owner := w.user("")
		w.start(owner, "100", "0")
		w.night(1, time.Hour)
		w.gifts[owner] = 3
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.SetGiftLevel(tx, owner, 3)
			return err
		})
		for _, want := range []string{"0", "0.06"} {
			if got := apitest.Data[Summary](t, client.Call("/api/team/summary", owner)); got.Level != 3 || got.Acceleration != want {
				t.Errorf("V%d accelerates by %s, want %s", got.Level, got.Acceleration, want)
			}
			w.night(1, time.Hour)
		}
	})
}

func TestFriends(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		client := apitest.New(t, db)
		w.team.Register(client.API)
		top := w.user("")
		var friends []string
		for range 5 {
			c.Advance(time.Second)
			friends = append(friends, w.user(top))
		}
		below := w.user(friends[0])
		w.start(friends[0], "100", "0")
		w.start(below, "30", "0")
		w.start(w.user(below), "7", "0")
		w.work()
		page := apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", top, "size", "2"))
		var all []Friend
		for all = page.List; page.HasMore; all = append(all, page.List...) {
			page = apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", top, "size", "2", "cursor", page.NextCursor))
		}
		if len(all) != 5 || all[4].UserName != "0x0000******000002" || all[4].Performance != amount("100") || all[4].Below != amount("37") || all[4].Friends != 1 {
			t.Errorf("friends: %+v", all)
		}
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.SetRobot(tx, friends[1], true)
			return err
		})
		for i, f := range apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", top)).List {
			if f.Platform != (i == 3) {
				t.Errorf("a platform account is not named as one: %d %+v", i, f)
			}
		}
		second := apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", top, "depth", "2")).List
		if len(second) != 1 || second[0].Performance != amount("30") || second[0].Below != amount("7") {
			t.Errorf("friends of friends: %+v", second)
		}
		// Below the fifth generation nobody is shown, not even as a count.
		last := below
		for range 4 {
			last = w.user(last)
		}
		w.work()
		for depth, want := range map[string]int64{"4": 1, "5": 0} {
			if list := apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", top, "depth", depth)).List; len(list) != 1 || list[0].Friends != want {
				t.Errorf("depth %s: %+v, want %d friends", depth, list, want)
			}
		}
		if list := apitest.Data[httpapi.List[Friend]](t, client.Call("/api/team/friends", friends[1])).List; len(list) != 0 {
			t.Errorf("somebody without friends has %+v", list)
		}
		// Neither wallets nor ids of others leave the server.
		body := client.Call("/api/team/friends", top).Body
		if strings.Contains(body, friends[0]) || strings.Contains(body, fmt.Sprintf("0x%040x", 2)) {
			t.Errorf("not masked: %s", body)
		}
	})
}

func TestRewardsList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "1000 USDT")
		client := apitest.New(t, db)
		w.team.Register(client.API)
		leader, legs := w.leader("3000", "2000")
		w.referred(legs[0].UserID, "45")
		w.night(1, time.Hour)
		w.flag(leader)
		c.Advance(time.Second)
		w.referred(legs[1].UserID, "1.5")
		list := apitest.Data[httpapi.List[RewardRow]](t, client.Call("/api/team/rewards", leader)).List
		if len(list) != 3 || list[0].State != Delayed || list[0].DueAt == nil || list[0].Reason != "" || list[1].Level == nil || *list[1].Level != 1 || list[1].From != "" ||
			list[2].Amount != amount("45") || list[2].From != "0x0000******000002" || list[2].Level != nil {
			t.Errorf("rewards: %+v", list)
		}
		if list[0].Platform || list[2].Platform {
			t.Errorf("somebody is shown as a platform account: %+v", list)
		}
		mark := func(id string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := user.SetRobot(tx, id, true)
				return err
			})
		}
		mark(legs[0].UserID)
		if list := apitest.Data[httpapi.List[RewardRow]](t, client.Call("/api/team/rewards", leader)).List; list[0].Platform || list[1].Platform || !list[2].Platform {
			t.Errorf("a platform account's machine brought the first: %+v", list)
		}
		if got := apitest.Data[Summary](t, client.Call("/api/team/summary", legs[1].UserID)).Invitation; got.IsPlatformReferrer {
			t.Errorf("invited by somebody: %+v", got)
		}
		mark(leader)
		if got := apitest.Data[Summary](t, client.Call("/api/team/summary", legs[1].UserID)).Invitation; !got.IsPlatformReferrer || got.Referrer == "" {
			t.Errorf("invited by a platform account: %+v", got)
		}
		if only := apitest.Data[httpapi.List[RewardRow]](t, client.Call("/api/team/rewards", leader, "type", "level_rewards")).List; len(only) != 1 || only[0].Amount != amount("5") {
			t.Errorf("level rewards: %+v", only)
		}
		if list := apitest.Data[httpapi.List[RewardRow]](t, client.Call("/api/team/rewards", legs[0].UserID)).List; len(list) != 0 {
			t.Errorf("somebody else sees %+v", list)
		}
		for _, bad := range [][]string{{"/api/team/rewards", "type", "node_dividends"}, {"/api/team/rewards", "cursor", "nonsense"}, {"/api/team/friends", "depth", "0"},
			{"/api/team/friends", "depth", "6"}, {"/api/team/friends", "depth", "one"}, {"/api/team/friends", "size", "51"}, {"/api/team/friends", "cursor", "nonsense"}} {
			if got := client.Call(bad[0], leader, bad[1:]...); got.Code != 1002 {
				t.Errorf("%v: %s", bad, got.Body)
			}
		}
	})
}
