package address

import (
	"time"

	"etld/internal/infra/sqldb"
)

type row struct {
	ID, UserID, Sealed string
	IsDefault          bool
	CreatedAt          time.Time
	// Since is from when it is as it is.
	Since time.Time
}

var (
	addressTable = sqldb.NewTable[row]("shop_address", "id, sealed, is_default, since").Once("user_id, created_at")
	saveRow      = addressTable.Upsert()
	selectOfOne  = addressTable.Select("WHERE user_id = $1 ORDER BY is_default DESC, id DESC")
)

const (
	deleteOne  = `DELETE FROM shop_address WHERE id = $1 AND user_id = $2`
	deleteAll  = `DELETE FROM shop_address WHERE user_id = $1`
	noDefaults = `UPDATE shop_address SET is_default = 0 WHERE user_id = $1 AND is_default = 1`
	setDefault = `UPDATE shop_address SET is_default = 1 WHERE user_id = $1 AND id = $2`
)

// owner is whom an address is sealed for.
func owner(id string) string { return "address|" + id }

func (r row) shown() Address {
	return Address{ID: r.ID, IsDefault: r.IsDefault, ReadyAt: r.Since.Add(newFor)}
}

func (s *Service) open(r row) (Address, error) {
	a := r.shown()
	err := s.sealer.OpenValue(r.Sealed, owner(r.ID), &a.Form)
	return a, err
}
