package app

import (
	"errors"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/param"
	"etld/internal/features/node"
	"etld/internal/features/team"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
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
	ann := w.p.world(t).User(20, "2000 USDT")
	if err := w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
		_, err := w.p.node.Sale.Purchase(tx, checkout.Order{UserID: ann, ProductID: "nodeStar", Quantity: 1, PayType: checkout.PayBalance, TermsVersion: terms["nodeStar"]})
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

// Nobody buys a node at a percentage that is decided to fall: the terms name what it
// falls to as soon as that is known, and older ones are refused.
func TestAFallingPercentageIsNotSold(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		if err := w.p.db.Update(t.Context(), w.p.node.Seed); err != nil {
			t.Fatal(err)
		}
		before := w.star()
		if err := w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := w.p.params.Change(tx, entropy.System(), param.Proposal{Name: "machine.share_star", Value: 2_000, Actor: "x", Reason: "x"})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		after := w.star()
		if before.WeightedDividend != "0.006" || after.WeightedDividend != "0.002" || before.TermsVersion == after.TermsVersion {
			t.Errorf("before %+v, while it is to fall %+v", before, after)
		}
		ann := w.p.world(t).User(20, "2000 USDT")
		buy := func(version string) (bought node.Bought, err error) {
			err = w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
				bought, err = w.p.node.Sale.Purchase(tx, checkout.Order{UserID: ann, ProductID: "nodeStar", Quantity: 1, PayType: checkout.PayBalance, TermsVersion: version})
				return err
			})
			return bought, err
		}
		if _, err := buy(before.TermsVersion); !errors.Is(err, node.ErrTermsChanged) {
			t.Errorf("bought at the percentage that falls: %v", err)
		}
		if bought, err := buy(after.TermsVersion); err != nil || bought.Nodes[0].TermsVersion != after.TermsVersion {
			t.Errorf("bought at what it falls to: %+v, %v", bought, err)
		}
		var share money.Ratio
		if err := w.p.db.View(t.Context(), func(tx *sqldb.Tx) error {
			d, _ := w.p.params.Find("machine.share_star")
			value, err := d.Current(tx)
			share = money.Ratio(value)
			return err
		}); err != nil || share != 6_000 {
			t.Errorf("machines bring the pool %d already, %v", share, err)
		}
	})
}

// levelTerms are a level of nodes as users see it.
type levelTerms struct{ ID, TermsVersion, WeightedDividend string }

// star is the level of star nodes.
func (w *brakeWorld) star() levelTerms {
	w.t.Helper()
	var levels struct{ List []levelTerms }
	if err := w.user.Must(w.t.Context(), "/api/node/all", nil, &levels); err != nil {
		w.t.Fatal(err)
	}
	for _, one := range levels.List {
		if one.ID == "nodeStar" {
			return one
		}
	}
	w.t.Fatal("no star node")
	return levelTerms{}
}

// A change of parameters that would let the pool of level rewards run short is refused.
func TestTheProgramKeepsTheLevelPool(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	change := func(name string, value int64) error {
		return w.p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := w.p.params.Change(tx, entropy.System(), param.Proposal{Name: name, Value: value, EffectiveAt: tx.Now().Add(2 * param.NoticePeriod), Actor: "x", Reason: "x"})
			return err
		})
	}
	if err := change("machine.share_level", 4_999); !errors.Is(err, team.ErrPoolShort) {
		t.Errorf("a smaller share: %v", err)
	}
	if err := change("team.level_reward", 900); err != nil {
		t.Errorf("a smaller reward: %v", err)
	}
	if err := change("team.level_reward", 1_000); !errors.Is(err, team.ErrRewardRises) {
		t.Errorf("a higher reward: %v", err)
	}
}
