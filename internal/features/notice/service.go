package notice

import (
	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Service sends notices and serves the inbox.
type Service struct {
	db        *sqldb.DB
	chance    entropy.Source
	ids       entropy.Sequence
	catalogue catalogue
	purging   purging
	live      *live
}

// New loads the texts.
func New(db *sqldb.DB, chance entropy.Source) (*Service, error) {
	c, err := loadCatalogue()
	if err != nil {
		return nil, err
	}
	return &Service{db: db, chance: chance, catalogue: c, live: newLive()}, nil
}

// Send leaves a notice with a user, newer than those sent before. A kind
// without a text, or without a parameter that its text needs, is refused: an
// unreadable notice is worse than a failing test. Every notice is an event too.
func (s *Service) Send(tx sqldb.Command, userID, kind string, params map[string]string, link string) error {
	if err := s.catalogue.check(kind, params); err != nil {
		return err
	}
	id := s.ids.ID(s.chance, tx.Now())
	insertItem.Add(tx, item{id: id, userID: userID, kind: kind, params: params, link: link, createdAt: tx.Now()})
	insertEvent.Add(tx, event{id: id, userID: userID, kind: kind, params: params, link: link, isNotice: true, createdAt: tx.Now()})
	return nil
}

// Unread is how many notices of a user are unread, counted up to 1,000.
func (s *Service) Unread(tx *sqldb.Tx, userID string) (int64, error) {
	return sqldb.Get[int64](tx, countUnread, userID, unreadMax)
}

// NewestUnread is the user's newest notice if it is still unread, with its
// title in a language.
func (s *Service) NewestUnread(tx *sqldb.Tx, userID string, language httpapi.Language) (id, kind, title string, err error) {
	newest, found, err := sqldb.Find(tx, items.Scan, selectPage, userID, entropy.LastID, 1)
	if err != nil || !found || !newest.readAt.IsZero() {
		return "", "", "", err
	}
	return newest.id, newest.kind, s.catalogue.render(language, newest.kind, newest.params).Title, nil
}

const (
	deleteSettings = `DELETE FROM notice_setting WHERE user_id = $1`
	// Notices of new sessions say from where; so do their events, with or without a
	// place.
	ofSessions         = ` AND kind IN ('new_session', 'new_session_oldest_ended')`
	deleteSessionItems = `DELETE FROM notice_item WHERE user_id = $1` + ofSessions
	deleteTold         = `DELETE FROM notice_event WHERE user_id = $1 AND seq > 0` + ofSessions
	deleteWaiting      = `DELETE FROM notice_event WHERE user_id = $1 AND seq = 0` + ofSessions
)

// Erase forgets a user's settings and what notices say of the user's devices.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	for _, statement := range []string{deleteSettings, deleteSessionItems, deleteTold, deleteWaiting} {
		if err := tx.Do(statement, userID); err != nil {
			return err
		}
	}
	return nil
}
