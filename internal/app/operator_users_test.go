package app

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/people"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
)

// Whoever answers a user finds the user and what concerns the user, masked; nobody else.
func TestOperatorsSeeWhatConcernsAUser(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		owner, _ := p.runningMachine(t)
		support, editor := p.staff(t, operator.Support), p.staff(t, operator.Editor)
		found := dataOf[httpapi.List[people.Row]](t, support.call("users/find", map[string]any{"query": owner})).List
		if len(found) != 1 || found[0].UserName != user.Mask(p.addressOf(t, owner)) {
			t.Fatalf("found %+v", found)
		}
		about := map[string]any{"userId": owner}
		if r := support.call("users/note", map[string]any{"userId": owner, "text": "asked about the term"}); r.Code != http.StatusOK {
			t.Errorf("note: %+v", r)
		}
		// More notes than a page has are read to the first one. Ids tell the order of what
		// was written in different milliseconds.
		var texts []string
		for _, text := range []string{"called again", "and was content"} {
			p.settings.Clock.(*clock.System).Advance(time.Millisecond)
			support.call("users/note", map[string]any{"userId": owner, "text": text})
		}
		for body := (map[string]any{"userId": owner, "size": 2}); ; {
			page := dataOf[lists.Page[people.NoteRow]](t, support.call("users/notes", body))
			for _, n := range page.List.List {
				texts = append(texts, n.Text)
				if n.UserID != about["userId"] || n.UserName == "" {
					t.Errorf("a note about %q: %+v", n.UserID, n)
				}
				if one := dataOf[lists.Page[people.NoteRow]](t, support.call("users/notes", map[string]any{"ids": []string{n.NoteID}})).List.List; len(one) != 1 || one[0] != n {
					t.Errorf("by the key: %+v", one)
				}
			}
			if body["cursor"] = page.NextCursor; !page.HasMore {
				break
			}
		}
		if want := []string{"and was content", "called again", "asked about the term"}; !slices.Equal(texts, want) {
			t.Errorf("the notes are %q", texts)
		}
		got := dataOf[people.Overview](t, support.call("users/overview", about))
		if len(got.Parts) == 0 || got.Parts[0].Part != "machine" || got.Parts[0].Facts[0] != (people.Fact{Name: "running", Count: 1}) {
			t.Errorf("the overview: %+v", got)
		}
		for path, body := range map[string]any{"users/find": map[string]any{"query": owner}, "users/overview": about, "users/notes": about} {
			if r := editor.call(path, body); r.Code != operator.ErrForbidden.Code {
				t.Errorf("the editor calls %s: %+v", path, r)
			}
		}
	})
}
