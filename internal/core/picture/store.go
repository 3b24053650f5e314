package picture

import (
	"time"

	"etld/internal/infra/sqldb"
)

// stored is a picture and the sizes that were made of it.
type stored struct {
	id        string
	Sizes     []storedSize
	CreatedAt time.Time
}

// storedSize is one size; Format is the ending of its file's name.
type storedSize struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Format string `json:"format"`
}

var pictureTable = sqldb.NewTable("picture_picture", func(c *sqldb.Columns, p *stored) {
	c.Add("id", &p.id)
	c.Add("sizes", sqldb.JSON(&p.Sizes))
	c.Add("created_at", &p.CreatedAt)
})
