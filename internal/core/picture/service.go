package picture

import (
	"context"
	"log/slog"
	"slices"
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/base/heap"
	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

const (
	// PathPrefix is where pictures are served.
	PathPrefix = "/pictures/"
	// picturesMax bounds the shelf: some 200 MB of contents.
	picturesMax = 2000
	// decodedAtOnce bounds the memory that files unpack to, and unpackedMax is from
	// when on it is collected.
	decodedAtOnce = 1
	unpackedMax   = 192 << 20
)

// Config is what the service is built from.
type Config struct {
	DB  *sqldb.DB
	Log *slog.Logger
	// Proxies may name the client of whom too many requests are refused.
	Proxies listener.Proxies
}

// Service keeps pictures.
type Service struct {
	Config
	meter    *meter.Meter
	served   *counters
	shelf    shelf
	pictures *sqldb.Keyed[stored]
	turn     chan struct{}
}

// New builds the service.
func New(c Config) *Service {
	return &Service{Config: c, meter: meter.New(servedLimit), served: newCounters(), shelf: shelf{},
		pictures: pictureTable.Keyed("pictures", func(p stored) string { return p.id }, pictureTable.Upsert()), turn: make(chan struct{}, decodedAtOnce)}
}

// productMax bounds the pictures of what is sold.
const productMax = 8

// AreIDs says that texts may name the pictures of what is sold.
func AreIDs(texts []string) bool {
	return len(texts) <= productMax && !slices.ContainsFunc(texts, func(text string) bool { return httpapi.ID(text).Check("") != nil })
}

// Shown are pictures as a page shows them, without those that do not exist.
func (s *Service) Shown(tx sqldb.Command, ids []string, l httpapi.Language) ([]Picture, error) {
	list := []Picture{}
	for _, id := range ids {
		p, found, err := s.pictures.Get(tx, id)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, p.shown(l))
		}
	}
	return list, nil
}

// ShownHints names what Shown reads.
func (s *Service) ShownHints(ids []string) (hints []sqldb.Hint) {
	for _, id := range ids {
		hints = append(hints, s.pictures.Hint(id))
	}
	return hints
}

// Load reads many pictures at once, for Shown to find them.
func (s *Service) Load(tx sqldb.Command, ids []string) error { return s.pictures.Load(tx, ids) }

// takeTurn waits until no other file is being read or decoded, and bounds what this
// one may take.
func (s *Service) takeTurn(ctx context.Context) (leave func(), err error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	free := heap.Bound(unpackedMax)
	return func() {
		free()
		<-s.turn
	}, nil
}

// Keep puts a picture on the shelf, with all its sizes. One that is there keeps its
// date and gets the new words.
func (s *Service) Keep(tx *sqldb.Tx, made Made, alt wording.Wording) error {
	_, err := s.keep(tx, made, alt)
	return err
}

func (s *Service) keep(tx *sqldb.Tx, made Made, alt wording.Wording) (stored, error) {
	if err := alt.Check("alt", altMax); err != nil {
		return stored{}, err
	}
	p, found, err := s.pictures.Get(tx, made.ID)
	if err != nil {
		return stored{}, err
	}
	p.Alt = alt
	if !found {
		var count, bytes int64
		if _, err := tx.QueryOne(sqldb.Dest(&count, &bytes), countPictures); err != nil {
			return stored{}, err
		}
		if count >= picturesMax {
			return stored{}, ErrFull.With("max", strconv.Itoa(picturesMax))
		}
		p.id, p.CreatedAt = made.ID, tx.Now()
		for _, size := range made.Sizes {
			one := storedSize{Width: size.Width, Height: size.Height, Format: format}
			p.Sizes = append(p.Sizes, one)
			p.Bytes += int64(len(size.Content))
			s.shelf.put(tx, nameOf(p.id, one), size.Content)
		}
	}
	s.pictures.Put(tx, p)
	return p, nil
}

// find is a picture that an operator names.
func (s *Service) find(tx sqldb.Command, id httpapi.ID) (stored, error) {
	return fault.Known(s.pictures.Get(tx, string(id)))
}

// remove takes a picture from the shelf, and with it from every page.
func (s *Service) remove(tx *sqldb.Tx, id httpapi.ID) error {
	p, err := s.find(tx, id)
	if err != nil {
		return err
	}
	for _, size := range p.Sizes {
		if err := s.shelf.remove(tx, nameOf(p.id, size)); err != nil {
			return err
		}
	}
	err = tx.Do(deletePicture, p.id)
	s.pictures.Forget(tx, p.id)
	return err
}
