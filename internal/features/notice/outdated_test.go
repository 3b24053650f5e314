package notice

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestEventsNameWhatTheyMakeOld(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind, path string
		want       bool
	}{
		{"top_up_credited", "/api/userAccount/balanceDetail", true},
		{"payment_seen", "/api/pay/status", true},
		{"payment_received", "/api/shop/orders", true},
		{"withdrawal_confirmed", "/api/userAccount/myWithDraw", true},
		{"machine_started", "/api/miner/minerStatistics", true},
		{"machine_expired", "/api/pay/open", true},
		{"referral_reward", "/api/team/rewards", true},
		{"node_dividend", "/api/node/mine", true},
		{"order_shipped", "/api/shop/orderInfo", true},
		{"new_session", "/api/user/sessions", true},
		{"address_changed", "/api/address/list", true},
		{"calendar_link_made", "/api/miner/calendarLink", true},
		{"round_drawn", "/api/game/current", true},
		{"brand_new", "/api/user/getUserInfo", true},
		{kindReset, "/api/main/news", true},
		{"order_shipped", "/api/miner/findMyList", false},
		{"payment_seen", "/api/userAccount/balance", false},
		{"top_up_credited", "/api/team/summary", false},
		{"brand_new", "/api/userAccount/balance", false},
	} {
		got := slices.ContainsFunc(outdatedBy(test.kind), func(beginning string) bool { return strings.HasPrefix(test.path, beginning) })
		if got != test.want {
			t.Errorf("%s makes %s old: %v", test.kind, test.path, got)
		}
	}
}

// Nothing is named that no call begins with: a call that is renamed would never be old.
func TestEveryPathThatEventsNameIsACall(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var api struct{ Paths map[string]json.RawMessage }
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	calls := slices.Collect(maps.Keys(api.Paths))
	for _, named := range []map[string][]string{outdatedByWord, outdatedByKind, {"inbox": inboxPaths}} {
		for kind, paths := range named {
			for _, path := range paths {
				if !slices.ContainsFunc(calls, func(call string) bool { return strings.HasPrefix(call, path) }) {
					t.Errorf("%s makes %s old, and no call begins so", kind, path)
				}
			}
		}
	}
}

func TestWhatOneDidHimselfIsNoNews(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]bool{
		"top_up_credited": true, "order_shipped": true, "backend_debit": true, "payment_mismatch_over": true,
		// Somebody else may have added it.
		"address_added": true, "calendar_link_made": true,
		"suspense_announced": true, "suspense_elsewhere": true, "referral_reward_refused": true, "level_reward_refused": true,
		"order_cancelled": false, "machine_started": false,
	} {
		if isNews(kind) != want {
			t.Errorf("%s is news: %v", kind, !want)
		}
	}
}
