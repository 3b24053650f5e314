package app

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"etld/internal/core/user"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
)

// personalParts is what an export has. A call that shows something more about its
// caller belongs here, or it is shown elsewhere already.
var personalParts = []string{"addresses", "balances", "calendarLink", "erasure", "exchanges", "friends", "gameEntries", "gameLimits", "machines", "movements", "nodes",
	"noticeSettings", "notices", "orders", "orders_lapsed", "orders_payment", "payments", "priceAlerts", "profile", "pushDevices", "pushSettings", "rewards", "sales", "sessions", "signUp", "team",
	"transfers", "withdrawals"}

// callers is a client of all users' calls, whose token is the user's id.
func (p *Program) callers(t *testing.T) *apitest.Client {
	t.Helper()
	c := apitest.New(t, p.db)
	for _, part := range p.parts {
		if part.calls != nil {
			part.calls(c.API)
		}
	}
	return c
}

// exported is a person's export by its parts.
func exported(t *testing.T, c *apitest.Client, userID string) map[string]json.RawMessage {
	t.Helper()
	return apitest.Data[struct{ Parts map[string]json.RawMessage }](t, c.Call("/api/user/exportData", userID)).Parts
}

// What the platform holds about a person is in that person's export, in clear, and
// in nobody else's.
func TestPeopleExportTheirData(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		referrer, buyer := p.invited(t)
		orderNo := p.order(t, buyer, "quietFan")
		c := p.callers(t)
		for path, in := range map[string][]string{"/api/user/updateProfile": {"nickName", "Quiet Ann"},
			"/api/user/setNoticeSettings": {"kind", "machine", "showAtOnce", "false"}} {
			c.Call(path, buyer, in...)
		}
		parts := exported(t, c, buyer)
		if got := slices.Sorted(maps.Keys(parts)); !slices.Equal(got, personalParts) {
			t.Errorf("the parts are %v", got)
		}
		for part, want := range map[string]string{"addresses": "臺北市信義區市府路 1 號", "orders": orderNo, "profile": "Quiet Ann", "movements": "purchase_product",
			"notices": "order_paid", "noticeSettings": `"machine","showAtOnce":false`, "balances": `"available":"71"`} {
			if !strings.Contains(string(parts[part]), want) {
				t.Errorf("%s lacks %s: %s", part, want, parts[part])
			}
		}
		whole, err := json.Marshal(parts)
		if err != nil {
			t.Fatal(err)
		}
		others, err := json.Marshal(exported(t, c, referrer))
		if err != nil {
			t.Fatal(err)
		}
		var above, below user.Person
		err = p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
			if above, err = user.Find(tx, referrer); err == nil {
				below, err = user.Find(tx, buyer)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(whole), above.Address) || strings.Contains(string(others), below.Address) || strings.Contains(string(others), "市府路") {
			t.Error("an export tells who somebody else is")
		}
		if masked := user.Mask(below.Address); !strings.Contains(string(others), masked) {
			t.Errorf("the one who invited sees no %s", masked)
		}
	})
}
