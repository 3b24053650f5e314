package address

import (
	"encoding/json"
	"fmt"
	"time"

	"etld/internal/infra/sqldb"
)

// row is an address as it is stored.
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
	deleteOne = `DELETE FROM shop_address WHERE id = $1 AND user_id = $2`
	deleteAll = `DELETE FROM shop_address WHERE user_id = $1`
	// selectSealed and resealOne are for a new key.
	selectSealed = `SELECT id, sealed FROM shop_address WHERE id > $1 ORDER BY id LIMIT $2`
	resealOne    = `UPDATE shop_address SET sealed = $1 WHERE id = $2 AND sealed = $3`
	noDefaults   = `UPDATE shop_address SET is_default = 0 WHERE user_id = $1 AND is_default = 1`
	setDefault   = `UPDATE shop_address SET is_default = 1 WHERE user_id = $1 AND id = $2`
)

// owner is whom an address is sealed for.
func owner(id string) string { return "address|" + id }

func (s *Service) seal(id string, f Form) (string, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("address %s: %w", id, err)
	}
	return s.sealer.Seal(text, owner(id)), nil
}

func (r row) shown() Address {
	return Address{ID: r.ID, IsDefault: r.IsDefault, ReadyAt: r.Since.Add(newFor)}
}

func (s *Service) open(r row) (Address, error) {
	a := r.shown()
	text, err := s.sealer.Open(r.Sealed, owner(r.ID))
	if err == nil {
		err = json.Unmarshal(text, &a.Form)
	}
	if err != nil {
		return a, fmt.Errorf("address %s: %w", r.ID, err)
	}
	return a, nil
}
