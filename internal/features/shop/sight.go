package shop

import (
	"strconv"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// sightsKept is for how many days it is known how many addresses an operator saw; the
// audit log says which for ever.
const sightsKept = 30

var selectSights = sightTable.Select("WHERE day = $1")

const deleteSights = `DELETE FROM shop_sight WHERE id IN (SELECT id FROM shop_sight WHERE day < $1 LIMIT $2)`

// sightsMost is how many addresses one operator may see on a day of the platform.
var sightsMost = param.NewInteger("shop.addresses_day", 300, param.WorseNever, param.Between(1, 10_000))

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{sightsMost} }

// sight is how many addresses an operator saw on a day.
type sight struct {
	key, staffID string
	day          clock.Day
	seen         int64
}

// countSights notes that an operator sees some addresses, and refuses with ErrSightsMax
// what is above those of a day.
func (s *Service) countSights(tx sqldb.Command, who operator.Staff, addresses int) error {
	v, left, err := s.sightsOf(tx, who)
	if err != nil {
		return err
	}
	if int64(addresses) > left {
		return ErrSightsMax.With("max", strconv.FormatInt(v.seen+left, 10))
	}
	v.seen += int64(addresses)
	s.store.sights.Put(tx, v)
	return nil
}

// sightsOf is what an operator saw on this day, and how many addresses are left.
func (s *Service) sightsOf(tx sqldb.Command, who operator.Staff) (v sight, left int64, err error) {
	most, err := sightsMost.At(tx)
	if err != nil {
		return v, 0, err
	}
	today := clock.DayOf(tx.Now())
	v, _, err = s.store.sights.Get(tx, today.String()+"|"+who.ID)
	v.key, v.staffID, v.day = today.String()+"|"+who.ID, who.ID, today
	return v, max(most-v.seen, 0), err
}
