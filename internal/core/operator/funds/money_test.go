package funds

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// notices records what users were told.
type notices struct {
	mu   sync.Mutex
	sent []string
}

func (n *notices) Send(_ sqldb.Command, userID, kind string, params map[string]string, _ string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	text := kind + " " + userID
	for _, name := range slices.Sorted(maps.Keys(params)) {
		text += " " + name + "=" + params[name]
	}
	n.sent = append(n.sent, text)
	return nil
}

type world struct {
	*operatortest.Office
	service *Service
	notices *notices
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	books := worldtest.New(t, db, c)
	w := &world{notices: &notices{}}
	w.service = &Service{DB: db, Ledger: books.Ledger, Notices: w.notices, Minimums: make(map[ledger.Account]Minimum)}
	w.Office = operatortest.Open(books, w.service.RegisterOperator)
	return w
}

func (w *world) balance(a ledger.Account) string { return w.Balance(a).String() }

// state is where a proposal stands.
func (w *world) state(id string) operator.State {
	w.T.Helper()
	return operatortest.Data[struct{ List []operator.Proposal }](w.Office, w.Auditor.Call("proposals/list", map[string]any{"ids": []string{id}})).List[0].State
}

func (w *world) clean() {
	w.T.Helper()
	w.Check(w.service.Check, w.Service.Check)
}

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, debitTable)
}

func usdt(amount string, more ...string) map[string]any {
	body := map[string]any{"currency": "USDT", "amount": amount}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return body
}

func capitalOf(asset money.Asset) ledger.Account { return ledger.House(ledger.Capital, asset) }

func TestCapitalGoesWhereTwoPeopleSay(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		w.User(1, "1 USDT")
		w.Capital("1000 USDT", "50 ETLD", "1 ETH")
		w.WantCode("fund what is mined", w.Through(maker, checker, "pools/fund", usdt("50", "pool", "emission", "currency", "ETLD", "evidence", "decision 6")), 200)
		w.WantCode("fund a pool", w.Through(maker, checker, "pools/fund", usdt("400.00000001", "pool", "interest", "evidence", "decision 7")), 200)
		w.WantCode("to the inventory", w.Through(maker, checker, "capital/move", usdt("100", "move", "to_inventory", "evidence", "decision 8")), 200)
		w.WantCode("and a part back", w.Through(maker, checker, "capital/move", usdt("40", "move", "from_inventory", "evidence", "decision 9")), 200)
		w.WantCode("out", w.Through(maker, checker, "capital/move", usdt("200", "move", "out", "evidence", "0xhash")), 200)
		for account, want := range map[ledger.Account]string{capitalOf(money.USDT): "339.99999999", ledger.House(ledger.InterestFree, money.USDT): "400.00000001",
			ledger.House(ledger.Inventory, money.USDT): "60", ledger.House(ledger.ChainBEP20, money.USDT): "801"} {
			if got := w.balance(account); got != want {
				t.Errorf("%s holds %s, want %s", account.ID(), got, want)
			}
		}
		good := func(more ...string) map[string]any {
			return usdt("1", append([]string{"pool", "level", "evidence", "x"}, more...)...)
		}
		for _, test := range []struct {
			name, path string
			payload    any
			code       int
		}{
			{"more than there is", "pools/fund", good("amount", "340"), operator.ErrShort.Code},
			{"more than the inventory", "capital/move", usdt("60.1", "move", "from_inventory", "evidence", "x"), operator.ErrShort.Code},
			{"nothing", "pools/fund", good("amount", "0"), 1002},
			{"less than nothing", "pools/fund", good("amount", "-1"), 1002},
			{"nine decimals", "pools/fund", good("amount", "0.000000001"), 1002},
			{"an unknown currency", "pools/fund", good("currency", "BTC"), 1002},
			{"an unknown pool", "pools/fund", good("pool", "mine"), 1002},
			{"a currency that the pool never pays", "pools/fund", good("currency", "ETLD"), 1002},
			{"ETH, which no pool pays", "pools/fund", good("currency", "ETH"), 1002},
			{"another currency than what is mined", "pools/fund", good("pool", "emission"), 1002},
			{"without evidence", "pools/fund", good("evidence", " "), 1002},
			{"an unknown move", "capital/move", usdt("1", "move", "home", "evidence", "x"), 1002},
			{"a user who does not exist", "users/topUp", usdt("1", "userId", "nobody"), 1005},
			{"no user", "users/debit", usdt("1"), 1002},
			{"a number", "pools/fund", map[string]any{"pool": "level", "currency": "USDT", "amount": 1, "evidence": "x"}, 1002},
		} {
			w.WantCode(test.name, w.Through(maker, checker, test.path, test.payload), test.code)
		}
		if got := w.balance(capitalOf(money.USDT)); got != "339.99999999" {
			t.Errorf("refused proposals moved capital to %s", got)
		}
		w.clean()
	})
}

// Capital that is spent between proposal and approval refuses the approval.
func TestCapitalIsCheckedWhenItIsSpent(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "5 USDT")
		w.Capital("100 USDT")
		propose := func(path string, payload any) operator.Proposal {
			return operatortest.Data[operator.Proposal](w.Office, maker.Propose(path, payload))
		}
		topUp, fund := propose("users/topUp", usdt("80", "userId", u)), propose("pools/fund", usdt("80", "pool", "interest", "evidence", "x"))
		w.WantCode("the first", checker.Approve(fund), 200)
		w.WantCode("the second", checker.Approve(topUp), operator.ErrShort.Code)
		if w.balance(capitalOf(money.USDT)) != "20" || w.state(topUp.ID) != operator.Pending || len(w.notices.sent) != 0 {
			t.Errorf("capital %s, proposal %s, notices %v", w.balance(capitalOf(money.USDT)), w.state(topUp.ID), w.notices.sent)
		}
		w.clean()
	})
}

func TestTopUpsAndDebitsOfUsers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "10 USDT")
		w.Capital("100 USDT")
		available := ledger.AvailableOf(u, money.USDT)
		w.WantCode("top up", w.Through(maker, checker, "users/topUp", usdt("20", "userId", u)), 200)
		w.WantCode("above the capital", w.Through(maker, checker, "users/topUp", usdt("80.00000001", "userId", u)), operator.ErrShort.Code)
		w.WantCode("debit", w.Through(maker, checker, "users/debit", usdt("12", "userId", u)), 200)
		w.WantCode("more than the user has", w.Through(maker, checker, "users/debit", usdt("18.00000001", "userId", u)), ErrUserIsShort.Code)
		second := w.Through(maker, checker, "users/debit", usdt("5", "userId", u))
		debitID := operatortest.Data[operator.Proposal](w.Office, second).ID
		if w.balance(available) != "13" || w.balance(ledger.House(ledger.Disputed, money.USDT)) != "17" || w.balance(capitalOf(money.USDT)) != "80" {
			t.Errorf("user %s, disputed %s", w.balance(available), w.balance(ledger.House(ledger.Disputed, money.USDT)))
		}
		w.WantCode("the user was right", w.Through(maker, checker, "users/debitBack", map[string]any{"debitId": debitID}), 200)
		w.WantCode("once", w.Through(maker, checker, "users/debitBack", map[string]any{"debitId": debitID}), ErrNotDisputed.Code)
		w.WantCode("an unknown debit", w.Through(maker, checker, "users/debitBack", map[string]any{"debitId": "nothing"}), 1005)
		var told []string
		for _, text := range w.notices.sent {
			told = append(told, strings.Fields(text)[0]+" "+strings.Fields(text)[2])
		}
		if want := []string{"backend_top_up amount=20", "backend_debit amount=12", "backend_debit amount=5", "backend_debit_returned amount=5"}; !slices.Equal(told, want) {
			t.Errorf("the user was told %q", told)
		}
		var trail []string
		for _, r := range operatortest.Data[httpapi.List[audit.Record]](w.Office, w.Office.Auditor.Call("audit/list", map[string]any{"about": u, "size": 50})).List {
			trail = append(trail, r.Action)
		}
		slices.Sort(trail)
		if got := strings.Join(slices.Compact(trail), " "); got != "proposals/approve users/debit users/debitBack users/topUp" {
			t.Errorf("the user's trail has %s", got)
		}
		c.Advance(objectionTime - time.Hour)
		w.take(t)
		if got := w.balance(capitalOf(money.USDT)); got != "80" {
			t.Errorf("before the time is over capital is %s", got)
		}
		c.Advance(time.Hour)
		w.take(t)
		w.take(t)
		if w.balance(capitalOf(money.USDT)) != "92" || w.balance(ledger.House(ledger.Disputed, money.USDT)) != "0" || w.balance(available) != "18" {
			t.Errorf("capital %s, disputed %s, user %s", w.balance(capitalOf(money.USDT)), w.balance(ledger.House(ledger.Disputed, money.USDT)), w.balance(available))
		}
		w.clean()
	})
}

// An objection that was made in time is not lost because its second person is late, and
// the time stands still while the user is suspended.
func TestADebitThatIsObjectedToWaits(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "10 USDT")
		debit := func(amount string) string {
			return operatortest.Data[operator.Proposal](w.Office, w.Through(maker, checker, "users/debit", usdt(amount, "userId", u))).ID
		}
		first := debit("3")
		c.Advance(20 * time.Minute)
		debit("2")
		c.Advance(objectionTime - 20*time.Minute - time.Second)
		maker, checker = w.Person(3, operator.FinanceMaker), w.Person(4, operator.FinanceChecker)
		asked := map[string]any{"payload": map[string]any{"debitId": first}, "reason": "because of the test"}
		back := operatortest.Data[operator.Proposal](w.Office, maker.Call("users/debitBack", asked))
		c.Advance(time.Minute)
		w.take(t)
		w.Expect("the operator", capitalOf(money.USDT), "0")
		w.WantCode("a minute late", checker.Approve(back), 200)
		w.Expect("the user", ledger.AvailableOf(u, money.USDT), "8")
		w.Update(func(tx *sqldb.Tx) error { return w.service.MoveDeadlines(tx, u, 24*time.Hour) })
		c.Advance(24 * time.Hour)
		w.take(t)
		w.Expect("the operator, while the user is suspended", capitalOf(money.USDT), "0")
		w.Update(func(tx *sqldb.Tx) error {
			if _, err := user.Suspend(tx, u, "a stolen key", time.Time{}); err != nil {
				return err
			}
			return w.service.MoveDeadlines(tx, u, -time.Minute)
		})
		maker, checker = w.Person(5, operator.FinanceMaker), w.Person(6, operator.FinanceChecker)
		debit("1")
		c.Advance(objectionTime)
		w.take(t)
		w.Expect("the operator, after the time", capitalOf(money.USDT), "2")
		w.clean()
	})
}

// An objection waits for its second person as long as a user could object, and what nobody
// decided stays with nobody until somebody says no.
func TestAnObjectionOutlivesADay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "10 USDT")
		debit := operatortest.Data[operator.Proposal](w.Office, w.Through(maker, checker, "users/debit", usdt("3", "userId", u)))
		c.Advance(objectionTime - time.Hour)
		asked := map[string]any{"payload": map[string]any{"debitId": debit.ID}, "reason": "because of the test"}
		back := operatortest.Data[operator.Proposal](w.Office, w.Person(3, operator.FinanceMaker).Call("users/debitBack", asked))
		c.Advance(25 * time.Hour)
		w.take(t)
		w.WantCode("25 hours late", w.Person(4, operator.FinanceChecker).Approve(back), 200)
		w.Expect("the user", ledger.AvailableOf(u, money.USDT), "10")

		debit = operatortest.Data[operator.Proposal](w.Office, w.Through(w.Person(5, operator.FinanceMaker), w.Person(6, operator.FinanceChecker), "users/debit", usdt("3", "userId", u)))
		again := func(maker int) operator.Proposal {
			asked["payload"] = map[string]any{"debitId": debit.ID}
			return operatortest.Data[operator.Proposal](w.Office, w.Person(maker, operator.FinanceMaker).Call("users/debitBack", asked))
		}
		late := again(7)
		c.Advance(2 * objectionTime)
		w.WantCode("undecided for 28 days", w.Person(8, operator.FinanceChecker).Approve(late), 2013)
		w.take(t)
		w.Expect("the operator, while nobody decided", capitalOf(money.USDT), "0")
		no := func(p operator.Proposal) map[string]any {
			return map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "reason": "because of the test"}
		}
		maker = w.Person(9, operator.FinanceMaker)
		w.WantCode("taken back by its maker", maker.Call("proposals/reject", no(operatortest.Data[operator.Proposal](w.Office, maker.Call("users/debitBack", asked)))), 200)
		w.take(t)
		w.Expect("the operator, while one alone decided", capitalOf(money.USDT), "0")
		w.WantCode("no", w.Person(10, operator.FinanceChecker).Call("proposals/reject", no(again(11))), 200)
		w.take(t)
		w.Expect("the operator, after a no", capitalOf(money.USDT), "3")
		w.clean()
	})
}

func (w *world) take(t *testing.T) {
	t.Helper()
	if more, err := w.service.Jobs()[0].Work(context.Background()); err != nil || more {
		t.Errorf("more: %v, %v", more, err)
	}
}

// A debit that cannot become capital is parked with its cause; the others become
// capital, and it does as well once the cause is gone.
func TestADebitThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		u := w.User(1, "10 USDT")
		debit := func(amount string) string {
			return operatortest.Data[operator.Proposal](w.Office, w.Through(maker, checker, "users/debit", usdt(amount, "userId", u))).ID
		}
		// add changes what a debit is of, so that the account of all holds less.
		add := func(id string, amount int64) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE operator_debit SET amount = amount + $1 WHERE id = $2`, money.Units(amount), id)
				return err
			})
		}
		expect := func(when, capital string, parked ...string) {
			t.Helper()
			w.take(t)
			var list []string
			w.View(func(tx *sqldb.Tx) error {
				items, err := jobs.Parked(tx, jobDebits)
				for _, p := range items {
					list = append(list, p.Subject)
				}
				return err
			})
			if got := w.balance(capitalOf(money.USDT)); got != capital || !slices.Equal(list, parked) {
				t.Errorf("%s capital is %s, want %s, and parked are %v, want %v", when, got, capital, list, parked)
			}
		}
		first := debit("3")
		c.Advance(time.Minute)
		debit("2")
		add(first, 100)
		c.Advance(objectionTime)
		expect("at first", "2", first)
		add(first, -100)
		expect("too early", "2", first)
		c.Advance(debitRetry)
		expect("when it is due", "5")
		w.clean()
	})
}

// An operator is a user as well: nobody gives money to the own account, takes part
// in a debit of it, or gives that back, whoever else agrees.
func TestNobodyDecidesAboutTheOwnAccount(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		maker, checker, third := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker), w.Person(3, operator.FinanceChecker)
		own := make(map[*operatortest.Person]string)
		w.Update(func(tx *sqldb.Tx) error {
			for _, p := range []*operatortest.Person{maker, checker} {
				u, err := user.Create(tx, entropy.System(), user.New{Address: p.Address})
				if err != nil {
					return err
				}
				own[p] = u.ID
			}
			return nil
		})
		w.User(1, "1 USDT")
		w.Capital("100 USDT")
		topUp := func(userID string) operatortest.Reply {
			return maker.Call("users/topUp", map[string]any{"payload": usdt("5", "userId", userID), "reason": "a gift to somebody"})
		}
		logged := func(action string) {
			t.Helper()
			if last := w.Records()[0]; last.Action != action || last.Outcome != "refused" || !strings.Contains(string(last.After), operator.ErrOwnAccount.Name) {
				t.Errorf("the audit log ends with %s %s %s, not with the refused %s", last.Action, last.Outcome, last.After, action)
			}
		}
		w.WantCode("a maker's own account", topUp(own[maker]), operator.ErrOwnAccount.Code)
		logged("users/topUp")
		p := operatortest.Data[operator.Proposal](w.Office, topUp(own[checker]))
		w.WantCode("a checker's own account", checker.Approve(p), operator.ErrOwnAccount.Code)
		logged("proposals/approve")
		w.WantCode("somebody else approves it", third.Approve(p), 200)
		debit := operatortest.Data[operator.Proposal](w.Office, w.Through(maker, third, "users/debit", usdt("1", "userId", own[checker])))
		back := operatortest.Data[operator.Proposal](w.Office, maker.Call("users/debitBack", map[string]any{"payload": map[string]any{"debitId": debit.ID}, "reason": "because of the test"}))
		w.WantCode("the own debit given back", checker.Approve(back), operator.ErrOwnAccount.Code)
		logged("proposals/approve")
		w.clean()
	})
}
