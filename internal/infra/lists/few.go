package lists

import (
	"encoding/json"
	"slices"
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
)

// fewName is of the cursors of lists that are Few.
const fewName = "few"

// Few is a page of rows that are few and made for the call; their order is theirs. A
// cursor is where they stand.
func Few[R any](body []byte, rows []R, keyOf func(R) string) (Page[R], error) {
	var a asked
	fields, err := a.decode(body)
	if err != nil {
		return Page[R]{}, err
	}
	for name := range fields {
		return Page[R]{}, fault.Invalid(name)
	}
	if a.hasIDs {
		rows = slices.DeleteFunc(rows, func(r R) bool { return !slices.Contains(a.ids, keyOf(r)) })
	}
	from, err := a.After(fewName, 1)
	if err != nil {
		return Page[R]{}, err
	}
	at := 0
	if from != nil {
		if at, err = strconv.Atoi(from[0]); err != nil || at < 0 {
			return Page[R]{}, fault.Invalid(fieldCursor)
		}
	}
	rest := rows[min(at, len(rows)):]
	next := strconv.Itoa(at + a.Size)
	out := Page[R]{List: httpapi.NewList(a.Page, fewName, rest[:min(len(rest), a.Limit())], func(R) []string { return []string{next} })}
	if a.count {
		out.Count = &Count{Rows: int64(len(rows))}
	}
	return out, nil
}

// decode takes the fields that every list has out of a body, and gives the others.
func (a *asked) decode(body []byte) (rest map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(body, &rest); err != nil {
		return nil, fault.Invalid("body")
	}
	for name, into := range map[string]any{fieldCursor: &a.Cursor, fieldSize: &a.Size, fieldIDs: &a.ids, fieldCount: &a.count} {
		if raw, given := rest[name]; given {
			if err := json.Unmarshal(raw, into); err != nil {
				return nil, fault.Invalid(name)
			}
			delete(rest, name)
		}
	}
	a.hasIDs = a.ids != nil
	if len(a.ids) > httpapi.PageSizeMax {
		return nil, fault.Invalid(fieldIDs)
	}
	if a.hasIDs && a.Size == 0 {
		a.Size = httpapi.PageSizeMax
	}
	return rest, a.Check()
}
