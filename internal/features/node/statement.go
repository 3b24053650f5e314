package node

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// StatementFormat names the form of a statement's file.
const StatementFormat = "etld dividend 1"

// result is how a pool of a month was divided, as it is stored.
type result struct {
	ID                      string
	Month                   clock.Month
	Level                   Level
	NewPart, RepurchasePart money.Amount
	Opening, Shares, Funded money.Amount
	Floor, Nodes, Weights   int64
	Divided, Free, Carried  money.Amount
	ClosedAt                time.Time
}

func (r result) pool() money.Amount { return r.Opening + r.Shares + r.Funded }

func (r result) base() int64 { return baseOf(r.Weights, r.Floor) }

// full is what a node of full weight got.
func (r result) full() money.Amount { return money.MulDivFloor(r.pool(), WindowDays, r.base()) }

// StatementRow is one node's share, without its owner.
type StatementRow struct {
	Node   string       `json:"node" doc:"Hash of the node's number"`
	Weight int64        `json:"weight" doc:"Whole days active within the 30 days before the cut-off"`
	Amount money.Amount `json:"amount"`
}

// Statement is how a pool of a month was divided, with everything that is needed
// to recompute it. Amounts are USDT.
type Statement struct {
	Format         string         `json:"format"`
	Month          string         `json:"month"`
	Level          Level          `json:"level"`
	CutOff         time.Time      `json:"cutOff"`
	PaidAt         time.Time      `json:"paidAt"`
	NewPurchases   money.Amount   `json:"newPurchases" doc:"New part of the machines that started in the month"`
	Repurchases    money.Amount   `json:"repurchases" doc:"Their repurchase part, which brings nothing"`
	Opening        money.Amount   `json:"opening" doc:"What the pool held when the month began"`
	Shares         money.Amount   `json:"shares" doc:"What the machines brought"`
	Funded         money.Amount   `json:"funded" doc:"What the operator added"`
	Pool           money.Amount   `json:"pool"`
	FloorNodes     int64          `json:"floorNodes" doc:"Nodes of full weight that the pool is divided by at least"`
	Weights        int64          `json:"weights" doc:"Sum of the rows' weights"`
	Base           int64          `json:"base" doc:"What weights are divided by"`
	Divided        money.Amount   `json:"divided" doc:"What the weights reach of the pool"`
	ToInterestPool money.Amount   `json:"toInterestPool" doc:"The rest"`
	Carried        money.Amount   `json:"carried" doc:"What rounding leaves for the next month"`
	Rows           []StatementRow `json:"rows" nullable:"false"`
	// Hash is of all the above, as JSON in this order without spaces (docs/api.md).
	Hash string `json:"hash" doc:"SHA-256 of this object as JSON, in this order and without spaces, with an empty hash; hexadecimal"`
}

// HashOf stands for a node where its owner is not to be told.
func HashOf(nodeID string) string {
	sum := sha256.Sum256([]byte("etld node " + nodeID))
	return hex.EncodeToString(sum[:])
}

// ErrStatement says that a statement does not add up.
var ErrStatement = errors.New("the statement does not add up")

// digest is the statement's hash.
func (s Statement) digest() string {
	s.Hash = ""
	text, err := json.Marshal(s)
	if err != nil {
		// A struct of texts, integers and times always encodes.
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Verify recomputes a statement from its pool, its floor and its rows' weights. It
// fails with ErrStatement and the first thing that is wrong.
func (s Statement) Verify() error {
	wrong := func(what string, stated, recomputed any) error {
		return fmt.Errorf("%w: %s is stated as %v and comes to %v", ErrStatement, what, stated, recomputed)
	}
	m, err := clock.ParseMonth(s.Month)
	if err != nil || s.Format != StatementFormat {
		return fmt.Errorf("%w: it is no statement of a month", ErrStatement)
	}
	if min(s.NewPurchases, s.Repurchases, s.Opening, s.Shares, s.Funded) < 0 || s.FloorNodes < 0 {
		return fmt.Errorf("%w: it begins with less than nothing", ErrStatement)
	}
	weights := make([]int64, len(s.Rows))
	for i, row := range s.Rows {
		if weights[i] = row.Weight; row.Weight < 0 || row.Weight > WindowDays {
			return fmt.Errorf("%w: node %s has the weight %d", ErrStatement, row.Node, row.Weight)
		}
		if i > 0 && s.Rows[i-1].Node >= row.Node {
			return fmt.Errorf("%w: node %s is not in its place or twice", ErrStatement, row.Node)
		}
	}
	d := Divide(s.Opening+s.Shares+s.Funded, s.FloorNodes, weights)
	for _, one := range []struct {
		what               string
		stated, recomputed any
	}{
		{"the cut-off", s.CutOff.UTC(), m.End()}, {"the time of payment", s.PaidAt.UTC(), PaidAt(m)},
		{"the pool", s.Pool, d.Pool}, {"the sum of weights", s.Weights, d.Weights},
		{"the base", s.Base, d.Base}, {"what is divided", s.Divided, d.Divided}, {"what goes to the income pool", s.ToInterestPool, d.Free},
		{"what is carried", s.Carried, d.Carried}, {"the hash", s.Hash, s.digest()},
	} {
		if one.stated != one.recomputed {
			return wrong(one.what, one.stated, one.recomputed)
		}
	}
	for i, row := range s.Rows {
		if row.Amount != d.Amounts[i] {
			return wrong("the amount of node "+row.Node, row.Amount, d.Amounts[i])
		}
	}
	return nil
}

// statement reads a closed month of a level.
func (s dividends) statement(tx *sqldb.Tx, m clock.Month, l Level) (Statement, error) {
	r, err := s.resultOf(tx, m, l)
	if err != nil {
		return Statement{}, err
	}
	shares, err := sqldb.Collect(tx, shareTable.Scan, selectShares, int64(m), r.ID)
	if err != nil {
		return Statement{}, err
	}
	return r.statement(shares), nil
}

func (r result) statement(shares []share) Statement {
	s := Statement{Format: StatementFormat, Month: r.Month.String(), Level: r.Level, CutOff: r.Month.End(), PaidAt: PaidAt(r.Month),
		NewPurchases: r.NewPart, Repurchases: r.RepurchasePart, Opening: r.Opening, Shares: r.Shares, Funded: r.Funded, Pool: r.pool(),
		FloorNodes: r.Floor, Weights: r.Weights, Base: r.base(), Divided: r.Divided, ToInterestPool: r.Free, Carried: r.Carried,
		Rows: make([]StatementRow, len(shares))}
	for i, one := range shares {
		s.Rows[i] = one.row()
	}
	slices.SortFunc(s.Rows, func(a, b StatementRow) int { return strings.Compare(a.Node, b.Node) })
	s.Hash = s.digest()
	return s
}

// row is the share as its statement shows it.
func (s share) row() StatementRow {
	return StatementRow{Node: HashOf(s.NodeID), Weight: s.Weight, Amount: s.Amount}
}

// resultOf reads how a pool was divided; fault.NotFound where it was not.
func (s dividends) resultOf(tx *sqldb.Tx, m clock.Month, l Level) (result, error) {
	list, err := sqldb.Collect(tx, statementTable.Scan, selectStatement, statementID(m, l))
	if err == nil && len(list) == 0 {
		err = fault.NotFound
	}
	if err != nil {
		return result{}, err
	}
	return list[0], nil
}
