package notice

import (
	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// NewestUnread is the user's newest notice if it is still unread, with its
// title in a language.
func (s *Service) NewestUnread(tx *sqldb.Tx, userID string, language httpapi.Language) (id, kind, title string, err error) {
	newest, found, err := sqldb.Find(tx, items.Scan, selectPage, userID, entropy.LastID, 1)
	if err != nil || !found || !newest.readAt.IsZero() {
		return "", "", "", err
	}
	return newest.id, newest.kind, s.catalogue.render(language, newest.kind, newest.params).Title, nil
}
