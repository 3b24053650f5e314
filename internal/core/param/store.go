package param

import (
	"time"

	"etld/internal/infra/sqldb"
)

// theScope is the one key under which all changes are read.
const theScope = "all"

// Change is a stored change.
type Change struct {
	ID          string
	Name        string
	Value       int64
	EffectiveAt time.Time
	CreatedAt   time.Time
	Actor       string
	Reason      string
}

// before orders changes by the time from which they hold, then as made.
func (c Change) before(other Change) bool {
	if !c.EffectiveAt.Equal(other.EffectiveAt) {
		return c.EffectiveAt.Before(other.EffectiveAt)
	}
	return c.ID < other.ID
}

const selectChanges = `SELECT scope, id, name, value, effective_at, created_at, actor, reason FROM param_change WHERE scope`

var (
	changes = sqldb.NewLookup("parameter changes", selectChanges,
		sqldb.Several(func(row *sqldb.Row) (scope string, c Change, err error) {
			err = row.Scan(&scope, &c.ID, &c.Name, &c.Value, &c.EffectiveAt, &c.CreatedAt, &c.Actor, &c.Reason)
			return scope, c, err
		}))
	insertChange = sqldb.NewInsert("param_change", sqldb.Text("id"), sqldb.Text("scope"), sqldb.Text("name"), sqldb.Integer("value"),
		sqldb.Integer("effective_at"), sqldb.Integer("created_at"), sqldb.Text("actor"), sqldb.Text("reason"))
)

// Hint names what reading any parameter reads, for commands.
func Hint() sqldb.Hint { return changes.Hint(theScope) }

// add stores a change for this transaction and those after it.
func add(tx *sqldb.Tx, history []Change, c Change) {
	insertChange.Add(tx, c.ID, theScope, c.Name, c.Value, c.EffectiveAt, c.CreatedAt, c.Actor, c.Reason)
	// A new slice, as an undone transaction goes back to the old one.
	changes.Set(tx, theScope, append(append([]Change(nil), history...), c))
}
