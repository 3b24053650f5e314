package machine

import (
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// Seed fills the catalogue of a new database and opens its first day. On a
// database that was seeded before it changes nothing.
func (s *Service) Seed(tx *sqldb.Tx) error { return s.SeedWith(tx, offer.Catalogue()) }

// SeedWith is Seed with another catalogue.
func (s *Service) SeedWith(tx *sqldb.Tx, catalogue []offer.Listing) error {
	isNew, err := s.payrun.Begin(tx)
	if err != nil || !isNew {
		return err
	}
	s.catalogue.Seed(tx, catalogue)
	return nil
}
