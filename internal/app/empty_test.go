package app

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/test/player"
)

// activity is what people bring about, by the call that shows it: on a platform on which
// nobody has done anything all of it is empty or zero.
var activity = map[string]string{
	"/api/userAccount/balanceDetail": "list days months", "/api/userAccount/myWithDraw": "list", "/api/userAccount/exchangeRecord": "list",
	"/api/userAccount/balance": "gamePoints", "/api/miner/findMyList": "list", "/api/node/mine": "list", "/api/shop/orders": "list", "/api/address/list": "list",
	"/api/miner/minerStatistics": "running power networkPower todayInterest todayEtld totalInterest totalEtld lockedPrincipal nextMaturity",
	"/api/miner/ztGameTj":        "mine platform", "/api/game/history": "list", "/api/game/myRecord": "list", "/api/open/gameChain": "rounds platform",
	"/api/team/summary": "direct team performance", "/api/team/friends": "list", "/api/team/rewards": "list",
	"/api/trade/market": "lastSales", "/api/trade/records": "list", "/api/trade/alerts": "list",
	"/api/open/snapshots": "list", "/api/open/pools": "game fundings capital income paid voids snapshots", "/api/open/changelog": "incidents stops",
}

// Nothing pretends: whoever signs in first sees no players, sales, rounds or sums.
func TestANewPlatformShowsNoActivity(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.world(t).Update(p.seed)
		server := httptest.NewServer(p.api)
		t.Cleanup(server.Close)
		ann, err := player.Join(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		for path, names := range activity {
			var data map[string]any
			if err := ann.Must(t.Context(), path, nil, &data); err != nil {
				t.Error(err)
				continue
			}
			for _, name := range strings.Fields(names) {
				if value, isThere := data[name]; !isThere || !isNothing(value) {
					t.Errorf("%s: %s is %v (there: %v)", path, name, value, isThere)
				}
			}
		}
		var nodes struct{ List []struct{ Sold json.Number } }
		if err := ann.Must(t.Context(), "/api/node/all", nil, &nodes); err != nil || len(nodes.List) != 3 {
			t.Fatalf("levels of nodes: %+v, %v", nodes, err)
		}
		for _, level := range nodes.List {
			if level.Sold != "0" {
				t.Errorf("nodes that nobody bought: %s", level.Sold)
			}
		}
	})
}

// isNothing says that a part of an answer is empty, zero or made of such parts.
func isNothing(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case float64:
		return v == 0
	case string:
		return strings.Trim(v, "0.") == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, part := range v {
			if !isNothing(part) {
				return false
			}
		}
		return true
	}
	return false
}
