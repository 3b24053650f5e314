package ledger

import (
	"strings"

	"etld/internal/base/each"
	"etld/internal/base/money"
)

// Class says what an account's money is for.
type Class string

// The chart of accounts. A classes and O.EXP grow on the debit side, all
// others on the credit side.
const (
	ChainBEP20 Class = "A.CHAIN.BEP-20"
	ChainERC20 Class = "A.CHAIN.ERC-20"
	// ChainAnchor is the gas with which anchors are sent.
	ChainAnchor Class = "A.CHAIN.anchor"
	PointsOut   Class = "A.GPX"
	GasSpent    Class = "O.EXP.gas"

	Available Class = "U.AVL"
	Withdraw  Class = "U.WDH"
	Principal Class = "U.PRN"
	Cooling   Class = "U.COO"
	Order     Class = "U.ORD"
	Points    Class = "U.GP"

	Suspense      Class = "L.SUS"
	PointsBacking Class = "L.GPB"
	Disputed      Class = "L.DSP"
	Delayed       Class = "L.HLD"

	InterestFree     Class = "P.INT.FREE"
	InterestReserved Class = "P.INT.RSV"
	Emission         Class = "P.EMI"
	DividendDiamond  Class = "P.DIV.diamond"
	DividendStar     Class = "P.DIV.star"
	DividendKing     Class = "P.DIV.king"
	LevelPool        Class = "P.LVL"
	Bids             Class = "P.BID"
	GameBank         Class = "P.GAME.BANK"
	GameRound        Class = "P.GAME.RND"

	Capital         Class = "O.CAP"
	Inventory       Class = "O.INV"
	RevenueService  Class = "O.REV.svc"
	RevenueWithdraw Class = "O.REV.wd"
	RevenueSwap     Class = "O.REV.swap"
	RevenueSell     Class = "O.REV.sell"
	RevenueNode     Class = "O.REV.node"
	RevenueGoods    Class = "O.REV.goods"
)

func (Class) Values() []string {
	return each.Texts(ChainBEP20, ChainERC20, ChainAnchor, PointsOut, GasSpent, Available, Withdraw, Principal, Cooling, Order, Points, Suspense,
		PointsBacking, Disputed, Delayed, InterestFree, InterestReserved, Emission, DividendDiamond, DividendStar, DividendKing, LevelPool,
		Bids, GameBank, GameRound, Capital, Inventory, RevenueService, RevenueWithdraw, RevenueSwap, RevenueSell, RevenueNode, RevenueGoods)
}

// DebitNormal says that debits raise the class's balance.
func (c Class) DebitNormal() bool {
	return strings.HasPrefix(string(c), "A.") || strings.HasPrefix(string(c), "O.EXP.")
}

// OfUser says that accounts of the class belong to users.
func (c Class) OfUser() bool { return strings.HasPrefix(string(c), "U.") }

// hasLines says that users see the class's movements in their history.
func (c Class) hasLines() bool { return c == Available || c == Points }

// Account names one account.
type Account struct {
	Class Class
	Asset money.Asset
	// Owner is the user's id for U classes and empty otherwise.
	Owner string
}

// House is an account of the platform, a pool or third parties.
func House(class Class, asset money.Asset) Account { return Account{Class: class, Asset: asset} }

// Of is a user's account.
func Of(user string, class Class, asset money.Asset) Account {
	return Account{Class: class, Asset: asset, Owner: user}
}

// AvailableOf is what a user can spend of an asset.
func AvailableOf(user string, asset money.Asset) Account { return Of(user, Available, asset) }

// ID is the account's key: class/asset or class/asset/user.
func (a Account) ID() string {
	if a.Owner == "" {
		return string(a.Class) + "/" + string(a.Asset)
	}
	return string(a.Class) + "/" + string(a.Asset) + "/" + a.Owner
}

// parseID reads a key back; the journal stores keys only.
func parseID(id string) Account {
	class, rest, _ := strings.Cut(id, "/")
	asset, owner, _ := strings.Cut(rest, "/")
	return Account{Class: Class(class), Asset: money.Asset(asset), Owner: owner}
}
