package news

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	// bannersMax is how many banners there are at most, shown or not: each front page
	// reads them all.
	bannersMax = 12
	// A banner is read while it is pushed aside.
	bannerTitleMax, bannerNoteMax = 60, 100
	targetMax                     = 200
	// aheadMax is how far ahead a banner is scheduled.
	aheadMax = 366 * 24 * time.Hour
)

// BannerText is a banner in one language.
type BannerText struct {
	Title string `json:"title"`
	Note  string `json:"note"`
}

// BannerTexts are a banner in the languages it has.
type BannerTexts = ByLanguage[BannerText]

// Look is what a banner says and where it leads.
type Look struct {
	Texts  BannerTexts `json:"texts"`
	Target string      `json:"target" doc:"A screen of the app with what it asks for, such as /newsDetails?id=…"`
	Cover  string      `json:"cover,omitempty" doc:"One of the covers; announcement if left out"`
}

// Span is when a banner is shown.
type Span struct {
	From  time.Time `json:"from,omitzero" doc:"At once if left out"`
	Until time.Time `json:"until,omitzero" doc:"Until it is removed if left out"`
}

// screens are those of the app that a banner may lead to.
var screens = []string{"/products", "/productsDetails", "/goods", "/myMiner", "/chain", "/chainDetails", "/dividendPool", "/finance", "/swap", "/lang", "/news",
	"/newsDetails", "/order", "/share", "/trade", "/wallet", "/mine", "/team", "/withdraw", "/withdrawRecord", "/balanceDetail", "/transaction"}

// targetForm is a path of the app with what its screen asks for.
var targetForm = regexp.MustCompile(`^(/[A-Za-z]+)(\?[A-Za-z0-9=&_-]+)?$`)

// leadsInside says that a target is a screen of the app.
func leadsInside(target string) bool {
	parts := targetForm.FindStringSubmatch(target)
	return parts != nil && len(target) <= targetMax && slices.Contains(screens, parts[1])
}

// check refuses what could not be read, shown or followed, and a host or an address: one
// editor decides about banners alone.
func (l *Look) check() error {
	if l.Cover == "" {
		l.Cover = string(Announcement)
	}
	switch {
	case len(l.Texts.languages()) == 0:
		return fault.Invalid("texts")
	case !slices.Contains(Covers(), l.Cover):
		return fault.Invalid("cover")
	case !leadsInside(l.Target):
		return fault.Invalid("target")
	}
	for _, language := range l.Texts.languages() {
		t := l.Texts.in(language)
		t.Title, t.Note = strings.TrimSpace(t.Title), strings.TrimSpace(t.Note)
		if !isSeen(t.Title, bannerTitleMax, "") || namesOutside(t.Title) {
			return fault.Invalid("texts." + string(language) + ".title")
		}
		if !isSeen(t.Note, bannerNoteMax, "") || namesOutside(t.Note) {
			return fault.Invalid("texts." + string(language) + ".note")
		}
	}
	if l.Texts.Chinese == nil && l.Texts.English == nil {
		return ErrNoFallback
	}
	return nil
}

// checkAt refuses what is over before it begins, or lies too far ahead.
func (s Span) checkAt(now time.Time) error {
	if s.From.After(now.Add(aheadMax)) {
		return fault.Invalid("from")
	}
	if !s.Until.IsZero() && (!s.Until.After(now) || !s.Until.After(s.From) || s.Until.After(now.Add(aheadMax))) {
		return fault.Invalid("until")
	}
	return nil
}

// BannerState says whether readers see a banner.
type BannerState string

// The states, which follow from the time alone.
const (
	Scheduled BannerState = "scheduled"
	Shown     BannerState = "shown"
	Over      BannerState = "over"
)

func (BannerState) Values() []string { return each.Texts(Scheduled, Shown, Over) }

// stateAt is whether a banner is seen at a time.
func (s Span) stateAt(now time.Time) BannerState {
	switch {
	case now.Before(s.From):
		return Scheduled
	case !s.Until.IsZero() && !now.Before(s.Until):
		return Over
	}
	return Shown
}

// addBanner puts a banner behind the others.
func (s *Service) addBanner(tx *sqldb.Tx, l Look, span Span) (banner, error) {
	if err := l.check(); err != nil {
		return banner{}, err
	}
	if err := span.checkAt(tx.Now()); err != nil {
		return banner{}, err
	}
	list, err := banners(tx)
	if err != nil {
		return banner{}, err
	}
	if len(list) >= bannersMax {
		return banner{}, ErrBanners.With("max", fmt.Sprint(bannersMax))
	}
	b := banner{id: s.ids.ID(s.chance, tx.Now()), version: 1, look: l, span: span, updatedAt: tx.Now(), createdAt: tx.Now()}
	if len(list) > 0 {
		b.position = list[len(list)-1].position + 1
	}
	saveBanner.Add(tx, b)
	return b, nil
}

// changeBanner does something to a banner that nobody changed since it was seen.
func (s *Service) changeBanner(tx *sqldb.Tx, id string, version int64, change func(*banner) error) (before, after banner, err error) {
	if before, err = currentBanner(tx, id, version); err != nil {
		return before, after, err
	}
	after = before
	if err := change(&after); err != nil {
		return before, after, err
	}
	after.version++
	after.updatedAt = tx.Now()
	saveBanner.Add(tx, after)
	return before, after, nil
}

// orderBanners gives the banners an order. It refuses a list that is not of exactly
// those that there are.
func (s *Service) orderBanners(tx *sqldb.Tx, ids []httpapi.ID) ([]banner, error) {
	list, err := banners(tx)
	if err != nil {
		return nil, err
	}
	place := func(b banner) int { return slices.Index(ids, httpapi.ID(b.id)) }
	if len(ids) != len(list) || slices.ContainsFunc(list, func(b banner) bool { return place(b) < 0 }) {
		return nil, operator.ErrBasisChanged
	}
	slices.SortFunc(list, func(a, b banner) int { return place(a) - place(b) })
	for i := range list {
		list[i].position = int64(i)
		saveBanner.Add(tx, list[i])
	}
	return list, nil
}

// currentBanner is a banner that nobody changed since it was seen.
func currentBanner(tx *sqldb.Tx, id string, version int64) (banner, error) {
	b, err := findBanner(tx, id)
	if err == nil && b.version != version {
		err = operator.ErrBasisChanged
	}
	return b, err
}
