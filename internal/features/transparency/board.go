package transparency

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Board is the money as operators see it: what they can still move, what pools hold and
// how long it lasts, and what the newest check of the books found owed and there.
type Board struct {
	At          time.Time     `json:"at"`
	Accounts    []HeldAccount `json:"accounts" nullable:"false" doc:"The operator's own accounts and the pools by the books, as they are now"`
	Emission    Emission      `json:"emission"`
	Interest    Interest      `json:"interest"`
	Fundings    []Funding     `json:"fundings" nullable:"false" doc:"The newest of each pool"`
	CheckedAt   *time.Time    `json:"checkedAt" doc:"When what follows was added up; null before the first check"`
	Currencies  []Currency    `json:"currencies" nullable:"false"`
	Assets      []Asset       `json:"assets" nullable:"false"`
	Obligations []Obligation  `json:"obligations" nullable:"false"`
	Findings    []Found       `json:"findings" nullable:"false" doc:"What the check found, by broken invariant"`
}

// HeldAccount is what an account of the house holds.
type HeldAccount struct {
	Account  ledger.Class `json:"account"`
	Currency money.Asset  `json:"currency"`
	Amount   money.Amount `json:"amount" doc:"By the books"`
}

// heldAccounts are what the operator can move by itself, then the pools.
func heldAccounts() (list []ledger.Account) {
	for _, class := range []ledger.Class{ledger.Capital, ledger.Inventory} {
		for _, asset := range currencies {
			list = append(list, ledger.House(class, asset))
		}
	}
	for _, class := range []ledger.Class{ledger.RevenueService, ledger.RevenueNode, ledger.RevenueGoods, ledger.RevenueSell} {
		list = append(list, ledger.House(class, money.USDT))
	}
	for _, class := range []ledger.Class{ledger.RevenueSwap, ledger.RevenueWithdraw} {
		for _, asset := range currencies {
			list = append(list, ledger.House(class, asset))
		}
	}
	return append(append(list, ledger.House(ledger.RevenueGoods, money.ETLD), ledger.House(ledger.RevenueSell, money.ETLD)), poolAccounts...)
}

// registerBoard adds the operators' call.
func (s *Service) registerBoard(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk}
	operator.View(o, operator.Route{Path: "boards/money", Roles: roles}, func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Board, error) {
		return s.board(tx)
	})
}

func (s *Service) board(tx *sqldb.Tx) (b Board, err error) {
	b = Board{At: tx.Now(), Accounts: []HeldAccount{}}
	var pools []Pool
	for _, a := range heldAccounts() {
		balance, err := s.Books.Balance(tx, a)
		if err != nil {
			return b, err
		}
		pools = append(pools, Pool{a.Class, a.Asset, balance})
		b.Accounts = append(b.Accounts, HeldAccount{a.Class, a.Asset, balance})
	}
	if b.Emission, err = emissionOf(tx); err != nil {
		return b, err
	}
	if b.Interest, err = interestOf(tx, pools); err != nil {
		return b, err
	}
	if b.Fundings, err = fundingsOf(tx); err != nil {
		return b, err
	}
	r, err := newestReserves(tx)
	b.CheckedAt, b.Currencies, b.Assets, b.Obligations, b.Findings = httpapi.OrNull(r.At), r.Currencies, r.Assets, r.Obligations, r.Findings
	return b, err
}
