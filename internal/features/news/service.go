package news

import (
	"fmt"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/picture"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// revisionsMax bounds an article's revisions.
const revisionsMax = 500

// Service is the capability.
type Service struct {
	chance   entropy.Source
	ids      entropy.Sequence
	printer  *printer
	pictures *picture.Service
}

// New builds the service.
func New(chance entropy.Source, pictures *picture.Service) *Service {
	return &Service{chance: chance, printer: newPrinter(), pictures: pictures}
}

// Draft is what an editor saves. Without an ID it is a new article; with one,
// Version is what the editor saw of it.
type Draft struct {
	ID       string   `json:"id,omitempty"`
	Version  int64    `json:"version,omitempty"`
	Category Category `json:"category"`
	Cover    string   `json:"cover,omitempty" doc:"One of the covers, or a picture's id; the category's cover if left out"`
	Texts    Texts    `json:"texts"`
}

// Check refuses what is of no kind; the texts are checked when they are saved.
func (d *Draft) Check() error {
	if d.Cover == "" {
		d.Cover = string(d.Category)
	}
	if d.ID != "" {
		if err := httpapi.ID(d.ID).Check("id"); err != nil {
			return err
		}
	}
	return httpapi.ID(d.Cover).Check("cover")
}

// save keeps a draft as the article's next revision, in place of an earlier draft.
func (s *Service) save(tx *sqldb.Tx, d Draft, author string) (article, error) {
	if len(d.Texts.languages()) == 0 {
		return article{}, fault.Invalid("texts")
	}
	if err := s.printer.checkAll(d.Texts); err != nil {
		return article{}, err
	}
	image, err := s.imageOf(tx, d.Cover, httpapi.Chinese)
	if err == nil && image == nil && !isDrawn(d.Cover) {
		err = fault.Invalid("cover")
	}
	if err != nil {
		return article{}, err
	}
	a := article{id: s.ids.ID(s.chance, tx.Now()), category: d.Category, cover: d.Cover, createdAt: tx.Now()}
	if d.ID != "" {
		if a, err = current(tx, d.ID, d.Version); err != nil {
			return article{}, err
		}
	}
	if a.revision >= revisionsMax {
		return article{}, ErrRevisions.With("max", fmt.Sprint(revisionsMax))
	}
	a.version++
	a.hasDraft, a.updatedAt = true, tx.Now()
	if a.revision == 0 {
		a.category, a.cover = d.Category, d.Cover
	}
	saveArticle.Add(tx, a)
	saveRevision.Add(tx, revision{id: revisionKey(a.id, a.revision+1), articleID: a.id, number: a.revision + 1, category: d.Category, cover: d.Cover,
		texts: d.Texts, author: author, savedAt: tx.Now()})
	return a, nil
}

// current is an article that nobody changed since it was seen.
func current(tx *sqldb.Tx, id string, version int64) (article, error) {
	a, err := find(tx, id)
	if err == nil && a.version != version {
		err = operator.ErrBasisChanged
	}
	return a, err
}

// draftOf is what would be published of an article, and what is. It refuses an
// article without a draft, and a draft that some reader could not be shown.
func draftOf(tx *sqldb.Tx, id string, version int64) (a article, draft, before revision, err error) {
	if a, err = current(tx, id, version); err != nil {
		return a, draft, before, err
	}
	if !a.hasDraft {
		return a, draft, before, operator.ErrNothing
	}
	if draft, err = findRevision(tx, id, a.revision+1); err != nil {
		return a, draft, before, err
	}
	if draft.texts.Chinese == nil && draft.texts.English == nil {
		return a, draft, before, ErrNoFallback
	}
	if a.revision > 0 {
		before, err = findRevision(tx, id, a.revision)
	}
	return a, draft, before, err
}

// publish makes the draft what readers see.
func (s *Service) publish(tx *sqldb.Tx, id string, version int64) error {
	a, draft, _, err := draftOf(tx, id, version)
	if err != nil {
		return err
	}
	if a.revision == 0 {
		a.publishedAt = tx.Now()
	}
	had := a.languages
	a.version++
	a.revision, a.hasDraft, a.category, a.cover, a.updatedAt = draft.number, false, draft.category, draft.cover, tx.Now()
	a.languages = draft.texts.languages()
	a.position = positionOf(a.isPinned, a.publishedAt, a.id)
	for _, l := range had {
		if draft.texts.in(l) == nil {
			if err := tx.Do(deleteText, textKey(a.id, l)); err != nil {
				return err
			}
		}
	}
	for _, l := range a.languages {
		saveText.Add(tx, published{id: textKey(a.id, l), Text: *draft.texts.in(l)})
	}
	draft.publishedAt = tx.Now()
	saveRevision.Add(tx, draft)
	saveArticle.Add(tx, a)
	return nil
}

// pin puts an article before the others, or back among them.
func (s *Service) pin(tx *sqldb.Tx, id string, version int64, isPinned bool) (article, error) {
	a, err := current(tx, id, version)
	if err != nil {
		return a, err
	}
	if a.isPinned == isPinned {
		return a, operator.ErrNothing
	}
	a.isPinned = isPinned
	a.version++
	if a.revision > 0 {
		a.position = positionOf(isPinned, a.publishedAt, a.id)
	}
	saveArticle.Add(tx, a)
	return a, nil
}

// Seed publishes articles in an empty world.
func (s *Service) Seed(tx *sqldb.Tx, list []Draft, author string) error {
	some, err := sqldb.Collect(tx, articleTable.Scan, selectAll, entropy.LastID, 1)
	if err != nil || len(some) > 0 {
		return err
	}
	for _, d := range list {
		if err := d.Check(); err != nil {
			return err
		}
		a, err := s.save(tx, d, author)
		if err != nil {
			return fmt.Errorf("%+v: %w", d, err)
		}
		if err := s.publish(tx, a.id, a.version); err != nil {
			return err
		}
	}
	return nil
}
