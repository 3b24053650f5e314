package news

import (
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// BannerRow is a banner as readers see it.
type BannerRow struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Note       string           `json:"note"`
	Target     string           `json:"target" doc:"A path of the app"`
	Cover      string           `json:"cover" doc:"A path of this site"`
	Lang       httpapi.Language `json:"lang" doc:"The language of the text"`
	Translated bool             `json:"translated" doc:"False: not yet translated into the caller's language"`
}

// Banners are those that are shown now, in their order.
func (s *Service) Banners(tx *sqldb.Tx, reader httpapi.Language) ([]BannerRow, error) {
	list, err := banners(tx)
	if err != nil {
		return nil, err
	}
	rows := []BannerRow{}
	for _, b := range list {
		if b.span.stateAt(tx.Now()) == Shown {
			rows = append(rows, rowOfBanner(b, reader))
		}
	}
	return rows, nil
}

func rowOfBanner(b banner, reader httpapi.Language) BannerRow {
	l := shownIn(b.look.Texts.languages(), reader)
	t := b.look.Texts.in(l)
	return BannerRow{ID: b.id, Title: t.Title, Note: t.Note, Target: b.look.Target, Cover: coverPath(b.look.Cover), Lang: l, Translated: l == reader}
}

// BannerLine is a banner as editors see it.
type BannerLine struct {
	ID      string      `json:"id"`
	Version int64       `json:"version"`
	State   BannerState `json:"state"`
	Look
	Span
	// Missing are the languages that it lacks.
	Missing   []httpapi.Language `json:"missing" nullable:"false"`
	UpdatedAt time.Time          `json:"updatedAt"`
}

func lineOf(b banner, now time.Time) BannerLine {
	return BannerLine{ID: b.id, Version: b.version, State: b.span.stateAt(now), Look: b.look, Span: b.span,
		Missing: missingOf(b.look.Texts.languages()), UpdatedAt: b.updatedAt}
}

// BannerPreview is what readers of one language would see of a banner.
type BannerPreview struct {
	Reader httpapi.Language `json:"reader"`
	BannerRow
}

type addBannerIn struct {
	Look
	Span
}

type lookIn struct {
	ID      httpapi.ID `json:"id"`
	Version int64      `json:"version"`
	Look
}

type spanIn struct {
	ID      httpapi.ID `json:"id"`
	Version int64      `json:"version"`
	Span
}

type orderIn struct {
	IDs []httpapi.ID `json:"ids" nullable:"false" doc:"All banners, in the order in which they are to stand"`
}

// Check refuses what is no id, and the same one twice.
func (in orderIn) Check() error {
	for i, id := range in.IDs {
		if slices.Contains(in.IDs[:i], id) {
			return operator.ErrBasisChanged
		}
	}
	return nil
}

// registerBanners adds the editors' calls for banners; one editor decides alone.
func (s *Service) registerBanners(o *operator.Service, editors []operator.Role) {
	list, preview := operator.Route{Path: "banners/list", Roles: editors}, operator.Route{Path: "banners/preview", Roles: editors}
	operator.Few[BannerLine]{Key: "id", KeyOf: func(l BannerLine) string { return l.ID }, Read: func(tx *sqldb.Tx, _ operator.Caller) ([]BannerLine, error) {
		list, err := banners(tx)
		return linesOf(tx, list).List, err
	}}.View(o, list)
	operator.View(o, preview, func(tx *sqldb.Tx, _ operator.Caller, in articleIn) (httpapi.List[BannerPreview], error) {
		b, err := findBanner(tx, string(in.ID))
		if err != nil {
			return httpapi.List[BannerPreview]{}, err
		}
		rows := make([]BannerPreview, len(httpapi.Languages))
		for i, reader := range httpapi.Languages {
			rows[i] = BannerPreview{Reader: reader, BannerRow: rowOfBanner(b, reader)}
		}
		return httpapi.All(rows), nil
	})
	operator.Action(o, operator.Route{Path: "banners/add", Roles: editors}, func(tx *sqldb.Tx, c *operator.Call, in addBannerIn) (BannerLine, error) {
		b, err := s.addBanner(tx, in.Look, in.Span)
		if err != nil {
			return BannerLine{}, err
		}
		c.Note(audit.Note{Subject: b.id, After: lineOf(b, tx.Now())})
		return lineOf(b, tx.Now()), nil
	})
	operator.Action(o, operator.Route{Path: "banners/change", Roles: editors}, func(tx *sqldb.Tx, c *operator.Call, in lookIn) (BannerLine, error) {
		return s.change(tx, c, changeIn{in.ID, in.Version}, func(b *banner) error {
			b.look = in.Look
			return b.look.check()
		})
	})
	operator.Action(o, operator.Route{Path: "banners/schedule", Roles: editors}, func(tx *sqldb.Tx, c *operator.Call, in spanIn) (BannerLine, error) {
		return s.change(tx, c, changeIn{in.ID, in.Version}, func(b *banner) error {
			b.span = in.Span
			return in.Span.checkAt(tx.Now())
		})
	})
	operator.Action(o, operator.Route{Path: "banners/order", Roles: editors}, func(tx *sqldb.Tx, c *operator.Call, in orderIn) (httpapi.List[BannerLine], error) {
		c.Note(audit.Note{After: in})
		list, err := s.orderBanners(tx, in.IDs)
		return linesOf(tx, list), err
	})
	operator.Action(o, operator.Route{Path: "banners/remove", Roles: editors}, func(tx *sqldb.Tx, c *operator.Call, in changeIn) (httpapi.None, error) {
		c.Note(audit.Note{Subject: string(in.ID)})
		b, err := currentBanner(tx, string(in.ID), in.Version)
		if err != nil {
			return httpapi.None{}, err
		}
		c.Note(audit.Note{Subject: b.id, Before: lineOf(b, tx.Now())})
		return httpapi.None{}, tx.Do(deleteBanner, b.id)
	})
}

// change is a change of one banner, with what it was and became in the audit log.
func (s *Service) change(tx *sqldb.Tx, c *operator.Call, in changeIn, change func(*banner) error) (BannerLine, error) {
	c.Note(audit.Note{Subject: string(in.ID)})
	before, after, err := s.changeBanner(tx, string(in.ID), in.Version, change)
	if err != nil {
		return BannerLine{}, err
	}
	c.Note(audit.Note{Subject: after.id, Before: lineOf(before, tx.Now()), After: lineOf(after, tx.Now())})
	return lineOf(after, tx.Now()), nil
}

func linesOf(tx sqldb.Command, list []banner) httpapi.List[BannerLine] {
	return httpapi.All(each.Of(list, func(b banner) BannerLine { return lineOf(b, tx.Now()) }))
}
