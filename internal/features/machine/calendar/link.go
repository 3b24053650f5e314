package calendar

import (
	"context"
	"encoding/base64"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// PagePath is where calendar programs read a user's coming events, by the key in the query:
// queries stand in no log.
const PagePath = "/calendar/"

const (
	fileName   = "etld.ics"
	tokenBytes = 32

	noticeLinkMade = "calendar_link_made"
	linkPlace      = "/myMiner?view=calendar"
)

// link is how calendar programs read one user's coming events.
type link struct {
	userID, tokenHash string
	withAmounts       bool
	language          httpapi.Language
	createdAt         time.Time
}

var (
	linkTable    = sqldb.NewTable[link]("machine_calendar_link", "id = userID, token_hash, with_amounts, language, created_at")
	saveLink     = linkTable.Upsert()
	selectLink   = linkTable.Select("WHERE id = $1")
	selectByHash = linkTable.Select("WHERE token_hash = $1")
)

const deleteLink = `DELETE FROM machine_calendar_link WHERE id = $1`

// LinkState is whether there is a link; the link itself was shown once.
type LinkState struct {
	CreatedAt   *time.Time `json:"createdAt" doc:"Null where there is none"`
	WithAmounts bool       `json:"withAmounts"`
}

// MakeLinkIn asks for a new link.
type MakeLinkIn struct {
	WithAmounts bool `query:"withAmounts" optional:"true" doc:"Events say amounts; without it they say only what happens"`
}

// MadeLink is a new link.
type MadeLink struct {
	LinkState
	URL string `json:"url" doc:"Shown this once. Without the app's origin where that is not set; whoever has it reads the calendar"`
}

func (s *Service) registerLink(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/miner/calendarLink", Tag: "machine", Personal: "calendarLink",
		Summary: "Whether calendar programs may read the caller's coming events"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (LinkState, error) { return stateOf(tx, c.UserID) })
	httpapi.Action(api, httpapi.Op{Path: "/api/miner/makeCalendarLink", Tag: "machine",
		Summary: "A new secret link for calendar programs; the one before ends"}, s.makeLink)
	httpapi.Action(api, httpapi.Op{Path: "/api/miner/endCalendarLink", Tag: "machine", Summary: "End the link: whoever has it reads nothing from now on"},
		func(ctx context.Context, c httpapi.Caller, _ httpapi.None) (out LinkState, err error) {
			err = s.DB.Update(ctx, func(tx *sqldb.Tx) error { return s.Erase(tx, c.UserID) })
			return out, err
		})
}

func stateOf(tx *sqldb.Tx, userID string) (out LinkState, err error) {
	l, found, err := sqldb.Find(tx, linkTable.Scan, selectLink, userID)
	if found {
		out = LinkState{CreatedAt: &l.createdAt, WithAmounts: l.withAmounts}
	}
	return out, err
}

func (s *Service) makeLink(ctx context.Context, c httpapi.Caller, in MakeLinkIn) (out MadeLink, err error) {
	token := base64.RawURLEncoding.EncodeToString(entropy.Bytes(s.Chance, tokenBytes))
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		saveLink.Add(tx, link{userID: c.UserID, tokenHash: httpapi.HashToken(token), withAmounts: in.WithAmounts, language: c.Language, createdAt: tx.Now()})
		if out.LinkState, err = stateOf(tx, c.UserID); err != nil {
			return err
		}
		// Somebody else may have made it, and ending that one's session ends no link.
		return s.Notices.Send(tx, c.UserID, noticeLinkMade, nil, linkPlace)
	})
	out.URL = s.Origin + PagePath + fileName + "?key=" + token
	return out, err
}

// Erase ends a user's link.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(deleteLink, userID)
	return err
}
