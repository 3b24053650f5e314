package payment

import (
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The least deposits. A block full of smaller transfers costs its sender next to
// nothing, so they are added up instead of being credited one by one.
var (
	leastUSDT = param.NewAmount("payment.deposit_min_usdt", 1_000_000, param.WorseHigher)
	leastETLD = param.NewAmount("payment.deposit_min_etld", 10_000_000, param.WorseHigher)
	leastETH  = param.NewAmount("payment.deposit_min_eth", 1_000, param.WorseHigher)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{leastUSDT, leastETLD, leastETH} }

// leastDeposit is below which transfers of an asset are dust, at least one atom.
func leastDeposit(tx sqldb.Command, asset money.Asset) (money.Amount, error) {
	v, err := param.AsOf(tx, tx.Now())
	switch asset {
	case money.USDT:
		return leastUSDT.In(v), err
	case money.ETLD:
		return leastETLD.In(v), err
	case money.ETH:
		return leastETH.In(v), err
	case money.GP:
	}
	return 1, err
}
