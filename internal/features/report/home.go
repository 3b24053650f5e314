package report

import (
	"time"

	"etld/internal/core/operator/emergency"
	"etld/internal/core/price"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Banner is one of the four on the home page; its words are the app's.
type Banner struct {
	ID     string `json:"id" enum:"machines,output,king,trade"`
	Target string `json:"target" doc:"A path of the app"`
}

// HomeNotice points at the newest notice while it is unread.
type HomeNotice struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Title string `json:"title"`
}

// NextDividend is when nodes are paid next.
type NextDividend struct {
	At time.Time `json:"at"`
}

// Home is the front page. P is the row of a product, T what machines put out
// today, N an article's row and B a banner's, in their owners' words.
type Home[P, T, N, B any] struct {
	Banners        []Banner     `json:"banners" nullable:"false"`
	EditorBanners  []B          `json:"editorBanners" nullable:"false" doc:"Those of editors that are shown now, in their order"`
	Popular        []P          `json:"popular" nullable:"false" doc:"Most sold in 30 days first"`
	PopularNeutral bool         `json:"popularNeutral" doc:"Nothing was sold in 30 days, so the order is the catalogue's"`
	Sizes          []string     `json:"sizes" nullable:"false" enum:"small,medium,large"`
	Prices         []price.Row  `json:"prices" nullable:"false"`
	Notice         *HomeNotice  `json:"notice"`
	NextDividend   NextDividend `json:"nextDividend"`
	Today          T            `json:"today"`
	News           []N          `json:"news" nullable:"false" doc:"The first three articles of the list"`
	Incident       *N           `json:"incident" doc:"The incident that goes on: one that is pinned"`
	Alert          *Alert       `json:"alert" doc:"As in /api/open/app"`
	ServerTime     time.Time    `json:"serverTime"`
}

// Nodes knows when dividends are paid.
type Nodes interface {
	NextPayment(now time.Time) time.Time
}

// Machines knows the catalogue and what runs.
type Machines[P, T any] interface {
	Popular(tx *sqldb.Tx, language httpapi.Language) (rows []P, anySold bool, err error)
	Today(tx sqldb.Command, userID string) (T, error)
}

// Notices knows the inbox.
type Notices interface {
	NewestUnread(tx *sqldb.Tx, userID string, language httpapi.Language) (id, kind, title string, err error)
}

// News knows what is published.
type News[N, B any] interface {
	Banners(tx *sqldb.Tx, reader httpapi.Language) ([]B, error)
	Newest(tx *sqldb.Tx, reader httpapi.Language, limit int) ([]N, error)
	Incident(tx *sqldb.Tx, reader httpapi.Language) (*N, error)
}

// Sources are what the home page is put together from.
type Sources[P, T, N, B any] struct {
	Machines Machines[P, T]
	Nodes    Nodes
	Notices  Notices
	News     News[N, B]
	Prices   *price.Service
}

// newsShown is how many articles the front page has.
const newsShown = 3

// RegisterHome adds the home page's call.
func RegisterHome[P, T, N, B any](api *httpapi.API, s Sources[P, T, N, B]) error {
	texts, err := loadAlertTexts()
	if err != nil {
		return err
	}
	httpapi.View(api, httpapi.Op{Path: "/api/main/home", Tag: "report", Summary: "The front page"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Home[P, T, N, B], error) {
			out, err := s.home(tx, c)
			if err != nil {
				return out, err
			}
			stops, err := emergency.Active(tx)
			out.Alert = texts.alertOf(stops, c.Language)
			return out, err
		})
	return nil
}

func (s Sources[P, T, N, B]) home(tx *sqldb.Tx, c httpapi.Caller) (Home[P, T, N, B], error) {
	out := Home[P, T, N, B]{
		Banners:      []Banner{{"machines", "/"}, {"output", "/myMiner"}, {"king", "/chain"}, {"trade", "/trade"}},
		Sizes:        []string{"small", "medium", "large"},
		Prices:       s.Prices.Rows(),
		NextDividend: NextDividend{At: s.Nodes.NextPayment(tx.Now())},
		ServerTime:   tx.Now(),
	}
	popular, anySold, err := s.Machines.Popular(tx, c.Language)
	if err != nil {
		return out, err
	}
	out.Popular, out.PopularNeutral = popular, !anySold
	if out.EditorBanners, err = s.News.Banners(tx, c.Language); err != nil {
		return out, err
	}
	if out.News, err = s.News.Newest(tx, c.Language, newsShown); err != nil {
		return out, err
	}
	if out.Incident, err = s.News.Incident(tx, c.Language); err != nil {
		return out, err
	}
	id, kind, title, err := s.Notices.NewestUnread(tx, c.UserID, c.Language)
	if err != nil {
		return out, err
	}
	if id != "" {
		out.Notice = &HomeNotice{ID: id, Kind: kind, Title: title}
	}
	out.Today, err = s.Machines.Today(tx, c.UserID)
	return out, err
}
