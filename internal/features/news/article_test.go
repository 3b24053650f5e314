package news

import (
	"reflect"
	"strings"
	"testing"
)

// What the document says of a category is every one that there is.
func TestTheDocumentNamesEveryCategory(t *testing.T) {
	t.Parallel()
	want := strings.Join(Covers(), ",")
	for _, of := range []any{Row{}, ListIn{}, ArticleRow{}, Draft{}} {
		field, _ := reflect.TypeOf(of).FieldByName("Category")
		if got := field.Tag.Get("enum"); got != want {
			t.Errorf("%T names %q, not %q", of, got, want)
		}
	}
}
