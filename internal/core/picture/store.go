package picture

import (
	"encoding/base64"
	"fmt"
	"time"

	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// stored is a picture and the sizes that were made of it.
type stored struct {
	id        string
	Sizes     []storedSize
	CreatedAt time.Time
	// Alt says what is to be seen.
	Alt wording.Wording
	// Bytes are those of all sizes.
	Bytes int64
}

// storedSize is one size; Format is the ending of its file's name.
type storedSize struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Format string `json:"format"`
}

// content is what a size consists of, in base 64.
type content struct {
	name  string
	Coded string
}

var (
	pictureTable = sqldb.NewTable[stored]("picture_picture", "id, sizes, created_at, alt, bytes")
	contentTable = sqldb.NewTable[content]("picture_content", "name, coded")

	saveContent = contentTable.Upsert()

	selectPage    = pictureTable.Select("WHERE id > $1 ORDER BY id LIMIT $2")
	selectContent = contentTable.Select("WHERE name = $1")
)

const (
	countPictures = `SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM picture_picture`
	deletePicture = `DELETE FROM picture_picture WHERE id = $1`
	deleteContent = `DELETE FROM picture_content WHERE name = $1`
)

// shelf is where the bytes of sizes are kept, by their names.
type shelf struct{}

func (shelf) put(tx sqldb.Command, name string, bytes []byte) {
	saveContent.Add(tx, content{name: name, Coded: base64.StdEncoding.EncodeToString(bytes)})
}

func (shelf) get(tx *sqldb.Tx, name string) ([]byte, bool, error) {
	one, found, err := sqldb.Find(tx, contentTable.Scan, selectContent, name)
	if err != nil || !found {
		return nil, false, err
	}
	bytes, err := base64.StdEncoding.DecodeString(one.Coded)
	return bytes, err == nil, err
}

func (shelf) remove(tx *sqldb.Tx, name string) error {
	return tx.Do(deleteContent, name)
}

// nameOf is the name of a size's file.
func nameOf(id string, s storedSize) string { return fmt.Sprintf("%s-%d.%s", id, s.Width, s.Format) }

// shown is a picture for readers of a language.
func (p stored) shown(l httpapi.Language) Picture {
	return Picture{ID: p.id, Sizes: p.sizes(), Alt: p.Alt.Texts()[string(l)]}
}

func (p stored) sizes() []Size {
	list := []Size{}
	for _, size := range p.Sizes {
		list = append(list, Size{Width: size.Width, Height: size.Height, URL: PathPrefix + nameOf(p.id, size)})
	}
	return list
}
