package transparency

import (
	"time"

	"etld/internal/infra/sqldb"
)

// lineRow is a line as it is stored: the text that is hashed, and what finds it.
type lineRow struct {
	number int64
	at     time.Time
	text   string
	hash   string
	// opensDay says that it is the first of its platform day.
	opensDay bool
}

var (
	lineTable      = sqldb.NewTable[lineRow]("transparency_line", "number, at, text, hash, opens_day")
	insertLine     = lineTable.Insert()
	selectNewest   = lineTable.Select("ORDER BY number DESC LIMIT 1")
	selectBefore   = lineTable.Select("WHERE at < $1 ORDER BY at DESC LIMIT 1")
	selectOpenings = lineTable.Select("WHERE opens_day = 1 ORDER BY number DESC LIMIT $1")
	selectFrom     = lineTable.Select("WHERE number >= $1 ORDER BY number LIMIT $2")
)
