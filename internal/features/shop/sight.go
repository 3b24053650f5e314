package shop

import (
	"slices"
	"strconv"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// sightsKept is for how many days it is known how many addresses an operator saw; the
// audit log says which for ever.
const sightsKept = 30

const (
	countSeen    = `SELECT staff_id, CAST(SUM(seen) AS BIGINT) FROM shop_sight WHERE day = $1 GROUP BY staff_id`
	deleteSights = `DELETE FROM shop_sight WHERE id IN (SELECT id FROM shop_sight WHERE day < $1 LIMIT $2)`
)

// sightsMost is how many addresses one operator may see on a day of the platform.
var sightsMost = param.NewInteger("shop.addresses_day", 300, param.WorseNever, param.Between(1, 10_000))

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{sightsMost} }

// sight is the address of an order that an operator saw on a day, however often. One that
// an earlier release noted counts several, under a key that names no order.
type sight struct {
	key, staffID string
	day          clock.Day
	seen         int64
}

// countSights notes that an operator sees the addresses of some orders, and refuses with
// ErrSightsMax what is above those of a day. What was seen on that day already costs none.
func (s *Service) countSights(tx *sqldb.Tx, who operator.Staff, orders ...string) error {
	seen, left, err := s.sightsOf(tx, who)
	if err != nil {
		return err
	}
	today := clock.DayOf(tx.Now())
	keys := make([]string, len(orders))
	for i, orderNo := range orders {
		keys[i] = today.String() + "|" + who.ID + "|" + orderNo
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if err := s.store.sights.Load(tx, keys); err != nil {
		return err
	}
	for _, key := range keys {
		_, isSeen, err := s.store.sights.Get(tx, key)
		if err != nil {
			return err
		}
		if isSeen {
			continue
		}
		if left == 0 {
			return ErrSightsMax.With("max", strconv.FormatInt(seen, 10))
		}
		seen, left = seen+1, left-1
		s.store.sights.Put(tx, sight{key: key, staffID: who.ID, day: today, seen: 1})
	}
	return nil
}

// sightsOf is how many addresses an operator saw on this day, and how many are left.
func (s *Service) sightsOf(tx *sqldb.Tx, who operator.Staff) (seen, left int64, err error) {
	v, err := param.AsOf(tx, tx.Now())
	if err != nil {
		return 0, 0, err
	}
	all, err := sqldb.Map[string, int64](tx, countSeen, clock.DayOf(tx.Now()))
	seen = all[who.ID]
	return seen, max(sightsMost.In(v)-seen, 0), err
}
