package ledger

import (
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// RefType says of what kind that is which caused an entry; its id stands beside it.
type RefType string

// What entries refer to. Interest and output are those of all of a user's machines in an
// hour or a day, which is their id; a dividend's is its month and level, that of levels and
// of acceleration a day.
const (
	RefTransfer     RefType = "transfer"
	RefPayout       RefType = "payout"
	RefProposal     RefType = "proposal"
	RefFunding      RefType = "funding"
	RefMachineOrder RefType = "machine_order"
	RefNodeOrder    RefType = "node_order"
	RefGoodsOrder   RefType = "goods_order"
	RefMachine      RefType = "machine"
	RefInterest     RefType = "machine_interest"
	RefOutput       RefType = "machine_output"
	RefNode         RefType = "node"
	RefDividend     RefType = "node_dividend"
	RefReward       RefType = "team_reward"
	RefLevel        RefType = "team_level"
	RefAcceleration RefType = "team_acceleration"
	RefGoods        RefType = "order"
	RefRound        RefType = "game_round"
	RefPoints       RefType = "points_exchange"
	RefWithdrawal   RefType = "withdrawal"
	RefBid          RefType = "trade_bid"
	RefSale         RefType = "trade_sale"
	RefSwap         RefType = "swap_exchange"
)

// refTypes are what an entry may refer to.
var refTypes = RefType("").Values()

func (RefType) Values() []string {
	return each.Texts(RefTransfer, RefPayout, RefProposal, RefFunding,
		RefMachineOrder, RefNodeOrder, RefGoodsOrder, RefMachine, RefInterest, RefOutput, RefNode, RefDividend,
		RefReward, RefLevel, RefAcceleration, RefGoods, RefRound, RefPoints, RefWithdrawal, RefBid, RefSale, RefSwap)
}

// Movement names what a transfer does.
type Movement struct {
	Type    Type
	SubType SubType
}

// Moved is what the journal did for one reference.
type Moved struct {
	// First is the id of the oldest transfer.
	First string
	// Sums are the amounts by movement.
	Sums map[Movement]money.Amount
}

// sumMovements names the type in its text, so that the engines use the index
// that holds these transfers only.
const sumMovements = `SELECT ref_id, type, sub_type, CAST(SUM(amount) AS BIGINT), MIN(id) FROM ledger_transfer
	WHERE ref_type = 'withdrawal' AND ref_id > $1 AND ($2 = '' OR ref_id <= $2) GROUP BY ref_id, type, sub_type`

// MovedForWithdrawals sums what the journal moved for each withdrawal whose id
// is above after and not above upTo. An empty upTo is no bound.
func MovedForWithdrawals(tx *sqldb.Tx, after, upTo string) (map[string]Moved, error) {
	byRef := make(map[string]Moved)
	err := tx.Query(func(row *sqldb.Row) error {
		var id, first string
		var name Movement
		var amount money.Amount
		if err := row.Scan(&id, &name.Type, &name.SubType, &amount, &first); err != nil {
			return err
		}
		m, known := byRef[id]
		if !known {
			m = Moved{First: first, Sums: make(map[Movement]money.Amount)}
		}
		m.First = min(m.First, first)
		m.Sums[name] = amount
		byRef[id] = m
		return nil
	}, sumMovements, after, upTo)
	return byRef, err
}
