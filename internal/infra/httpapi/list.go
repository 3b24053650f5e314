package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"etld/internal/base/each"
	"etld/internal/base/fault"
)

const (
	cursorParam     = "cursor"
	cursorSeparator = "\x1f"
	checksumLength  = 4
	// PageSizeMax is the largest page a caller can ask for.
	PageSizeMax = 50
)

// pageSize is how many rows a page has unless the caller says so.
const pageSize = 20

// Page is embedded in the parameters of a call that answers with a List, in the
// query or in a body.
type Page struct {
	Cursor string `query:"cursor" json:"cursor,omitempty" optional:"true" maxLength:"128" doc:"nextCursor of the page before"`
	Size   int    `query:"size" json:"size,omitempty" default:"20" minimum:"1" maximum:"50"`
}

// Check bounds a page that came in a body; one in the query was bounded by its
// tags. A struct that embeds Page and has a Check of its own calls it.
func (p *Page) Check() error {
	if p.Size == 0 {
		p.Size = pageSize
	}
	if p.Size < 1 || p.Size > PageSizeMax {
		return fault.Invalid("size")
	}
	return nil
}

// List is a page of rows, newest first.
type List[T any] struct {
	List       []T    `json:"list" nullable:"false"`
	NextCursor string `json:"nextCursor"`
	HasMore    bool   `json:"hasMore"`
}

// Limit is how many rows to read: one more than the page shows, to know
// whether there are more.
func (p Page) Limit() int { return p.Size + 1 }

// After is the position from which the page continues: as many parts as the
// list's cursors have, or none on the first page. A cursor of another list or
// a changed one is refused.
func (p Page) After(listName string, parts int) ([]string, error) {
	if p.Cursor == "" {
		return nil, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(p.Cursor)
	if err != nil || len(raw) < checksumLength {
		return nil, fault.Invalid(cursorParam)
	}
	content := string(raw[checksumLength:])
	position := strings.Split(content, cursorSeparator)
	if string(raw[:checksumLength]) != checksum(listName, content) || len(position) != parts || slices.ContainsFunc(position, isNoPosition) {
		return nil, fault.Invalid(cursorParam)
	}
	return position, nil
}

// isNoPosition refuses what no list has given out: positions are plain words,
// and PostgreSQL takes no NUL.
func isNoPosition(part string) bool {
	return part == "" || strings.ContainsFunc(part, func(r rune) bool { return r <= ' ' || r > '~' })
}

// NewList cuts the rows read with Limit to the page; position gives the
// cursor's parts for the last row shown.
func NewList[T any](p Page, listName string, rows []T, position func(T) []string) List[T] {
	if len(rows) <= p.Size {
		return List[T]{List: append([]T{}, rows...)}
	}
	rows = rows[:p.Size]
	return Partial(listName, rows, position(rows[p.Size-1])...)
}

// Partial is a page that goes on behind a position, whichever rows it has: a search
// ends where it has looked far enough.
func Partial[T any](listName string, rows []T, position ...string) List[T] {
	content := strings.Join(position, cursorSeparator)
	cursor := base64.RawURLEncoding.EncodeToString([]byte(checksum(listName, content) + content))
	return List[T]{List: rows, NextCursor: cursor, HasMore: true}
}

// Ordered is a list in the order of its rows' ids, which are its cursors: T is what is
// stored, R what is shown of it.
type Ordered[T, R any] struct {
	Name string
	// First is the position before the first row.
	First string
	ID    func(T) string
	// Read yields at most limit rows from behind a position.
	Read func(position string, limit int) ([]T, error)
	// Row shows one of those that are on the page.
	Row func(T) (R, error)
}

// Page is the page of the list that was asked for.
func (o Ordered[T, R]) Page(p Page) (List[R], error) {
	from, err := p.After(o.Name, 1)
	if err != nil {
		return List[R]{}, err
	}
	position := o.First
	if from != nil {
		position = from[0]
	}
	found, err := o.Read(position, p.Limit())
	if err != nil {
		return List[R]{}, err
	}
	return Show(NewList(p, o.Name, found, func(v T) []string { return []string{o.ID(v)} }), o.Row)
}

// Show is a page with what is shown of each of its rows.
func Show[T, R any](page List[T], row func(T) (R, error)) (List[R], error) {
	rows, err := each.Try(page.List, row)
	return List[R]{List: rows, NextCursor: page.NextCursor, HasMore: page.HasMore}, err
}

// All is a list without pages.
func All[T any](rows []T) List[T] { return List[T]{List: append([]T{}, rows...)} }

// checksum tells a damaged or foreign cursor from one of ours. It is no
// secret: a position gives no access, as every query is bound to its user.
func checksum(listName, content string) string {
	sum := sha256.Sum256([]byte(listName + cursorSeparator + content))
	return string(sum[:checksumLength])
}
