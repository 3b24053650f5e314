package solvency

import (
	"errors"
	"slices"

	"etld/internal/core/ledger"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/sqldb"
)

// checkedMax bounds the snapshots whose upper nodes are checked; of the newest one all
// leaves are.
const checkedMax = 400

// Check holds what is kept of snapshots to their texts: what stands above the leaves
// leads to the root and the totals, and of the newest one the leaves as well.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	rows, err := sqldb.Collect(tx, snapshotTable.Scan, selectNewest, checkedMax)
	if err != nil {
		return nil, err
	}
	isNewest := true
	for _, row := range rows {
		if row.State != Made {
			continue
		}
		if err := s.check(tx, row, isNewest); err != nil {
			if !errors.Is(err, errAltered) && !errors.Is(err, sumtree.ErrTwice) && !errors.Is(err, sumtree.ErrPadding) {
				return nil, err
			}
			found.Add("solvency", "snapshot %s: %v", row.ID, err)
		}
		isNewest = false
	}
	return found, nil
}

var errAltered = errors.New("what is kept of it does not lead to its root")

func (s *Service) check(tx *sqldb.Tx, row snapshot, withLeaves bool) error {
	text, err := sumtree.ParseText(row.Text)
	if err != nil {
		return errAltered
	}
	nodes, err := sumtree.DecodeNodes(row.Nodes)
	if err != nil || len(nodes) == 0 {
		return errAltered
	}
	root, err := sumtree.Above(nodes)
	if err != nil || root != (sumtree.Node{Hash: text.Root, Sums: text.Totals}) {
		return errAltered
	}
	if !withLeaves {
		return nil
	}
	return s.checkLeaves(tx, row, text.Depth, nodes)
}

// checkLeaves holds the leaves to the nodes above them and to their order; who of them is
// nobody's, the key tells where it can be opened.
func (s *Service) checkLeaves(tx *sqldb.Tx, row snapshot, depth int, nodes []sumtree.Node) error {
	order := new(sumtree.Order)
	if s.Sealer != nil {
		if key, err := s.keyOf(row); err == nil {
			order = sumtree.NewOrder(depth, int(row.People), key)
		}
	}
	var found []sumtree.Node
	err := blockTable.Walk(tx, func(kept block) error {
		leaves, err := sumtree.DecodeLeaves(kept.Leaves)
		if err != nil || len(leaves) == 0 || len(leaves)&(len(leaves)-1) != 0 {
			return errAltered
		}
		node, err := sumtree.AboveLeaves(leaves)
		if err != nil {
			return errAltered
		}
		if err := order.Next(leaves); err != nil {
			return err
		}
		found = append(found, node)
		return nil
	}, selectBlocks, row.ID)
	if err == nil && !slices.Equal(found, nodes) {
		err = errAltered
	}
	return err
}
