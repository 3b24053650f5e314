package address

import (
	"context"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

const (
	// perUserMax is how many addresses a user may have.
	perUserMax = 10
	// newFor is how long nothing is sent to an address after it was written. Its user
	// is told of it at once: so whoever has nothing but a session of somebody gets no
	// goods for that person's money.
	newFor = 24 * time.Hour

	noticeAdded, noticeChanged = "address_added", "address_changed"
	listLink                   = "/order?view=address"
)

// Address is an address of a user.
type Address struct {
	ID string `json:"id"`
	Form
	IsDefault bool      `json:"isDefault"`
	ReadyAt   time.Time `json:"readyAt" doc:"From when goods are sent there: 24 hours after it was added or changed"`
}

// Service is the capability.
type Service struct {
	db      *sqldb.DB
	chance  entropy.Source
	notices user.Notices
	sealer  *seal.Sealer
	rows    *sqldb.Lookup[row]
}

// New builds the service. Without a sealer it keeps no address: every call is under
// maintenance.
func New(db *sqldb.DB, chance entropy.Source, notices user.Notices, sealer *seal.Sealer) *Service {
	byID := sqldb.Single(addressTable.ByKey(func(r row) string { return r.ID }))
	return &Service{db: db, chance: chance, notices: notices, sealer: sealer, rows: sqldb.NewLookup("addresses", addressTable.Select("WHERE id"), byID)}
}

// Hint names what Find will read.
func (s *Service) Hint(id string) sqldb.Hint { return s.rows.Hint(id) }

// Find is an address of a user, and whether there is one.
func (s *Service) Find(tx sqldb.Command, userID, id string) (Address, bool, error) {
	if s.sealer == nil {
		return Address{}, false, fault.Maintenance
	}
	r, found, err := s.rows.Get(tx, id)
	if err != nil || !found || r.UserID != userID {
		return Address{}, false, err
	}
	a, err := s.open(r)
	return a, err == nil, err
}

// Of lists a user's addresses: the default one, then the newest first.
func (s *Service) Of(tx *sqldb.Tx, userID string) ([]Address, error) {
	if s.sealer == nil {
		return nil, fault.Maintenance
	}
	rows, err := sqldb.Collect(tx, addressTable.Scan, selectOfOne, userID)
	if err != nil {
		return nil, err
	}
	return each.Try(rows, s.open)
}

// refuseSealed refuses what a key is needed for, where a user has an address.
func (s *Service) refuseSealed(tx *sqldb.Tx, userID string) error {
	rows, err := sqldb.Collect(tx, addressTable.Scan, selectOfOne, userID)
	if err == nil && len(rows) > 0 {
		err = fault.Maintenance
	}
	return err
}

// Add keeps another address of a user; the first one is the default. One that the
// user has already is that one.
func (s *Service) Add(ctx context.Context, userID string, f Form) (a Address, err error) {
	err = s.db.Update(ctx, func(tx *sqldb.Tx) error {
		list, err := s.Of(tx, userID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(list, func(one Address) bool { return one.Form == f }); i >= 0 {
			a = list[i]
			return nil
		}
		if len(list) >= perUserMax {
			return ErrTooMany
		}
		r := row{ID: entropy.ID(s.chance, tx.Now()), UserID: userID, IsDefault: len(list) == 0, CreatedAt: tx.Now()}
		a, err = s.write(tx, r, f, noticeAdded)
		return err
	})
	return a, err
}

// write keeps what an address is from now on, and tells its user.
func (s *Service) write(tx sqldb.Command, r row, f Form, kind string) (Address, error) {
	var err error
	if r.Sealed, err = s.sealer.SealValue(f, owner(r.ID)); err != nil {
		return Address{}, err
	}
	r.Since = tx.Now()
	saveRow.Add(tx, r)
	a := r.shown()
	a.Form = f
	return a, s.notices.Send(tx, r.UserID, kind, map[string]string{"readyAt": clock.Text(a.ReadyAt)}, listLink)
}

// Edit replaces an address. Orders keep what they were made with.
func (s *Service) Edit(ctx context.Context, userID, id string, f Form) (a Address, err error) {
	return a, s.change(ctx, userID, id, func(tx *sqldb.Tx, r row) error {
		if a, err = s.open(r); err == nil && a.Form != f {
			a, err = s.write(tx, r, f, noticeChanged)
		}
		return err
	})
}

// Delete forgets an address. Where it was the default, the newest of the others is
// it now.
func (s *Service) Delete(ctx context.Context, userID, id string) error {
	return s.change(ctx, userID, id, func(tx *sqldb.Tx, r row) error {
		if err := tx.Do(deleteOne, id, userID); err != nil || !r.IsDefault {
			return err
		}
		rest, err := sqldb.Collect(tx, addressTable.Scan, selectOfOne, userID)
		if err == nil && len(rest) > 0 {
			err = tx.Do(setDefault, userID, rest[0].ID)
		}
		return err
	})
}

// Erase forgets all addresses of a user.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	return tx.Do(deleteAll, userID)
}

// SetDefault makes an address the default one.
func (s *Service) SetDefault(ctx context.Context, userID, id string) error {
	return s.change(ctx, userID, id, func(tx *sqldb.Tx, _ row) error {
		if err := tx.Do(noDefaults, userID); err != nil {
			return err
		}
		return tx.Do(setDefault, userID, id)
	})
}

// change does something with an address of a user.
func (s *Service) change(ctx context.Context, userID, id string, do func(tx *sqldb.Tx, r row) error) error {
	if s.sealer == nil {
		return fault.Maintenance
	}
	return s.db.Update(ctx, func(tx *sqldb.Tx) error {
		r, found, err := s.rows.Get(tx, id)
		if err == nil && (!found || r.UserID != userID) {
			err = fault.NotFound
		}
		if err != nil {
			return err
		}
		return do(tx, r)
	})
}

// Rotate seals with the present key what former ones sealed, and counts it.
func (s *Service) Rotate(ctx context.Context) (int, error) {
	return s.sealer.Rotate(ctx, s.db, addressTable.Name(), owner)
}
