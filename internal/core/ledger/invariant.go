package ledger

import (
	"slices"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Invariant is an invariant as it stands for one currency or account: what is there, what
// there has to be at least, and what is left between them.
type Invariant struct {
	Name string `json:"name" enum:"I2,I3,I7"`
	// Account is the one that I2 is about.
	Account  string      `json:"account" doc:"Of I2, the account that may not fall below zero"`
	Currency money.Asset `json:"currency"`
	Has      string      `json:"has" doc:"Points are whole"`
	Needs    string      `json:"needs"`
	Left     string      `json:"left" doc:"Below zero where the invariant is broken"`
	// Change is what the transfers made of Left.
	Change       string `json:"change" doc:"What it makes of left"`
	left, change money.Amount
}

// invariant is one of an account, or of a currency where it is empty; change is what the
// transfers made of what is left.
func invariant(name, account string, asset money.Asset, has, needs, change money.Amount) Invariant {
	left := has - needs
	return Invariant{Name: name, Account: account, Currency: asset, Has: asset.Text(has), Needs: asset.Text(needs),
		Left: asset.Text(left), Change: asset.Text(change), left: left, change: change}
}

// Worsens says that the transfers break the invariant, or break it further. What was broken
// before hinders nobody who leaves it as it is. Points are backed to the atom.
func (s Invariant) Worsens() bool {
	return s.left < 0 && s.change < 0 || s.Name == "I7" && s.left != 0 && s.change != 0
}

var (
	chains = []Class{ChainBEP20, ChainERC20, ChainAnchor}
	// equity are the operator's own accounts; with GasSpent, which is spent of them, they are
	// what the chains hold beyond users, pools and third parties. So I3 is read from a dozen
	// accounts, however many users there are.
	equity = []Class{Capital, Inventory, RevenueService, RevenueWithdraw, RevenueSwap, RevenueSell, RevenueNode, RevenueGoods}
)

// InvariantsOf are the invariants that some transfers touch, as the stored balances have them:
// I2 of each account that may not fall below zero, I3 of each currency, and I7 where points
// or what is behind them move.
func InvariantsOf(tx *sqldb.Tx, list []Posting) (invariants []Invariant, err error) {
	var accounts, assets []string
	points := false
	for _, p := range list {
		for _, id := range []string{p.Debit, p.Credit} {
			class := parseID(id).Class
			points = points || class == PointsBacking || class == PointsOut
			if !class.OfUser() && !class.DebitNormal() {
				accounts = append(accounts, id)
			}
		}
		if p.Currency != money.GP {
			assets = append(assets, string(p.Currency))
		}
	}
	slices.Sort(accounts)
	slices.Sort(assets)
	for _, id := range slices.Compact(accounts) {
		has, err := balanceOf(tx, id)
		if err != nil {
			return nil, err
		}
		change := changeOf(list, func(one Account) bool { return one.ID() == id })
		invariants = append(invariants, invariant("I2", id, parseID(id).Asset, has, 0, change))
	}
	for _, asset := range slices.Compact(assets) {
		s, err := covered(tx, money.Asset(asset), changeOf(list, func(one Account) bool {
			return string(one.Asset) == asset && (slices.Contains(equity, one.Class) || one.Class == GasSpent)
		}))
		if err != nil {
			return nil, err
		}
		invariants = append(invariants, s)
	}
	if points {
		s, err := backed(tx, changeOf(list, func(one Account) bool { return one.Class == PointsBacking })+
			changeOf(list, func(one Account) bool { return one.Class == PointsOut })*money.PerPoint)
		if err != nil {
			return nil, err
		}
		invariants = append(invariants, s)
	}
	return invariants, nil
}

// changeOf is what transfers bring to some accounts and take from them; what is on the debit
// side is taken: points that are issued are taken from what is behind them.
func changeOf(list []Posting, isOne func(Account) bool) (change money.Amount) {
	for _, p := range list {
		if isOne(parseID(p.Credit)) {
			change += p.atoms
		}
		if isOne(parseID(p.Debit)) {
			change -= p.atoms
		}
	}
	return change
}

// covered is I3 of a currency.
func covered(tx *sqldb.Tx, asset money.Asset, change money.Amount) (Invariant, error) {
	has, err := sumOf(tx, chains, asset)
	if err != nil {
		return Invariant{}, err
	}
	own, err := sumOf(tx, equity, asset)
	if err != nil {
		return Invariant{}, err
	}
	spent, err := balanceOf(tx, House(GasSpent, asset).ID())
	return invariant("I3", "", asset, has, has-own+spent, change), err
}

// backed is I7: the money behind the points that there are.
func backed(tx *sqldb.Tx, change money.Amount) (Invariant, error) {
	has, err := balanceOf(tx, House(PointsBacking, money.USDT).ID())
	if err != nil {
		return Invariant{}, err
	}
	issued, err := balanceOf(tx, House(PointsOut, money.GP).ID())
	return invariant("I7", "", money.USDT, has, issued*money.PerPoint, change), err
}

func sumOf(tx *sqldb.Tx, classes []Class, asset money.Asset) (sum money.Amount, err error) {
	for _, class := range classes {
		balance, err := balanceOf(tx, House(class, asset).ID())
		if err != nil {
			return 0, err
		}
		sum += balance
	}
	return sum, nil
}

// balanceOf is what an account holds; one that was never used holds nothing.
func balanceOf(tx *sqldb.Tx, id string) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, selectBalance, id)
}
