package solvency

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A snapshot that was made wrong leads to its own root, and every proof in it fits: the
// check of the books finds what is wrong by the leaves and the key.
func TestASnapshotThatIsWholeAndWrongIsFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		for place, test := range []struct {
			forge func(leaves []sumtree.Leaf, nobody int)
			want  error
		}{
			{func([]sumtree.Leaf, int) {}, nil},
			{func(leaves []sumtree.Leaf, nobody int) { leaves[nobody].Atoms[0] = 1 }, sumtree.ErrPadding},
			{func(leaves []sumtree.Leaf, nobody int) { leaves[nobody].Owner = leaves[(nobody+1)%len(leaves)].Owner }, sumtree.ErrPadding},
			{func(leaves []sumtree.Leaf, _ int) {
				somebody := slices.DeleteFunc(slices.Clone(leaves), isNobodys)
				leaves[slices.Index(leaves, somebody[1])] = somebody[0]
			}, sumtree.ErrTwice},
		} {
			w := newWorld(t, db, c)
			for n := range 3 {
				w.User(10*place+n, "100 USDT")
			}
			day := clock.DayOf(c.Now())
			w.at(midnight(day).Add(time.Minute))
			w.work(w.service)
			w.forge(nameOf(midnight(day)), test.forge)
			found := w.Violations(worldtest.Alone(func(tx *sqldb.Tx, _ ledger.Claims) ([]ledger.Violation, error) { return w.service.Check(tx) }))
			if isNone := len(found) == 0; isNone != (test.want == nil) || !isNone && !strings.Contains(fmt.Sprint(found), test.want.Error()) {
				t.Errorf("found %v instead of %v", found, test.want)
			}
			c.Set(c.Now().Add(time.Hour))
		}
	})
}

func isNobodys(l sumtree.Leaf) bool { return l.Atoms == [sumtree.Assets]uint64{} }

// forge changes the leaves of a small snapshot, one of which is nobody's, and all that
// stands above them.
func (w *world) forge(id string, change func(leaves []sumtree.Leaf, nobody int)) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		row, _, err := find(tx, id)
		w.Must(err)
		b, _, err := sqldb.Find(tx, blockTable.Scan, selectBlocks, id)
		w.Must(err)
		leaves, err := sumtree.DecodeLeaves(b.Leaves)
		w.Must(err)
		change(leaves, slices.IndexFunc(leaves, isNobodys))
		slices.SortFunc(leaves, func(a, b sumtree.Leaf) int { return bytes.Compare(a.Owner[:], b.Owner[:]) })
		root, err := sumtree.AboveLeaves(leaves)
		w.Must(err)
		text, err := sumtree.ParseText(row.Text)
		w.Must(err)
		text.Root, text.Totals = root.Hash, root.Sums
		row.Text, row.Nodes, b.Leaves = text.String(), sumtree.EncodeNodes([]sumtree.Node{root}), sumtree.EncodeLeaves(leaves)
		saveSnapshot.Add(tx, row)
		saveBlock.Add(tx, b)
		return nil
	})
}
