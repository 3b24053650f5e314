package machine

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag         = "machine"
	productList = "machine products"
)

// AllIn filters the catalogue.
type AllIn struct {
	httpapi.Page
	MachineSize string `query:"machineSize" optional:"true" enum:"small,medium,large"`
}

// ProductIn names a product.
type ProductIn struct {
	ID httpapi.ID `query:"id"`
}

// MineIn filters the caller's machines.
type MineIn struct {
	httpapi.Page
	Status Status `query:"status" optional:"true"`
}

// IncomeIn names a machine whose income is listed.
type IncomeIn struct {
	httpapi.Page
	ID httpapi.ID `query:"id"`
}

// PurchaseIn is a purchase.
type PurchaseIn struct {
	ProductID httpapi.ID `query:"productId"`
	checkout.Asked
	PayAmount *money.Amount `query:"payAmount" doc:"The sum that was shown; another one is refused with 1504 and the new sum"`
}

// order is the purchase as its buyer saw it.
func (in PurchaseIn) order(buyer string) checkout.Order {
	o := in.Order(buyer, string(in.ProductID))
	o.Shown = in.PayAmount
	return o
}

// Check refuses a missing quantity in its own words.
func (in PurchaseIn) Check() error {
	if in.Quantity == 0 {
		return ErrNoQuantity
	}
	return nil
}

// PurchaseOut is a purchase that was made or waits for its payment.
type PurchaseOut struct {
	OrderNo        string       `json:"orderNo"`
	MinerNos       []string     `json:"minerNos" nullable:"false"`
	Price          money.Amount `json:"price"`
	NewPart        money.Amount `json:"newPart"`
	RepurchasePart money.Amount `json:"repurchasePart"`
	ServiceFee     money.Amount `json:"serviceFee"`
	PayAmount      money.Amount `json:"payAmount"`
	CoolingEndAt   *time.Time   `json:"coolingEndAt" doc:"Until then it can be cancelled; null when started at once or not paid yet"`
	ServerTime     time.Time    `json:"serverTime"`
	checkout.ToPay
}

// MinerIn names a machine of the caller.
type MinerIn struct {
	MinerNo httpapi.ID `query:"minerNo"`
}

// StatusOut is a machine's state after an action.
type StatusOut struct {
	MinerNo string `json:"minerNo"`
	Status  Status `json:"status"`
	Phase   Phase  `json:"phase" optional:"true"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Glance(api, httpapi.Op{Path: "/api/miner/all", Tag: tag, Summary: "The catalogue of machines"},
		httpapi.CommandSpec[AllIn, httpapi.List[ProductRow]]{Handle: s.Views.all, Hints: func(httpapi.Caller, AllIn) []sqldb.Hint { return s.Views.productsHints() }})
	httpapi.View(api, httpapi.Op{Path: "/api/miner/detail", Tag: tag, Summary: "One product with quotes for the caller", Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in ProductIn) (ProductDetail, error) {
			return s.Views.productDetail(tx, c.UserID, string(in.ID), c.Language)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/miner/findMyList", Tag: tag, Personal: "machines", Summary: "The caller's machines, newest first"},
		s.Views.mine)
	httpapi.View(api, httpapi.Op{Path: "/api/miner/myDetail", Tag: tag, Summary: "One machine of the caller with its history",
		Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in ProductIn) (MachineDetail, error) {
			return s.Views.machineDetail(tx, c.UserID, string(in.ID), c.Language)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/miner/minerStatistics", Tag: tag, Summary: "Sums over the caller's machines with a 7-day calendar"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Statistics, error) {
			return s.Views.statistics(tx, c.UserID)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/miner/income", Tag: tag, Summary: "What a machine was paid, with the formulas' inputs",
		Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in IncomeIn) (httpapi.List[payrun.IncomeRow], error) {
			return s.Views.income(tx, c.UserID, string(in.ID), in.Page)
		})
	s.registerCommands(api)
}

func (s *Service) registerCommands(api *httpapi.API) {
	httpapi.Command(api, httpapi.Op{Path: "/api/miner/purchaseMiner", Tag: tag, Part: string(emergency.Sales), Summary: "Buy machines",
		Faults: []fault.Fault{ErrNoQuantity, fault.NotFound, ErrPlatformOwned, ErrTermsChanged, ErrSoldOut, checkout.ErrReserved, ErrUserLimit, ErrPoolTooSmall,
			ErrSumChanged, checkout.ErrInsufficient, payment.ErrAlreadyOpen}},
		httpapi.CommandSpec[PurchaseIn, PurchaseOut]{
			Hints: func(c httpapi.Caller, in PurchaseIn) []sqldb.Hint {
				return s.PurchaseHints(in.order(c.UserID))
			},
			Handle: func(tx sqldb.Command, c httpapi.Caller, in PurchaseIn) (PurchaseOut, error) {
				b, err := s.Purchase(tx, in.order(c.UserID))
				if err != nil {
					return PurchaseOut{}, err
				}
				return purchaseOut(tx, b), nil
			},
		})
	for _, action := range []struct {
		path, summary string
		faults        []fault.Fault
		do            func(tx sqldb.Command, userID, machineID string) (Machine, error)
	}{
		{"/api/miner/startNow", "Waive the rest of the cooling-off", []fault.Fault{fault.NotFound, ErrNotPossible}, s.StartNow},
		{"/api/miner/cancel", "Cancel in the cooling-off, or leave the payment of the whole order",
			[]fault.Fault{fault.NotFound, ErrCoolingOver, ErrNotPossible}, s.Cancel},
		{"/api/miner/exit", "Leave a machine that has been paused for long", []fault.Fault{fault.NotFound, ErrNotPossible}, s.Exit},
	} {
		httpapi.Command(api, httpapi.Op{Path: action.path, Tag: tag, Summary: action.summary, Faults: action.faults},
			httpapi.CommandSpec[MinerIn, StatusOut]{
				Hints: func(c httpapi.Caller, _ MinerIn) []sqldb.Hint { return s.actionHints(c.UserID) },
				Handle: func(tx sqldb.Command, c httpapi.Caller, in MinerIn) (StatusOut, error) {
					m, err := action.do(tx, c.UserID, string(in.MinerNo))
					return StatusOut{MinerNo: m.ID, Status: m.State.Status(), Phase: m.State.Phase()}, err
				},
			})
	}
}

// actionHints names what an action on one's machines reads.
func (s *Service) actionHints(userID string) []sqldb.Hint {
	return append(append(s.startHints(userID), s.PayRun.Hints(userID)...), s.store.machines.Hint(userID),
		s.store.credits.Hint(userID), s.Ledger.Hint(ledger.AvailableOf(userID, money.USDT)), s.Ledger.Hint(cooling(userID)),
		s.Ledger.Hint(interestFree), s.Ledger.Hint(interestReserved), user.Hint(userID), param.Hint())
}

func (s views) all(tx sqldb.Command, c httpapi.Caller, in AllIn) (httpapi.List[ProductRow], error) {
	rows, err := s.Products(tx, c.Language, in.MachineSize)
	if err != nil {
		return httpapi.List[ProductRow]{}, err
	}
	// A page goes on behind a product, also where it has left the sale.
	from, err := in.After(productList, 2)
	if err != nil {
		return httpapi.List[ProductRow]{}, err
	}
	if from != nil {
		position, err := strconv.ParseInt(from[0], 10, 64)
		if err != nil {
			return httpapi.List[ProductRow]{}, fault.Invalid("cursor")
		}
		rows = slices.DeleteFunc(rows, func(row ProductRow) bool {
			return cmp.Or(cmp.Compare(row.position, position), cmp.Compare(row.ID, from[1])) <= 0
		})
	}
	return httpapi.NewList(in.Page, productList, rows, func(row ProductRow) []string {
		return []string{strconv.FormatInt(row.position, 10), row.ID}
	}), nil
}

func purchaseOut(tx sqldb.Command, b Bought) PurchaseOut {
	out := PurchaseOut{OrderNo: b.Order.ID, PayAmount: b.Order.Amount, MinerNos: make([]string, len(b.Machines)), ServerTime: tx.Now(), ToPay: b.ToPay()}
	for i, m := range b.Machines {
		out.MinerNos[i] = m.ID
		out.Price += m.Price()
		out.NewPart += m.NewPart
		out.RepurchasePart += m.RepurchasePart
		out.ServiceFee += m.Fee
		if m.State == Cooling {
			out.CoolingEndAt = httpapi.OrNull(m.CoolingEndAt)
		}
	}
	return out
}
