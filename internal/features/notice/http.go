package notice

import (
	"context"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag      = "notice"
	listName = "notices"
)

// Notice is a notice in the caller's language.
type Notice struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	Link      string    `json:"link" doc:"A path of the app"`
	CreatedAt time.Time `json:"createdAt"`
	Read      bool      `json:"read"`
}

// ReadIn names one notice or all.
type ReadIn struct {
	ID  httpapi.ID `query:"id" optional:"true" doc:"One notice"`
	All bool       `query:"all" optional:"true" doc:"Every notice"`
}

// Check wants exactly one of the two.
func (in ReadIn) Check() error {
	if (in.ID == "") == !in.All {
		return fault.Invalid("id")
	}
	return nil
}

// ReadOut is what remains unread.
type ReadOut struct {
	Unread int64 `json:"unread"`
}

// Register adds the inbox's calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/user/notices", Tag: tag, Personal: "notices", Summary: "The caller's notices, newest first"}, s.list)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/readNotice", Tag: tag, Summary: "Mark one notice or all as read",
		Faults: []fault.Fault{fault.NotFound}}, s.read)
	httpapi.View(api, httpapi.Op{Path: "/api/user/noticeSettings", Tag: tag, Personal: "noticeSettings",
		Summary: "Which notices open apps show at once"}, s.settings)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/setNoticeSettings", Tag: tag, Summary: "Show notices of a kind at once, or only in the inbox"}, s.set)
	httpapi.Stream(api, httpapi.Op{Path: "/api/user/events", Tag: tag,
		Summary: "What happens to the caller, as server-sent events from now on, or from an event on"}, s.openFeed)
}

func (s *Service) list(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[Notice], error) {
	return httpapi.Ordered[item, Notice]{Name: listName, First: entropy.LastID, ID: func(i item) string { return i.id },
		Read: func(before string, limit int) ([]item, error) {
			return sqldb.Collect(tx, items.Scan, selectPage, c.UserID, before, limit)
		},
		Row: func(i item) (Notice, error) {
			t := s.catalogue.render(c.Language, i.kind, i.params)
			return Notice{ID: i.id, Kind: i.kind, Title: t.Title, Text: t.Text, Link: i.link, CreatedAt: i.createdAt, Read: !i.readAt.IsZero()}, nil
		}}.Page(in)
}

func (s *Service) read(ctx context.Context, c httpapi.Caller, in ReadIn) (out ReadOut, err error) {
	err = s.db.Update(ctx, func(tx *sqldb.Tx) error {
		var marked int64
		if in.All {
			marked, err = tx.Exec(markAll, tx.Now(), c.UserID)
		} else if marked, err = tx.Exec(markOne, tx.Now(), c.UserID, in.ID); err == nil && marked == 0 {
			err = fault.NotFound
		}
		if err == nil && marked > 0 {
			err = s.Tell(tx, c.UserID, noticesRead, map[string]string{})
		}
		if err != nil {
			return err
		}
		out.Unread, err = s.Unread(tx, c.UserID)
		return err
	})
	return out, err
}
