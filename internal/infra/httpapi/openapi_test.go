package httpapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/schemas"
	"etld/internal/infra/sqldb/dbtest"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	raw, err := w.api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := w.api.OpenAPI(); string(again) != string(raw) {
		t.Error("the document changes from one rendering to the next")
	}
	var document struct {
		OpenAPI string `json:"openapi"`
		Paths   map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Idempotent  bool   `json:"x-idempotent"`
			Parameters  []struct {
				Ref      string         `json:"$ref"`
				Name     string         `json:"name"`
				Required bool           `json:"required"`
				Schema   map[string]any `json:"schema"`
			} `json:"parameters"`
			Security []map[string][]string `json:"security"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]any `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	add := document.Paths["/api/test/add"]["post"]
	if document.OpenAPI != "3.1.0" || add.OperationID != "testAdd" || !add.Idempotent || len(add.Security) != 1 || len(add.Parameters) != 4 {
		t.Errorf("the command is described as %+v", add)
	}
	for i, p := range add.Parameters {
		if i == 3 {
			if p.Ref != "#/components/parameters/lan" {
				t.Errorf("the language is described as %+v", p)
			}
			continue
		}
		if p.Required != (p.Name != "mode") || p.Schema["type"] != "string" {
			t.Errorf("parameter %+v", p)
		}
	}
	if total := document.Components.Schemas["AddOut"].Properties["total"]; total["type"] != "string" || !strings.HasPrefix(total["pattern"].(string), `^-?\d`) {
		t.Errorf("an amount is described as %v", total)
	}
	if len(document.Paths["/api/test/language"]["post"].Security) != 0 {
		t.Error("a public call wants a token")
	}
	if strings.Contains(string(raw), `"type": "number"`) {
		t.Error("the document has a floating type")
	}
}

func TestNilPointersAreDocumentedAsNull(t *testing.T) {
	t.Parallel()
	type inner struct {
		Name string `json:"name"`
	}
	type outer struct {
		Amount  *money.Amount `json:"amount"`
		Sure    money.Amount  `json:"sure"`
		At      *time.Time    `json:"at"`
		Text    *string       `json:"text"`
		Inner   *inner        `json:"inner"`
		Left    *money.Amount `json:"left,omitempty"`
		Present inner         `json:"present"`
	}
	registry := newOpenAPI(About{}).Components.Schemas
	registry.Schema(reflect.TypeFor[outer](), true, "")
	schemas.TellNulls(registry)
	// A second rendering changes nothing.
	schemas.TellNulls(registry)
	name := strings.TrimPrefix(registry.Schema(reflect.TypeFor[outer](), true, "").Ref, schemas.Prefix)
	raw, err := json.Marshal(registry.Map()[name])
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Properties map[string]map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	for field, null := range map[string]bool{"amount": true, "sure": false, "at": true, "text": true, "inner": true, "left": false, "present": false} {
		property, err := json.Marshal(got.Properties[field])
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(property), `"null"`) != map[bool]int{true: 1}[null] {
			t.Errorf("%s: %s, null %v", field, property, null)
		}
	}
}
