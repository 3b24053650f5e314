package notice

import (
	"slices"
	"strings"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// toldAway are the kinds that a person is told of while the app is closed, besides those
// that an open app says at once: what may be somebody else's doing, and what ends soon.
var toldAway = []string{"new_session", "new_session_oldest_ended", "machine_ending"}

func isToldAway(kind string) bool {
	return isNews(kind) || slices.Contains(toldAway, kind) || strings.HasPrefix(kind, topicTerms)
}

// NewestPlace is that of the last event there is.
func (s *Service) NewestPlace(tx *sqldb.Tx) (int64, error) { return headOf(tx) }

// NewsAfter yields the notices behind a place that a person is told of while the app is
// closed, and how far it came. There are more where it came to its limit.
func (s *Service) NewsAfter(tx *sqldb.Tx, place int64, limit int, each func(userID, noticeID, kind string)) (reached int64, more bool, err error) {
	list, err := sqldb.Collect(tx, events.Scan, selectAfter, place, limit)
	reached = place
	for _, e := range list {
		if reached = e.seq; e.isNotice && isToldAway(e.kind) {
			each(e.userID, e.id, e.kind)
		}
	}
	return reached, len(list) == limit, err
}

// WantsAtOnce says that a user has not silenced a kind.
func (s *Service) WantsAtOnce(tx *sqldb.Tx, userID, kind string) (bool, error) {
	off, err := silenced(tx, userID)
	return !off[topicOf(kind)], err
}

// InWords is a notice in a language; without a title where it was read or is not there.
func (s *Service) InWords(tx *sqldb.Tx, userID, noticeID string, language httpapi.Language) (title, text, link string, err error) {
	i, found, err := sqldb.Find(tx, items.Scan, selectOne, userID, noticeID)
	if err != nil || !found || !i.readAt.IsZero() {
		return "", "", "", err
	}
	t := s.catalogue.render(language, i.kind, i.params)
	return t.Title, t.Text, i.link, nil
}
