package user_test

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Users get their names, all of them at once; who is nobody or not known gets none.
func TestName(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		var ann user.Person
		err := db.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
			ann, err = user.Create(tx, entropy.System(), user.New{Address: "0x1234000000000000000000000000000000abcdef"})
			return err
		})
		rows := []user.Who{{UserID: ann.ID}, {}, {UserID: "nobody"}, {UserID: ann.ID}}
		if err == nil {
			err = db.View(t.Context(), func(tx *sqldb.Tx) error {
				return user.NameEach(tx, rows)
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		masked := user.Mask(ann.Address)
		if want := []user.Who{{ann.ID, masked}, {}, {UserID: "nobody"}, {ann.ID, masked}}; !slices.Equal(rows, want) {
			t.Errorf("they are called %v, want %v", rows, want)
		}
	})
}

// schema is what the operators' document says of an answer.
type schema struct {
	Ref        string             `json:"$ref"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	OneOf      []*schema          `json:"oneOf"`
}

// Whatever answers operators with a user's id has the user's name beside it.
func TestWhoeverIsShownHasAName(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Responses map[string]struct {
					Content map[string]struct{ Schema *schema }
				}
			}
		}
		Components struct{ Schemas map[string]*schema }
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"userId": "userName", "senderUserId": "senderUserName", "announcedFor": "announcedForName", "invitedBy": "invitedByName",
		"sourceId": "sourceName"}
	shown, seen := 0, map[string]bool{}
	var look func(call string, s *schema)
	look = func(call string, s *schema) {
		if s == nil || seen[s.Ref] {
			return
		}
		if s.Ref != "" {
			seen[s.Ref] = true
			s = document.Components.Schemas[path.Base(s.Ref)]
		}
		for id, name := range names {
			if s.Properties[id] == nil {
				continue
			}
			shown++
			if s.Properties[name] == nil {
				t.Errorf("%s answers with %s and without %s", call, id, name)
			}
		}
		look(call, s.Items)
		for _, inner := range s.Properties {
			look(call, inner)
		}
	}
	for call, one := range document.Paths {
		for _, answer := range one.Post.Responses {
			if of := answer.Content["application/json"].Schema; of != nil {
				for _, one := range of.OneOf {
					look(call, one)
				}
			}
		}
	}
	if shown < 10 {
		t.Errorf("the document shows users at %d places", shown)
	}
}
