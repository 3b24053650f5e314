package lists

import (
	"maps"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/base/each"
	"etld/internal/infra/httpapi"
)

// Names of the fields that every list's body has, and the two that say how rows are
// ordered.
const (
	fieldCursor = "cursor"
	fieldSize   = "size"
	fieldIDs    = "ids"
	fieldCount  = "count"
	fieldSort   = "sort"
	fieldOrder  = "order"

	ascending  = "asc"
	descending = "desc"
)

// cursorMax bounds a cursor's text.
const cursorMax = 1_000

// Schema describes the body of a list's call.
func (l List[T]) Schema() *huma.Schema {
	sorts := each.Of(l.Orders, func(o Order) string { return o.Name })
	sort, order := enumSchema(sorts), enumSchema([]string{ascending, descending})
	more := map[string]*huma.Schema{fieldSort: &sort, fieldOrder: &order}
	for _, f := range l.Filters {
		more[f.name] = &f.schema
	}
	return schemaOf(l.Key, more)
}

// FewSchema describes the body of a list that is Few.
func FewSchema(key string) *huma.Schema { return schemaOf(key, nil) }

// KeySchema describes the body of a call that shows one row.
func KeySchema(key string) *huma.Schema {
	text := textSchema("")
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Required: []string{key}, Properties: map[string]*huma.Schema{key: &text}}
}

func schemaOf(key string, more map[string]*huma.Schema) *huma.Schema {
	one, most, cursorLength, idsMost := 1.0, float64(httpapi.PageSizeMax), cursorMax, httpapi.PageSizeMax
	fields := map[string]*huma.Schema{
		fieldCursor: {Type: huma.TypeString, MaxLength: &cursorLength, Description: "nextCursor of the page before, in the same order"},
		fieldSize:   {Type: huma.TypeInteger, Minimum: &one, Maximum: &most, Description: "How many rows; 20 unless said"},
		fieldIDs: {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, MaxItems: &idsMost,
			Description: "Only the rows with these values of " + key},
		fieldCount: {Type: huma.TypeBoolean, Description: "Says how many rows fit, up to 1,000"},
	}
	maps.Copy(fields, more)
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: fields}
}

func textSchema(doc string) huma.Schema {
	most := textMax
	return huma.Schema{Type: huma.TypeString, MaxLength: &most, Description: doc}
}

func enumSchema(values []string) huma.Schema {
	schema := huma.Schema{Type: huma.TypeString}
	for _, value := range values {
		schema.Enum = append(schema.Enum, value)
	}
	return schema
}
