package app

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/checkout"
	"etld/internal/features/shop"
	"etld/internal/features/shop/address"
	"etld/internal/infra/sqldb"
)

// What only matters for a time is gone after it, and not before.
func TestOldRowsGo(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		to, err := p.addresses.Add(t.Context(), d.id, address.Form{Name: "Ann", Phone: "+886912345678", Detail: "1 Harbour Road", Region: "TW"})
		if err != nil {
			t.Fatal(err)
		}
		// A paid order stays, one whose payment was left does not.
		paid := p.order(t, d.id, "seedPlate")
		p.update(t, func(tx *sqldb.Tx) error {
			made, err := p.shop.Sale.Purchase(tx, shop.Purchase{UserID: d.id, GoodsID: "quietFan", AddressID: to.ID, Quantity: 1, PayType: checkout.PayChain})
			if err != nil {
				return err
			}
			now, today := tx.Now().UnixMicro(), int64(clock.DayOf(tx.Now()))
			for _, insert := range []string{
				fmt.Sprintf("INSERT INTO payment_submission (id, tx_hash, intent_no, at) VALUES ('0x1|x', '0x1', '%s', %d)", made.Intent.No, now),
				fmt.Sprintf("INSERT INTO payment_claim (sender, signed_at, at) VALUES ('0x1', 1, %d)", now),
				fmt.Sprintf("INSERT INTO machine_sale (id, product_id, day, sold) VALUES ('x', 'machineSmall', %d, 1)", today),
				fmt.Sprintf("INSERT INTO swap_house_day (id, day, paid) VALUES ('x', %d, 1)", today),
				fmt.Sprintf("INSERT INTO withdrawal_game_lock (user_id, until) VALUES ('x', %d)", now+time.Hour.Microseconds()),
			} {
				if _, err := tx.Exec(insert); err != nil {
					return err
				}
			}
			return nil
		})
		left := p.orderNamed(t, "quietFan")
		if r := p.callers(t).Command("/api/shop/cancelOrder", d.id, "orderNo", left); r.Code != 200 {
			t.Fatalf("cancel: %s", r.Body)
		}
		rows := func() (list []string) {
			p.update(t, func(tx *sqldb.Tx) error {
				for _, table := range []string{"payment_submission", "payment_claim", "machine_sale", "swap_house_day", "withdrawal_game_lock", "checkout_order", "shop_order", "payment_intent"} {
					var n int64
					if _, err := tx.QueryOne(sqldb.Dest(&n), "SELECT COUNT(*) FROM "+table); err != nil {
						return err
					}
					list = append(list, fmt.Sprint(table, " ", n))
				}
				return nil
			})
			return list
		}
		purge := func() {
			for _, name := range []string{"payment_purge", "machine_purge", "swap_purge", "withdrawal_purge", "shop_erase"} {
				p.runJob(t, slices.Concat(p.payment.Jobs(), p.machine.Jobs(), p.swap.Jobs(), p.withdrawal.Jobs(), p.shop.Jobs()), name)
			}
		}
		all := []string{"payment_submission 1", "payment_claim 1", "machine_sale 1", "swap_house_day 1", "withdrawal_game_lock 1", "checkout_order 1", "shop_order 2", "payment_intent 1"}
		purge()
		if got := rows(); !slices.Equal(got, all) {
			t.Errorf("before their time %v are left, want %v", got, all)
		}
		p.settings.Clock.(*clock.System).Advance(91 * 24 * time.Hour)
		purge()
		none := []string{"payment_submission 0", "payment_claim 0", "machine_sale 0", "swap_house_day 0", "withdrawal_game_lock 0", "checkout_order 0", "shop_order 1", "payment_intent 0"}
		if got := rows(); !slices.Equal(got, none) || p.orderNamed(t, "seedPlate") != paid {
			t.Errorf("after their time %v are left, want %v", got, none)
		}
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books without them: %v %v", found, err)
		}
	})
}

// update runs a transaction that must not fail.
func (p *Program) update(t *testing.T, do func(tx *sqldb.Tx) error) {
	t.Helper()
	if err := p.db.Update(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

// orderNamed is the one order of some goods.
func (p *Program) orderNamed(t *testing.T, goodsID string) (orderNo string) {
	t.Helper()
	p.update(t, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&orderNo), "SELECT id FROM shop_order WHERE goods_id = $1", goodsID)
		return err
	})
	return orderNo
}
