package lists

import (
	"encoding/json"
	"fmt"
	"time"
)

// Statement is one that a list can send, for tests that ask engines how they run it.
type Statement struct {
	// Name says what is asked.
	Name, Text string
	Args       []any
	// HasFilter says that a filter narrows it that has an index of its own.
	HasFilter bool
}

// Statements are those of a list: without a filter and with each, in every order and
// direction, of a page in the middle.
func (l List[T]) Statements() (list []Statement, err error) {
	for i := -1; i < len(l.Filters); i++ {
		body, hasFilter := map[string]json.RawMessage{}, false
		if i >= 0 {
			body[l.Filters[i].name] = json.RawMessage(l.Filters[i].sample)
			hasFilter = !l.Filters[i].isCoarse
		}
		for _, o := range l.Orders {
			for _, direction := range []string{ascending, descending} {
				body[fieldSort], body[fieldOrder] = json.RawMessage(fmt.Sprintf("%q", o.Name)), json.RawMessage(fmt.Sprintf("%q", direction))
				raw, err := json.Marshal(body)
				if err != nil {
					return nil, err
				}
				a, err := l.decode(raw, time.Now())
				if err != nil {
					// The order does not go with the filter.
					continue
				}
				text, args := l.page(a, l.middle(o))
				list = append(list, Statement{Name: string(raw), Text: text, Args: args, HasFilter: hasFilter})
			}
		}
	}
	return list, nil
}

func (l List[T]) middle(o Order) []any {
	position := make([]any, len(o.By))
	for i, column := range o.By {
		position[i] = "m"
		if l.Table.IsInteger(column) {
			position[i] = int64(1) << 40
		}
	}
	return position
}
