package push

import (
	"embed"
	"strconv"

	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

//go:embed locales/*.json
var localeFiles embed.FS

// words are what messages say besides notices.
type words struct {
	Many string `json:"many"`
	Open string `json:"open"`
}

type texts map[httpapi.Language]words

func loadTexts() (texts, error) { return wording.Load[httpapi.Language, words](localeFiles) }

const (
	inboxLink = "/mine?view=notices"
	// bodyMax keeps a message within the 4,096 bytes that push services take.
	bodyMax = 300
)

// message is what a browser gets to show.
type message struct {
	// To is whom it is for.
	To    string `json:"to"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Link  string `json:"link"`
	// Many is the title while an earlier message is still shown, which it replaces.
	Many      string `json:"many"`
	InboxLink string `json:"inboxLink"`
	// Unread is the figure on the app's icon.
	Unread int64 `json:"unread"`
}

// messageFor tells a device of its waiting news; found is false where all was read.
func (s *Service) messageFor(tx *sqldb.Tx, d device, p preference) (m message, found bool, err error) {
	unread, err := s.Notices.Unread(tx, d.userID)
	if err != nil || unread == 0 {
		return m, false, err
	}
	title, text, link, err := s.Notices.InWords(tx, d.userID, d.latest, d.language)
	if err != nil {
		return m, false, err
	}
	w := s.texts[d.language]
	count := min(d.waiting, unread)
	m = message{To: d.userID, Title: title, Body: wording.Cut(text, bodyMax), Link: link, Many: w.of(unread), InboxLink: inboxLink, Unread: unread}
	isOne := count == 1 && title != ""
	if !isOne {
		m.Title, m.Body, m.Link = w.of(count), title, inboxLink
	}
	if m.Body == "" {
		m.Body = w.Open
	}
	if p.isDiscreet {
		m.Title, m.Body = w.of(count), w.Open
	}
	return m, true, nil
}

// of says how many notices are new.
func (w words) of(count int64) string {
	return httpapi.Fill(w.Many, map[string]string{"count": strconv.FormatInt(count, 10)})
}
