package operator

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// form is the schema of an object.
type form struct {
	Required   []string
	Properties map[string]json.RawMessage
}

// Every call is described, with the types it really has.
func TestOpenAPIDescribesEveryCall(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	text, err := w.service.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
						form
					}
				}
			}
			Roles    []string `json:"x-roles"`
			Kind     string   `json:"x-kind"`
			Checkers []string `json:"x-checkers"`
			Security []map[string][]string
		}
		Components struct {
			Schemas map[string]form
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for _, path := range w.service.api.Paths() {
		if document.Paths[path]["post"].RequestBody.Content == nil {
			t.Errorf("%s is not described", path)
		}
	}
	if len(document.Paths) != len(w.service.api.Paths()) {
		t.Errorf("%d paths are described, there are %d calls", len(document.Paths), len(w.service.api.Paths()))
	}
	bodyOf := func(path string) (required, fields []string) {
		t.Helper()
		schema := document.Paths[PathPrefix+path]["post"].RequestBody.Content["application/json"].Schema
		if schema.Ref != "" {
			schema.form = document.Components.Schemas[strings.TrimPrefix(schema.Ref, "#/components/schemas/")]
		}
		return schema.Required, slices.Sorted(maps.Keys(schema.Properties))
	}
	for path, want := range map[string][2]string{
		"audit/list":   {"", "about action count cursor from ids order outcome size sort staffId subject to"},
		"signin":       {"address signature signedAt", "address code signature signedAt"},
		"roles/change": {"payload reason", "payload reason"},
		"audit/verify": {"", ""},
	} {
		required, fields := bodyOf(path)
		slices.Sort(required)
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "$schema" })
		if strings.Join(required, " ") != want[0] || strings.Join(fields, " ") != want[1] {
			t.Errorf("%s: needs %v of %v, want %v", path, required, fields, want)
		}
	}
	change := document.Paths[PathPrefix+"roles/change"]["post"]
	if change.Kind != kindRoles || !slices.Equal(change.Roles, []string{"administrator"}) || !slices.Equal(change.Checkers, []string{"administrator"}) {
		t.Errorf("roles/change: %+v", change)
	}
	if payload := document.Components.Schemas["OperatorRoleChange"]; !slices.Contains(payload.Required, "address") || slices.Contains(payload.Required, "resetTotp") {
		t.Errorf("the payload of roles/change needs %v", payload.Required)
	}
	for path, open := range map[string]bool{"hello": true, "signin": true, "signin/enrol": true, "me": false, "signout": false, "proposals/list": false} {
		if got := len(document.Paths[PathPrefix+path]["post"].Security) == 0; got != open {
			t.Errorf("%s: open %v", path, got)
		}
	}
}

// The document says that lists are never null, also where there is nothing to list.
func TestListsAreNeverNull(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	type bare struct {
		About string `json:"about"`
	}
	Handle(w.service, Kind[bare]{Name: "bare", Makers: []Role{FinanceMaker}, Checkers: []Role{FinanceChecker},
		Describe: func(_ *sqldb.Tx, b bare) (Description, error) {
			return Description{Subject: b.About, Approvals: 1}, nil
		},
		Execute: func(*sqldb.Tx, bare, Decision) error { return nil }})
	maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
	first, second := maker.proposeKind("bare", bare{"one"}), maker.proposeKind("bare", bare{"two"})
	answers := map[string]reply{
		"propose": first, "list": checker.call("proposals/list", httpapi.None{}), "me": maker.call("me", httpapi.None{}),
		"approve": checker.approve(data[Proposal](w, first)),
		"reject":  checker.call("proposals/reject", rejection(data[Proposal](w, second), "no need")),
		"verify":  w.staff(4, Auditor).call("audit/verify", httpapi.None{}),
		"staff":   w.staff(5, Administrator).call("staff/list", httpapi.None{}),
	}
	for what, got := range answers {
		if got.Code != 200 || strings.Contains(got.body, ":null") {
			t.Errorf("%s: %s", what, got.body)
		}
	}
	if !strings.Contains(first.body, `"diff":[]`) || !strings.Contains(first.body, `"approvals":[]`) {
		t.Errorf("a new proposal: %s", first.body)
	}
}
