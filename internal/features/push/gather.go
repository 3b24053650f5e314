package push

import (
	"context"
	"time"

	"etld/internal/infra/sqldb"
)

const (
	gatherMax = 500
	// gatherFor lets what belongs together become one message, and leaves out what is read
	// in an open app at once.
	gatherFor = 20 * time.Second
)

// gathered are news for one user: how many, and the last.
type gathered struct {
	count  int64
	latest string
}

// gather notes the next news with the devices that are to be told of them. The cursor
// moves with it, so nothing is counted twice.
func (s *Service) gather(ctx context.Context) (more bool, err error) {
	if s.Sealer == nil {
		return false, nil
	}
	isNewer, err := sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) (bool, error) {
		newest, err := s.Notices.NewestPlace(tx)
		if err != nil {
			return false, err
		}
		place, found, err := cursorOf(tx)
		return !found || newest > place, err
	})
	if err != nil || !isNewer {
		return false, err
	}
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		more, err = s.gatherNext(tx)
		return err
	})
	return more && err == nil, err
}

func (s *Service) gatherNext(tx *sqldb.Tx) (more bool, err error) {
	place, found, err := cursorOf(tx)
	if err != nil {
		return false, err
	}
	if !found {
		// What happened before anybody could be told stays in the inbox.
		newest, err := s.Notices.NewestPlace(tx)
		if err == nil {
			saveCursor.Add(tx, cursor{theCursor, newest})
		}
		return false, err
	}
	type news struct{ userID, noticeID, kind string }
	var list []news
	var users []string
	reached, more, err := s.Notices.NewsAfter(tx, place, gatherMax, func(userID, noticeID, kind string) {
		list, users = append(list, news{userID, noticeID, kind}), append(users, userID)
	})
	if err != nil {
		return false, err
	}
	if err := devicesOf.Load(tx, users); err != nil {
		return false, err
	}
	byUser := make(map[string]gathered)
	for _, one := range list {
		devices, _, err := devicesOf.Get(tx, one.userID)
		if err != nil {
			return false, err
		}
		if len(devices) == 0 {
			continue
		}
		isWanted, err := s.Notices.WantsAtOnce(tx, one.userID, one.kind)
		if err != nil {
			return false, err
		}
		if isWanted {
			byUser[one.userID] = gathered{byUser[one.userID].count + 1, one.noticeID}
		}
	}
	saveCursor.Add(tx, cursor{theCursor, reached})
	return more, noteWaiting(tx, byUser)
}

// noteWaiting adds news to all devices of their users.
func noteWaiting(tx *sqldb.Tx, byUser map[string]gathered) error {
	for userID, news := range byUser {
		devices, _, err := devicesOf.Get(tx, userID)
		if err != nil {
			return err
		}
		for _, d := range devices {
			if err := tx.Do(addWaiting, news.count, news.latest, tx.Now().Add(gatherFor), d.id); err != nil {
				return err
			}
		}
	}
	return nil
}
