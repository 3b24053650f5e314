package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Document is the OpenAPI document of calls that take JSON bodies and are not
// registered with an API.
type Document struct{ openAPI *huma.OpenAPI }

// DocumentedCall is what a Document says of one call.
type DocumentedCall struct {
	// Path is the whole path, and ID its name for generated code.
	Path, ID string
	Tag      string
	// Description is for readers.
	Description string
	// Body and Data are the types of the request's body and the answer's data.
	Body, Data reflect.Type
	// Open calls need no session.
	Open bool
	// Extensions are further facts, by names that begin with x-.
	Extensions map[string]any
}

// anySchema stands for JSON of any form in the document.
type anySchema struct{}

// Schema allows everything.
func (anySchema) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

const sessionScheme = "session"

// NewDocument begins a document. The cookie is the one that a session is in.
func NewDocument(title, description, cookie string) *Document {
	d := &Document{openAPI: newOpenAPI("")}
	d.openAPI.Info.Title, d.openAPI.Info.Description = title, description
	d.openAPI.Components.SecuritySchemes = map[string]*huma.SecurityScheme{sessionScheme: {Type: "apiKey", In: "cookie", Name: cookie}}
	registry := d.openAPI.Components.Schemas
	registry.RegisterTypeAlias(reflect.TypeFor[json.RawMessage](), reflect.TypeFor[anySchema]())
	return d
}

// Add describes a call.
func (d *Document) Add(c DocumentedCall) {
	registry := d.openAPI.Components.Schemas
	content := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	operation := &huma.Operation{Method: http.MethodPost, Path: c.Path, OperationID: c.ID, Tags: []string{c.Tag}, Description: c.Description,
		RequestBody: &huma.RequestBody{Required: true, Content: content(registry.Schema(c.Body, true, upperFirst(c.ID)+"Body"))},
		Responses: map[string]*huma.Response{"200": {Description: "The answer",
			Content: content(envelopeOf(registry.Schema(c.Data, true, upperFirst(c.ID)+"Data")))}},
		Extensions: c.Extensions}
	if !c.Open {
		operation.Security = []map[string][]string{{sessionScheme: {}}}
	}
	d.openAPI.AddOperation(operation)
}

func envelopeOf(data *huma.Schema) *huma.Schema {
	one := 1.0
	return &huma.Schema{Type: huma.TypeObject, Required: []string{"code", "message", "data"}, Properties: map[string]*huma.Schema{
		"code":    {Type: huma.TypeInteger, Description: "200 is success", Minimum: &one},
		"message": {Type: huma.TypeString},
		"data":    data,
	}}
}

// JSON is the document, indented.
func (d *Document) JSON() ([]byte, error) { return encodeOpenAPI(d.openAPI) }

func encodeOpenAPI(document *huma.OpenAPI) ([]byte, error) {
	tellNulls(document.Components.Schemas)
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var plain any
	if err := json.Unmarshal(encoded, &plain); err != nil {
		return nil, err
	}
	return json.MarshalIndent(plain, "", "  ")
}

var _ huma.SchemaProvider = anySchema{}
