package funds

import (
	"errors"
	"slices"
	"strings"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	kindFunding = "pool_funding"
	kindCapital = "capital_move"
	kindTopUp   = "backend_top_up"
	kindDebit   = "backend_debit"

	evidenceLength = 500

	noticeTopUp    = "backend_top_up"
	noticeDebit    = "backend_debit"
	noticeBarred   = "backend_debit_suspended"
	noticeUntil    = "backend_debit_until"
	noticeRefused  = "backend_debit_refused"
	noticeReturned = "backend_debit_returned"
	noticeLink     = "/transaction"
)

var (
	financeMakers   = []operator.Role{operator.FinanceMaker}
	financeCheckers = []operator.Role{operator.FinanceChecker}
)

// pool names what capital can be put into, and move where else it goes.
type (
	pool string
	move string
)

func (pool) Values() []string { return namesOf(pools) }

func (move) Values() []string { return namesOf(moves) }

func namesOf[K ~string, V any](list map[K]V) []string {
	var names []string
	for name := range list {
		names = append(names, string(name))
	}
	slices.Sort(names)
	return names
}

// pools names the pools that capital can be put into. Only the bankroll has a way
// back.
var pools = map[pool]ledger.Class{"interest": ledger.InterestFree, "emission": ledger.Emission, "level": ledger.LevelPool,
	"diamond": ledger.DividendDiamond, "star": ledger.DividendStar, "king": ledger.DividendKing, bankroll: ledger.PointsBacking}

// pays is the one currency that a pool pays.
func (p pool) pays() money.Asset {
	if pools[p] == ledger.Emission {
		return money.ETLD
	}
	return money.USDT
}

const (
	// bankroll is the game's: USDT lies behind the points that it gets, and comes
	// back with those that it gives.
	bankroll pool = "game"
	fromGame move = "from_game"
)

// Funding is what puts capital into a pool, or into the inventory; nothing where
// nothing has the name.
func Funding(name string, asset money.Asset, amount money.Amount) []ledger.Transfer {
	class, sub := pools[pool(name)], ledger.PoolFunding
	switch name {
	case "inventory":
		class, sub = ledger.Inventory, ledger.InventoryFunding
	case string(bankroll):
		sub = ledger.BankrollFunding
	}
	if class == "" {
		return nil
	}
	list := []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: sub, Debit: ledger.House(ledger.Capital, asset),
		Credit: ledger.House(class, asset), Amount: amount}}
	if name == string(bankroll) {
		list = append(list, ledger.Transfer{Type: ledger.InternalTransfer, SubType: sub, Debit: ledger.House(ledger.PointsOut, money.GP),
			Credit: ledger.House(ledger.GameBank, money.GP), Amount: amount / money.PerPoint})
	}
	return list
}

// moves names what else capital can do. Capital that comes in is posted when
// its transfer is final; what goes out is posted first and then sent, so that
// the chain never holds less than the books.
var moves = map[move]struct {
	sub           ledger.SubType
	debit, credit ledger.Class
}{
	"out":                      {ledger.CapitalOut, ledger.Capital, ledger.ChainBEP20},
	"to_inventory":             {ledger.InventoryFunding, ledger.Capital, ledger.Inventory},
	"from_inventory":           {ledger.InventoryReturned, ledger.Inventory, ledger.Capital},
	fromGame:                   {ledger.BankrollReturned, ledger.PointsBacking, ledger.Capital},
	"revenue_from_selling":     {ledger.RevenueTaken, ledger.RevenueSell, ledger.Capital},
	"revenue_from_swaps":       {ledger.RevenueTaken, ledger.RevenueSwap, ledger.Capital},
	"revenue_from_service":     {ledger.RevenueTaken, ledger.RevenueService, ledger.Capital},
	"revenue_from_withdrawals": {ledger.RevenueTaken, ledger.RevenueWithdraw, ledger.Capital},
	"revenue_from_nodes":       {ledger.RevenueTaken, ledger.RevenueNode, ledger.Capital},
	"revenue_from_goods":       {ledger.RevenueTaken, ledger.RevenueGoods, ledger.Capital},
}

// Minimum is what an account must keep, because others may still have a claim
// to it.
type Minimum func(tx *sqldb.Tx) (money.Amount, error)

// keeping shows what an account keeps, and refuses what would take it below.
func (s *Service) keeping(tx *sqldb.Tx, account ledger.Account, amount money.Amount) (list []operator.Change, err error) {
	minimum := s.Minimums[account]
	if minimum == nil {
		if account.Class == ledger.RevenueService || account.Class == ledger.GameBank {
			return nil, shortOf(account, 0)
		}
		return nil, nil
	}
	keep, err := minimum(tx)
	if err != nil {
		return nil, err
	}
	balance, err := s.Ledger.Balance(tx, account)
	if err != nil {
		return nil, err
	}
	if free := max(balance-keep, 0); amount > free {
		return nil, shortOf(account, free)
	}
	shown := account.Asset.Text(keep)
	return []operator.Change{{Field: account.ID() + " held back", Before: shown, After: shown}}, nil
}

// Sum is an amount of a currency.
type Sum struct {
	Currency money.Asset  `json:"currency" enum:"USDT,ETLD,ETH"`
	Amount   money.Amount `json:"amount"`
}

func (s Sum) check() error {
	if s.Amount <= 0 {
		return fault.Invalid("amount")
	}
	return nil
}

// checkPoints refuses what is no whole number of points.
func (s Sum) checkPoints() error {
	switch {
	case s.Currency != money.USDT:
		return fault.Invalid("currency")
	case s.Amount%money.PerPoint != 0:
		return fault.Invalid("amount")
	}
	return s.check()
}

// poolFunding puts capital into a pool. Evidence says what shows that the
// money is there: a transaction, a decision.
type poolFunding struct {
	Pool pool `json:"pool"`
	Sum
	Evidence string `json:"evidence"`
}

// Check refuses a missing evidence, and a currency that the pool does not pay: it would
// never come out again.
func (p *poolFunding) Check() error {
	if err := checkEvidence(&p.Evidence); err != nil {
		return err
	}
	if p.Pool == bankroll {
		return p.Sum.checkPoints()
	}
	if p.Currency != p.Pool.pays() {
		return fault.Invalid("currency")
	}
	return p.Sum.check()
}

// capitalMove moves capital elsewhere than into a pool.
type capitalMove struct {
	Move move `json:"move"`
	Sum
	Evidence string `json:"evidence"`
}

// Check refuses a missing evidence.
func (m *capitalMove) Check() error {
	if err := checkEvidence(&m.Evidence); err != nil {
		return err
	}
	if m.Move == fromGame {
		return m.Sum.checkPoints()
	}
	return m.Sum.check()
}

func checkEvidence(text *string) error {
	if *text = strings.TrimSpace(*text); *text == "" || len([]rune(*text)) > evidenceLength {
		return fault.Invalid("evidence")
	}
	return nil
}

// ofUser is an amount for or from a user.
type ofUser struct {
	UserID httpapi.ID `json:"userId"`
	Sum
}

// registerCapital adds what moves the operator's own money.
func (s *Service) registerCapital(o *operator.Service) {
	operator.Handle(o, operator.Kind[poolFunding]{Name: kindFunding, Path: "pools/fund", Makers: financeMakers, Checkers: financeCheckers,
		Describe: func(tx *sqldb.Tx, p poolFunding) (operator.Description, error) {
			return s.describeTransfer(tx, string(p.Pool)+" "+string(p.Currency), p.transfers()...)
		},
		Execute: func(tx *sqldb.Tx, p poolFunding, d operator.Decision) error {
			return s.post(tx, d, p.Evidence, p.transfers()...)
		}})
	operator.Handle(o, operator.Kind[capitalMove]{Name: kindCapital, Path: "capital/move", Makers: financeMakers, Checkers: financeCheckers,
		Describe: func(tx *sqldb.Tx, m capitalMove) (operator.Description, error) {
			d, err := s.describeTransfer(tx, string(m.Move)+" "+string(m.Currency), m.transfers()...)
			for _, t := range m.transfers() {
				if err != nil {
					return d, err
				}
				var kept []operator.Change
				kept, err = s.keeping(tx, t.Debit, t.Amount)
				d.Diff = append(d.Diff, kept...)
			}
			return d, err
		},
		Execute: func(tx *sqldb.Tx, m capitalMove, d operator.Decision) error {
			return s.post(tx, d, m.Evidence, m.transfers()...)
		}})
}

// registerUsers adds what moves users' money against the operator's.
func (s *Service) registerUsers(o *operator.Service) {
	operator.Handle(o, operator.Kind[ofUser]{Name: kindTopUp, Path: "users/topUp", Makers: financeMakers, Checkers: financeCheckers, Barred: refuseOwnAccount,
		Describe: func(tx *sqldb.Tx, u ofUser) (operator.Description, error) { return s.describeOfUser(tx, u, u.topUp()) },
		Execute: func(tx *sqldb.Tx, u ofUser, d operator.Decision) error {
			if err := s.post(tx, d, d.Reason, u.topUp()); err != nil {
				return err
			}
			return s.notify(tx, string(u.UserID), noticeTopUp, u.Sum, map[string]string{"reason": d.Reason})
		}})
	operator.Handle(o, operator.Kind[ofUser]{Name: kindDebit, Path: "users/debit", Makers: financeMakers, Checkers: financeCheckers, Barred: refuseOwnAccount,
		Describe: func(tx *sqldb.Tx, u ofUser) (operator.Description, error) { return s.describeOfUser(tx, u, u.debit()) },
		Execute:  s.debitUser})
}

// refuseOwnAccount is operator.RefuseOwn: nobody gives themselves money, or gives their own
// debit back, whoever else agrees.
func refuseOwnAccount(tx *sqldb.Tx, u ofUser, who operator.Staff) error {
	return operator.RefuseOwn(tx, string(u.UserID), who)
}

func (p poolFunding) transfers() []ledger.Transfer {
	return Funding(string(p.Pool), p.Currency, p.Amount)
}

func (m capitalMove) transfers() []ledger.Transfer {
	way := moves[m.Move]
	list := []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: way.sub, Debit: ledger.House(way.debit, m.Currency),
		Credit: ledger.House(way.credit, m.Currency), Amount: m.Amount}}
	if m.Move == fromGame {
		list = append(list, ledger.Transfer{Type: ledger.InternalTransfer, SubType: way.sub, Debit: ledger.House(ledger.GameBank, money.GP),
			Credit: ledger.House(ledger.PointsOut, money.GP), Amount: m.Amount / money.PerPoint})
	}
	return list
}

func (u ofUser) topUp() ledger.Transfer {
	return ledger.Transfer{Type: ledger.BackendTopUp, Debit: ledger.House(ledger.Capital, u.Currency),
		Credit: ledger.AvailableOf(string(u.UserID), u.Currency), Amount: u.Amount}
}

func (u ofUser) debit() ledger.Transfer {
	return ledger.Transfer{Type: ledger.BackendDebit, Debit: ledger.AvailableOf(string(u.UserID), u.Currency),
		Credit: ledger.House(ledger.Disputed, u.Currency), Amount: u.Amount}
}

// describeTransfer shows both accounts of each transfer before and after; it
// refuses what a paying account does not hold.
func (s *Service) describeTransfer(tx sqldb.Command, subject string, list ...ledger.Transfer) (operator.Description, error) {
	d := operator.Description{Subject: subject, Approvals: 1}
	for _, t := range list {
		for _, side := range []struct {
			account ledger.Account
			debit   bool
		}{{t.Debit, true}, {t.Credit, false}} {
			before, err := s.Ledger.Balance(tx, side.account)
			if err != nil {
				return d, err
			}
			after := before + t.Amount
			if side.debit != side.account.Class.DebitNormal() {
				after = before - t.Amount
			}
			if after < 0 {
				return d, short(&ledger.InsufficientError{Account: side.account, Balance: before, Needed: t.Amount})
			}
			d.Diff = append(d.Diff, operator.Change{Field: side.account.ID(), Before: side.account.Asset.Text(before), After: side.account.Asset.Text(after)})
		}
	}
	return d, nil
}

func (s *Service) describeOfUser(tx sqldb.Command, u ofUser, t ledger.Transfer) (operator.Description, error) {
	if _, err := user.Find(tx, string(u.UserID)); err != nil {
		return operator.Description{}, err
	}
	return s.describeTransfer(tx, string(u.UserID)+" "+string(u.Currency), t)
}

// post books an approved transfer; the approval falls when it cannot be paid.
func (s *Service) post(tx sqldb.Command, d operator.Decision, note string, list ...ledger.Transfer) error {
	_, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefProposal, RefID: d.ProposalID, Note: note, Transfers: list})
	var tooLittle *ledger.InsufficientError
	if errors.As(err, &tooLittle) {
		return short(tooLittle)
	}
	return err
}

func short(e *ledger.InsufficientError) error {
	currency := string(e.Account.Asset)
	if e.Account.Class.OfUser() {
		return ErrUserIsShort.With("balance", e.Balance.String()).With("currency", currency)
	}
	return shortOf(e.Account, e.Balance)
}

// shortOf refuses to take more of an account than is free.
func shortOf(account ledger.Account, free money.Amount) error {
	return operator.ErrShort.With("account", string(account.Class)).With("balance", account.Asset.Text(free)).With("currency", string(account.Asset))
}

func (s *Service) notify(tx sqldb.Command, userID, kind string, amount Sum, more map[string]string) error {
	params := map[string]string{"amount": amount.Amount.String(), "currency": string(amount.Currency)}
	for name, value := range more {
		params[name] = value
	}
	return s.Notices.Send(tx, userID, kind, params, noticeLink)
}
