package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb/dbtest"
)

type bodyIn struct {
	Page
	Name string `json:"name"`
}

func TestDecodeBodyIsStrict(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		`{"name":"a"}`: "", `{}`: "", `{"size":50,"cursor":"x"}`: "",
		``: "body", `[]`: "body", `{`: "body", `{} {}`: "body", `{"other":1}`: "body", `{"name":"\u0000"}`: "body", `{"name":1}`: "name",
		`{"size":51}`: "size", `{"size":-1}`: "size",
	} {
		in, err := DecodeBody[bodyIn]([]byte(body))
		f, refused := fault.As(err)
		if refused != (field != "") || refused && f.Params["field"] != field {
			t.Errorf("%s: %v, want a refusal of %q", body, err, field)
		}
		if err == nil && in.Size == 0 {
			t.Errorf("%s: a page without a size", body)
		}
	}
}

type colour string

func (colour) Values() []string { return []string{"red", "green"} }

type paintIn struct {
	ID    ID       `json:"id"`
	Other ID       `json:"other,omitempty"`
	Next  *ID      `json:"next,omitempty"`
	More  []ID     `json:"more,omitempty"`
	One   colour   `json:"one,omitempty"`
	Many  []colour `json:"many,omitempty"`
	Tools []struct {
		Size string `json:"size" enum:"small,large"`
	} `json:"tools,omitempty"`
	Raw json.RawMessage `json:"raw,omitempty"`
}

// What the document says of a field holds, however deep it stands.
func TestDecodeBodyHoldsWhatTheDocumentSays(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		``: "id", `"id":""`: "id", `"id":"short"`: "id", `"id":"with space"`: "id", `"id":"abcdef"`: "",
		`"id":"abcdef","other":"x"`: "other", `"id":"abcdef","next":""`: "next", `"id":"abcdef","next":"ghijkl","more":["ghijkl"]`: "",
		`"id":"abcdef","more":["ghijkl","x"]`: "more", `"id":"abcdef","one":"blue"`: "one", `"id":"abcdef","one":"red","many":["green"]`: "",
		`"id":"abcdef","many":["green",""]`: "many", `"id":"abcdef","tools":[{"size":"small"}],"raw":"blue"`: "",
		`"id":"abcdef","tools":[{"size":"small"},{"size":"tiny"}]`: "size", `"id":"abcdef","tools":[{}]`: "size",
	} {
		_, err := DecodeBody[paintIn]([]byte("{" + body + "}"))
		f, refused := fault.As(err)
		if refused != (field != "") || refused && f.Params["field"] != field {
			t.Errorf("{%s}: %v, want a refusal of %q", body, err, field)
		}
	}
}

func TestDescribable(t *testing.T) {
	t.Parallel()
	type hidden struct {
		A string `json:"a"`
	}
	type lost struct {
		hidden
		B string `json:"b"`
	}
	type inner struct {
		Rows []*lost `json:"rows"`
	}
	for name, of := range map[string]reflect.Type{"embedded": reflect.TypeFor[lost](), "within": reflect.TypeFor[inner]()} {
		if describable(of) == nil {
			t.Errorf("%s: what is lost was not found", name)
		}
	}
	if err := describable(reflect.TypeFor[bodyIn]()); err != nil {
		t.Error(err)
	}
}

// Calls with bodies go through the pipeline of all calls: one envelope, one
// way from a fault to an answer, also for what fails and what panics.
func TestCallsWithBodies(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	api, err := New(Config{DB: db, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler),
		Admit: func(r *http.Request) (int, string) {
			if r.Header.Get("X-Test") != "" {
				return http.StatusForbidden, "not from here"
			}
			return 0, ""
		}})
	if err != nil {
		t.Fatal(err)
	}
	op := BodyOp{Path: "/operator/api/test/echo", Body: reflect.TypeFor[bodyIn](), Data: reflect.TypeFor[bodyIn]()}
	Handle(api, op, func(_ context.Context, x *Exchange) (any, error) {
		in, err := DecodeBody[bodyIn](x.Body)
		switch in.Name {
		case "fail":
			err = errors.New("secret detail")
		case "panic":
			panic("secret detail")
		}
		return in, err
	})
	for _, test := range []struct {
		name, body string
		status     int
		want       string
	}{
		{"an answer", `{"name":"a"}`, 200, `{"code":200,"message":"","data":{"size":20,"name":"a"}}`},
		{"no body", ``, 200, `{"code":200,"message":"","data":{"size":20,"name":""}}`},
		{"a refusal", `[]`, 200, `{"code":1002,`},
		{"a failure", `{"name":"fail"}`, 200, `{"code":1008,`},
		{"a panic", `{"name":"panic"}`, 200, `{"code":1008,`},
		{"a large body", strings.Repeat(" ", bodyLengthMax+1), http.StatusRequestEntityTooLarge, "too large"},
		{"what is not admitted", "refuse", http.StatusForbidden, "not from here"},
	} {
		r := httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(test.body))
		if test.body == "refuse" {
			r.Header.Set("X-Test", "1")
		}
		recorder := httptest.NewRecorder()
		api.ServeHTTP(recorder, r)
		if got := recorder.Body.String(); recorder.Code != test.status || !strings.Contains(got, test.want) || strings.Contains(got, "secret") {
			t.Errorf("%s: HTTP %d %s, want %d %s", test.name, recorder.Code, got, test.status, test.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a path was registered twice")
		}
	}()
	Handle(api, op, nil)
}
