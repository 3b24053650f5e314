package picture

import (
	"context"
	"time"

	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// uploadMax is a file of bytesMax in base 64, and room for its words.
const uploadMax = bytesMax/3*4 + 16<<10

var pictureList = lists.List[stored]{Table: pictureTable, Key: "pictureId", Orders: []lists.Order{lists.Newest("createdAt", "created_at", "id")}}

// Row is a picture as operators see it.
type Row struct {
	PictureID string          `json:"pictureId" doc:"What goods and news name"`
	Alt       wording.Wording `json:"alt"`
	Sizes     []Size          `json:"sizes" nullable:"false" doc:"The narrowest first"`
	Bytes     int64           `json:"bytes" doc:"Of all sizes"`
	CreatedAt time.Time       `json:"createdAt"`
}

// UploadIn is a file and what is to be seen on it.
type UploadIn struct {
	Content []byte          `json:"content" doc:"A JPEG, PNG or WebP file of at most 6 MiB, in base 64"`
	Alt     wording.Wording `json:"alt"`
}

// Check refuses words that nobody could read.
func (in UploadIn) Check() error { return in.Alt.Check("alt", altMax) }

// DescribeIn says anew what is to be seen.
type DescribeIn struct {
	PictureID httpapi.ID      `json:"pictureId"`
	Alt       wording.Wording `json:"alt"`
}

// Check refuses what is no id, and words that nobody could read.
func (in DescribeIn) Check() error { return in.Alt.Check("alt", altMax) }

// NameIn names a picture.
type NameIn struct {
	PictureID httpapi.ID `json:"pictureId"`
}

type upload struct {
	made Made
	alt  wording.Wording
}

// RegisterOperator adds the operators' calls.
func (s *Service) RegisterOperator(o *operator.Service) {
	keepers := []operator.Role{operator.Catalogue, operator.Editor}
	readers := append([]operator.Role{operator.Fulfilment, operator.FinanceChecker}, keepers...)
	operator.Rows(o, operator.Route{Path: "pictures/list", Roles: readers}, pictureList,
		func(_ *sqldb.Tx, _ operator.Caller, p stored) (Row, error) { return rowOf(p), nil })
	route := operator.Route{Path: "pictures/upload", Roles: keepers, BodyMax: uploadMax, Turn: s.takeTurn}
	operator.Upload(o, route, func(ctx context.Context, in UploadIn) (upload, error) {
		made, err := Make(ctx, in.Content)
		return upload{made, in.Alt}, err
	}, func(tx *sqldb.Tx, c *operator.Call, u upload) (Row, error) {
		c.Note(audit.Note{Subject: u.made.ID, After: map[string]any{"alt": u.alt}})
		p, err := s.keep(tx, u.made, u.alt)
		return rowOf(p), err
	})
	operator.Action(o, operator.Route{Path: "pictures/describe", Roles: keepers}, s.describe)
	operator.Action(o, operator.Route{Path: "pictures/remove", Roles: keepers}, func(tx *sqldb.Tx, c *operator.Call, in NameIn) (httpapi.None, error) {
		c.Note(audit.Note{Subject: string(in.PictureID)})
		return httpapi.None{}, s.remove(tx, in.PictureID)
	})
}

func (s *Service) describe(tx *sqldb.Tx, c *operator.Call, in DescribeIn) (Row, error) {
	c.Note(audit.Note{Subject: string(in.PictureID)})
	p, err := s.find(tx, in.PictureID)
	if err != nil {
		return Row{}, err
	}
	c.Note(audit.Note{Subject: p.id, Before: p.Alt, After: in.Alt})
	p.Alt = in.Alt
	s.pictures.Put(tx, p)
	return rowOf(p), nil
}

func rowOf(p stored) Row {
	return Row{PictureID: p.id, Alt: p.Alt, Sizes: p.sizes(), Bytes: p.Bytes, CreatedAt: p.CreatedAt}
}
