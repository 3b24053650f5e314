package app

import (
	"errors"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/features/node"
	"etld/internal/infra/sqldb"
)

// The percentages of nodes are parameters of machines: the program holds the one
// against the other.
func TestPercentagesOfSoldNodesDoNotFall(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	undo := errors.New("undo")
	try := func(name string, value int64) (err error) {
		if outcome := w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err = w.p.params.Change(tx, entropy.System(), param.Proposal{Name: name, Value: value, Actor: "x", Reason: "x"})
			return undo
		}); !errors.Is(outcome, undo) {
			t.Fatal(outcome)
		}
		return err
	}
	shares := map[node.Level]string{node.Diamond: "machine.share_diamond", node.Star: "machine.share_star", node.King: "machine.share_king"}
	for level, name := range shares {
		if err := try(name, 2_000); err != nil {
			t.Errorf("nobody has a %s node: %v", level, err)
		}
	}
	if err := w.p.db.Update(t.Context(), w.p.node.Seed); err != nil {
		t.Fatal(err)
	}
	var levels struct {
		List []struct{ ID, TermsVersion string }
	}
	if err := w.user.Must(t.Context(), "/api/node/all", nil, &levels); err != nil {
		t.Fatal(err)
	}
	terms := map[string]string{}
	for _, one := range levels.List {
		terms[one.ID] = one.TermsVersion
	}
	if err := w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
		ann, err := user.Create(tx, entropy.System(), user.New{Address: "0x00000000000000000000000000000000000000aa"})
		if err != nil {
			return err
		}
		if _, err := w.p.ledger.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{{Type: ledger.TopUp, SubType: ledger.Deposit,
			Debit: ledger.House(ledger.ChainBEP20, money.USDT), Credit: ledger.Of(ann.ID, ledger.Available, money.USDT), Amount: money.Units(2_000)}}}); err != nil {
			return err
		}
		_, err = w.p.node.Purchase(tx, checkout.Order{UserID: ann.ID, ProductID: "nodeStar", Quantity: 1, PayType: checkout.PayBalance, TermsVersion: terms["nodeStar"]})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for level, name := range shares {
		err := try(name, 2_000)
		if isSold := level == node.Star; isSold != errors.Is(err, node.ErrPromised) || !isSold && err != nil {
			t.Errorf("after a star node was sold, a lower %s: %v", name, err)
		}
	}
}
