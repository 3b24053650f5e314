package app

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// plausible are values that get a call past its form.
var plausible = map[string]string{
	"requestId": "hostile-0000000000", "productId": "machineSmall", "id": "machineSmall", "quantity": "1", "payType": "balance", "termsVersion": "0123456789",
	"minerNo": "01JABCDEFGHJKMNPQRSTVWXY", "intentNo": "01JABCDEFGHJKMNPQRSTVWXY", "quoteId": "01JABCDEFGHJKMNPQRSTVWXY", "withdrawNo": "01JABCDEFGHJKMNPQRSTVWXY",
	"sessionId": "01JABCDEFGHJKMNPQRSTVWXY", "txHash": "0x" + strings.Repeat("ab", 32), "pay": "USDT", "receive": "ETH", "payAmount": "5", "minReceive": "1",
	"currency": "USDT", "network": "BEP-20", "message": "x", "signature": "0x" + strings.Repeat("00", 65), "sender": "0x" + strings.Repeat("ab", 20),
	"username": "0x" + strings.Repeat("ab", 20), "type": "ANDROID", "from": "2026-01-01", "to": "2026-01-31", "format": "csv", "span": "day", "nickName": "n", "size": "2",
}

// hostile are values that have broken programs.
var hostile = []string{
	"\x00", "\xff\xfe", "'", "' OR '1'='1", `"; DROP TABLE ledger_account; --`, "%", "_", `\`, "$1", "{}", "null", "-1", "0", "1e308", "NaN", "9223372036854775807", "9223372036854775808",
	"40000000000", "39999999999.99999999", "40000000000.00000001", "0.00000001", "0001-01-01", "1969-12-31", "9999-12-31", "2026-02-29", "10000-01-01",
	"\u202e", "\ufeff", "\U0010ffff", strings.Repeat("9", 128), strings.Repeat("a", 512), "0x", "0x" + strings.Repeat("f", 130), "true", "csv", "../..", "<script>",
}

// No value of any parameter of any call is more than a refusal: never a system
// error, and never another's data. Both engines judge values by themselves.
func TestHostileParameters(t *testing.T) {
	t.Parallel()
	text, err := OpenAPI(t.Context(), PublicCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Parameters []struct{ Name, In string }
				Stream     bool `json:"x-stream"`
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		calls := 0
		for path, one := range document.Paths {
			if path == "/api/user/logout" || one.Post.Stream {
				continue
			}
			for _, varied := range one.Post.Parameters {
				if varied.In != "query" {
					continue
				}
				values := hostile
				if varied.Name == "cursor" {
					values = append(slices.Clone(hostile), "AAAAAA", "AAAAAAAA")
				}
				for i, value := range values {
					params := url.Values{}
					for _, p := range one.Post.Parameters {
						if known := plausible[p.Name]; known != "" {
							params.Set(p.Name, known)
						}
					}
					params.Set("requestId", fmt.Sprintf("hostile-%012d-%d", calls, i))
					params.Set(varied.Name, value)
					calls++
					a, err := w.user.Call(t.Context(), path, params)
					if err != nil || a.Code == 1008 || a.Code == 1001 || a.Code == 0 {
						t.Errorf("%s %s=%+q: %d %s, %v", path, varied.Name, value, a.Code, a.Data, err)
					}
				}
			}
		}
		if found, err := w.p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("after %d calls: %v, %v", calls, found, err)
		}
	})
}
