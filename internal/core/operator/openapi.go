package operator

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/core/operator/page"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/schemas"
)

var about = httpapi.About{Title: "ETLD operator", Cookie: page.Cookie, Proof: page.Header,
	Headers: []*huma.Param{{Name: page.PassiveHeader, In: "header", Description: "1 marks what a page asks by itself, which keeps no session alive",
		Schema: &huma.Schema{Type: huma.TypeString}}},
	Description: "Every call is a POST with a JSON body, and its own origin. The session is in a cookie; the header X-CSRF-Token carries the token that " +
		"signin and me answer with. An answer has HTTP status 200; it is a success only when its code is 200. Otherwise message says why in the language " +
		"of the lan header, and data has what the message names. Any call may be refused with 1001, 1002, 1008, 1010, 1011, 2001 and 2002."}

// documented is a call with the types of its body and its answer.
type documented struct {
	route      Route
	body, data reflect.Type
	// schema describes the body of a list, or of one of its rows; key is what its rows
	// are known by.
	schema *huma.Schema
	key    string
	// changes says that the call is in the audit log.
	changes bool
	// open calls need no session.
	open bool
	// streams says that the answer is events.
	streams bool
	// kind is the kind of proposal that the call makes.
	kind *kind
}

// proposal is the body of a call that proposes one kind.
type proposal[P any] struct {
	Payload P      `json:"payload"`
	Reason  string `json:"reason"`
}

func typesOf[In, Out any](route Route, changes bool) documented {
	return documented{route: route, body: reflect.TypeFor[In](), data: reflect.TypeFor[Out](), changes: changes}
}

// OpenAPI is the document of all registered calls.
func (s *Service) OpenAPI() ([]byte, error) {
	payloads := make(map[string]reflect.Type)
	for name, k := range s.kinds {
		payloads[name] = k.payload
	}
	schemas.Union(s.api.Schemas(), "OperatorProposal", payloads)
	schemas.Union(s.api.Schemas(), "OperatorProposeIn", payloads)
	return s.api.OpenAPI()
}

func (d documented) op() httpapi.BodyOp {
	tag, _, _ := strings.Cut(d.route.Path, "/")
	return httpapi.BodyOp{Path: PathPrefix + d.route.Path, Tag: tag, Description: d.words(), Body: d.body, Schema: d.schema, Data: d.data,
		Open: d.open, BodyMax: d.route.BodyMax, Extensions: d.facts()}
}

func (d documented) words() string {
	var text string
	switch {
	case d.kind != nil:
		text = fmt.Sprintf("Proposes %s; checkers: %s.", d.kind.name, roleSet(d.kind.checkers))
	case d.changes:
		text = "Changes something."
	default:
		text = "Reads."
	}
	if d.open {
		return text + " No session is needed."
	}
	if len(d.route.Roles) == 0 {
		return text + " Any role."
	}
	text += fmt.Sprintf(" Roles: %s", roleSet(d.route.Roles))
	if !d.changes && !slices.Contains(d.route.Roles, Auditor) {
		text += ", and auditor"
	}
	return text + "."
}

func (d documented) facts() map[string]any {
	facts := map[string]any{"x-roles": append([]Role{}, d.route.Roles...), "x-audited": d.changes}
	if d.kind != nil {
		facts["x-kind"], facts["x-checkers"] = d.kind.name, d.kind.checkers
	}
	if d.streams {
		facts["x-stream"] = true
	}
	if d.key != "" {
		facts["x-key"] = d.key
	}
	return facts
}
