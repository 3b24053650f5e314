package notice

import (
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// NewestUnread is the user's newest notice if it is still unread, with its
// title in a language.
func (s *Service) NewestUnread(tx *sqldb.Tx, userID string, language httpapi.Language) (id, kind, title string, err error) {
	items, err := page(tx, userID, beyondAll, 1)
	if err != nil || len(items) == 0 || !items[0].readAt.IsZero() {
		return "", "", "", err
	}
	newest := items[0]
	return newest.id, newest.kind, s.catalogue.render(language, newest.kind, newest.params).Title, nil
}
