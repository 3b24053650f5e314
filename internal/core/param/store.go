package param

import (
	"time"

	"etld/internal/infra/sqldb"
)

// theScope is the one key under which all changes are read.
const theScope = "all"

// Change is a stored change.
type Change struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Value       int64     `json:"-"`
	EffectiveAt time.Time `json:"effectiveAt"`
	CreatedAt   time.Time `json:"createdAt"`
	Actor       string    `json:"actor"`
	Reason      string    `json:"reason"`
}

// before orders changes by the time from which they hold, then as made.
func (c Change) before(other Change) bool {
	if !c.EffectiveAt.Equal(other.EffectiveAt) {
		return c.EffectiveAt.Before(other.EffectiveAt)
	}
	return c.ID < other.ID
}

// changeRow is a change and the scope under which it is read.
type changeRow struct {
	scope string
	Change
}

var (
	changeTable = sqldb.NewTable[changeRow]("param_change", "id, scope, name, value, effective_at, created_at, actor, reason")
	changes     = sqldb.NewLookup("parameter changes", changeTable.Select("WHERE scope"), sqldb.Several(func(row *sqldb.Row) (string, Change, error) {
		r, err := changeTable.Scan(row)
		return r.scope, r.Change, err
	}))
	insertChange = changeTable.Insert()
)

// Hint names what reading any parameter reads, for commands.
func Hint() sqldb.Hint { return changes.Hint(theScope) }

// add stores a change for this transaction and those after it.
func add(tx sqldb.Command, history []Change, c Change) {
	insertChange.Add(tx, changeRow{theScope, c})
	// A new slice, as an undone transaction goes back to the old one.
	changes.Set(tx, theScope, append(append([]Change(nil), history...), c))
}
