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
	operator.Fulfilment:     {"orders/", "carriers/change"},
	operator.Editor:         {"news/", "banners/", "pictures/"},
	operator.Risk: {"users/flag", "users/liftFlag", "users/suspend", "users/restore", "users/platform", "users/playLimits", "users/note", "machines/pause", "machines/resume",
		"rewards/", "stops"},
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

// A person is asked about by whoever answers them or for their money. What is sold, drawn
// and paid to everybody is read by whoever decides about it and by whoever explains it.
var (
	ofAPerson = []string{"users/find", "users/overview", "users/notes", "users/machines", "users/nodes", "users/team", "users/suspended", "users/flagged", "users/debits",
		"machines/paused", "rewards/delayed", "rewards/list", "team/overview"}
	ofTheGame   = []string{"game/bankroll", "game/entries", "game/round", "game/rounds"}
	ofWhatSells = []string{"machines/catalogue", "nodes/dryRun", "nodes/levels", "nodes/months"}
	ofTheShop   = []string{"goods/list", "orders/list", "carriers/list"}
	ofThePapers = []string{"news/detail", "news/lacking", "news/list", "news/preview", "banners/list", "banners/preview", "pictures/list"}
	ofFigures   = []string{"figures/about", "figures/days", "boards/checklist"}
	ofRunning   = []string{"boards/chain", "boards/checklist", "jobs/list", "jobs/parked", "payouts/attention", "payouts/forgotten", "payouts/overview"}
	ofMoney     = []string{"boards/money", "payments/intent", "payments/intents", "payments/transfers", "suspense/list", "withdrawals/cover", "withdrawals/detail",
		"withdrawals/list"}
)

// reads are what each role sees, by the same table; auditors read everything.
var reads = map[operator.Role][]string{
	operator.Support:        slices.Concat(ofAPerson, ofTheGame, ofWhatSells, ofTheShop, []string{"users/play"}),
	operator.FinanceMaker:   slices.Concat(ofMoney, ofRunning, ofFigures, ofAPerson, ofTheGame, ofWhatSells, ofTheShop, []string{"bids/list"}),
	operator.FinanceChecker: slices.Concat(ofMoney, ofRunning, ofFigures, ofAPerson, ofTheGame, ofWhatSells, ofTheShop, []string{"bids/list", "pictures/list"}),
	operator.Catalogue:      slices.Concat(ofWhatSells, ofTheShop, ofFigures, []string{"pictures/list"}),
	operator.Fulfilment:     slices.Concat(ofTheShop, []string{"pictures/list"}),
	operator.Editor:         ofThePapers,
	operator.Risk:           slices.Concat(ofMoney, ofRunning, ofFigures, ofAPerson, ofTheGame, ofWhatSells, []string{"goods/list", "users/play"}),
	operator.Administrator:  slices.Concat(ofRunning, []string{"staff/list", "audit/list", "audit/chain"}),
}

// readByEverybody are the own session, what waits, what stands still, and the terms.
var readByEverybody = []string{"me", "sessions/list", "proposals/list", "proposals/try", "proposals/tryApproval", "boards/today", "emergency/list", "params/list",
	"params/changelog"}

func mayRead(role operator.Role, call string) bool {
	return role == operator.Auditor || slices.Contains(readByEverybody, call) || slices.Contains(reads[role], call)
}

// approves are the proposals that each role decides, by their calls.
var approves = map[operator.Role][]string{
	operator.FinanceMaker: restarts,
	operator.FinanceChecker: append([]string{"bids/cancel", "bids/place", "capital/move", "carriers/change", "goods/change", "machines/change", "machines/pause", "machines/resume",
		"nodes/change", "orders/reverse", "params/change", "pools/fund", "rewards/grant", "rewards/refuse", "suspense/assign", "users/debit", "users/debitBack",
		"users/flag", "users/liftFlag", "users/platform", "users/playLimits", "users/restore", "users/suspend", "users/topUp", "withdrawals/giveUp"}, restarts...),
	operator.Editor:        {"news/pin", "news/publish"},
	operator.Risk:          restarts,
	operator.Administrator: append([]string{"roles/change", "users/erase"}, restarts...),
}

// restarts are the stops and restarts that are proposals.
var restarts = []string{"crediting/resume", "emergency/change", "jobs/retry", "payouts/resume", "payouts/stop", "prices/resume"}

// ofEverybody are what every operator may do: about the own session, and with proposals,
// of which each kind has its own makers and checkers.
var ofEverybody = []string{"signin", "signin/enrol", "signout", "hello", "proposals/create", "proposals/approve", "proposals/reject", "roles/object", "sessions/end"}

// Every call answers each role as the document says, and the document gives no role more
// to write, to decide and to read than the product does, nor less.
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
				Checkers  []operator.Role `json:"x-checkers"`
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
			if call.Post.Checkers != nil && slices.Contains(call.Post.Checkers, role) != slices.Contains(approves[role], name) {
				t.Errorf("%s decides %s: the product says %v", role, name, slices.Contains(approves[role], name))
			}
			may := len(call.Post.Roles) == 0 || slices.Contains(call.Post.Roles, role) || role == operator.Auditor && !call.Post.IsAudited
			if call.Post.IsAudited && may != mayWrite(role, name) {
				t.Errorf("%s may write %s: %v, the product says %v", role, name, may, !may)
			}
			if !call.Post.IsAudited && may != mayRead(role, name) {
				t.Errorf("%s may read %s: %v, the product says %v", role, name, may, !may)
			}
			// An empty body changes nothing: what it may do is refused for another reason.
			if r := somebody.send(name, "{}"); (r.Code != operator.ErrForbidden.Code) != may {
				t.Errorf("%s calls %s: %d, may is %v", role, name, r.Code, may)
			}
		}
	}
}
