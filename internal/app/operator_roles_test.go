package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// writes are what each role changes or proposes, by the product's table of roles: calls,
// or all of a subject.
var writes = map[operator.Role][]string{
	operator.Support: {"users/note", "users/erase"},
	operator.FinanceMaker: {"withdrawals/recall", "withdrawals/reissue", "withdrawals/giveUp", "suspense/", "pools/fund", "capital/move", "users/topUp", "users/debit",
		"users/debitBack", "users/note", "bids/", "stops"},
	operator.FinanceChecker: {"withdrawals/recall", "withdrawals/reissue", "withdrawals/reject", "users/note", "stops"},
	operator.Catalogue:      {"machines/change", "machines/hide", "goods/change", "goods/hide", "nodes/change", "params/change", "pictures/"},
	operator.Fulfilment:     {"orders/", "carriers/change", "goods/hide"},
	operator.Editor:         {"news/", "banners/", "pictures/"},
	operator.Risk: {"users/flag", "users/liftFlag", "users/suspend", "users/restore", "users/platform", "users/playLimits", "users/note", "machines/pause", "machines/resume",
		"machines/hide", "rewards/", "stops"},
	operator.Auditor:       {},
	operator.Administrator: {"roles/change", "stops"},
}

// stopsAndRestarts are for everybody who answers for money, for risk or for the program.
var stopsAndRestarts = []string{"emergency/change", "game/stop", "game/resume", "payouts/stop", "payouts/resume", "crediting/resume", "prices/resume", "jobs/retry"}

func mayWrite(role operator.Role, call string) bool {
	return slices.ContainsFunc(writes[role], func(allowed string) bool {
		return call == allowed || strings.HasSuffix(allowed, "/") && strings.HasPrefix(call, allowed) || allowed == "stops" && slices.Contains(stopsAndRestarts, call)
	})
}

// ofEverybody are what every operator may do: about the own session, and with proposals,
// of which each kind has its own makers and checkers.
var ofEverybody = []string{"signin", "signin/enrol", "signout", "hello", "proposals/create", "proposals/approve", "proposals/reject", "roles/object", "sessions/end"}

// Every call answers each role as the document says, and the document gives no role more
// to write than the product does.
func TestEachRoleDoesItsOwnAndNothingElse(t *testing.T) {
	t.Parallel()
	text, err := OpenAPI(t.Context(), OperatorCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Roles     []operator.Role `json:"x-roles"`
				IsAudited bool            `json:"x-audited"`
				IsStream  bool            `json:"x-stream"`
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	w := newBrakeWorld(t, sqldb.SQLite)
	for _, role := range operator.Roles() {
		somebody := w.p.staff(t, role)
		for path, call := range document.Paths {
			name := strings.TrimPrefix(path, operator.PathPrefix)
			// A stream has no end to wait for; it is for everybody who has a session.
			if slices.Contains(ofEverybody, name) || call.Post.IsStream {
				continue
			}
			may := len(call.Post.Roles) == 0 || slices.Contains(call.Post.Roles, role) || role == operator.Auditor && !call.Post.IsAudited
			if call.Post.IsAudited && may != mayWrite(role, name) {
				t.Errorf("%s may write %s: %v, the product says %v", role, name, may, !may)
			}
			// An empty body changes nothing: what it may do is refused for another reason.
			if r := somebody.send(name, "{}"); (r.Code != operator.ErrForbidden.Code) != may {
				t.Errorf("%s calls %s: %d, may is %v", role, name, r.Code, may)
			}
		}
	}
}
