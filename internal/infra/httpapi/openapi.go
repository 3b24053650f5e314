package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/infra/schemas"
)

const (
	tokenScheme   = "token"
	sessionScheme = "session"
	proofScheme   = "csrf"
	amountPattern = `^-?\d{1,11}(\.\d{1,8})?$`
)

// amountSchema stands for money.Amount in the document.
type amountSchema struct{}

// Schema is a decimal string.
func (amountSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: amountPattern, Description: "A plain decimal with at most 8 places"}
}

// About heads an OpenAPI document.
type About struct {
	Title, Description string
	// Cookie holds the session, or empty where the token header names it. Proof is the
	// header that goes with the cookie.
	Cookie, Proof string
	// Headers are what any call may carry beside the language.
	Headers []*huma.Param
}

var aboutUsers = About{Title: "ETLD",
	Description: "Every call is a POST with its parameters in the query string. " +
		"An answer has HTTP status 200; it is a success only when its code is 200. " +
		"Otherwise it is a Refusal, whose message says why in the language of the lan header."}

var languageParam = &huma.Param{Name: languageHeader, In: "header", Description: "The language of texts",
	Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"zh_cn", "en_US", "ru_RU"}, Default: "zh_cn"}}

// anySchema stands for JSON of any form in the document.
type anySchema struct{}

// Schema allows everything.
func (anySchema) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

func newOpenAPI(about About) *huma.OpenAPI {
	if about.Title == "" {
		about = aboutUsers
	}
	keys := map[string]*huma.SecurityScheme{tokenScheme: {Type: "apiKey", In: "header", Name: tokenHeader}}
	if about.Cookie != "" {
		keys = map[string]*huma.SecurityScheme{sessionScheme: {Type: "apiKey", In: "cookie", Name: about.Cookie}, proofScheme: {Type: "apiKey", In: "header", Name: about.Proof}}
	}
	headers := make(map[string]*huma.Param)
	for _, header := range append([]*huma.Param{languageParam}, about.Headers...) {
		headers[header.Name] = header
	}
	registry := huma.NewMapRegistry(schemas.Prefix, schemaName)
	registry.RegisterTypeAlias(amountType, reflect.TypeFor[amountSchema]())
	registry.RegisterTypeAlias(reflect.TypeFor[json.RawMessage](), reflect.TypeFor[anySchema]())
	return &huma.OpenAPI{OpenAPI: "3.1.0", Info: &huma.Info{Title: about.Title, Version: "1", Description: about.Description},
		Components: &huma.Components{Schemas: registry, SecuritySchemes: keys, Parameters: headers}}
}

// schemaName is the type's name with its package in front, so that two
// capabilities may both have a Detail.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	base, arguments, _ := strings.Cut(t.Name(), "[")
	name := packageWord(t.PkgPath()) + upperFirst(base)
	for argument := range strings.SplitSeq(strings.TrimSuffix(arguments, "]"), ",") {
		if argument == "" {
			continue
		}
		dot := strings.LastIndex(argument, ".")
		name += packageWord(argument[:max(dot, 0)]) + upperFirst(argument[dot+1:])
	}
	return name
}

// packageWord is what a package adds to a schema's name. This one adds none.
func packageWord(pkgPath string) string {
	switch word := path.Base(pkgPath); word {
	case "httpapi", ".", "main":
		return ""
	default:
		return upperFirst(word)
	}
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// add describes a call that answers with data of a type.
func (api *API) add(operation *huma.Operation, data reflect.Type, isOpen bool) {
	operation.Method, operation.OperationID = http.MethodPost, operationID(operation.Path)
	schema := api.openAPI.Components.Schemas.Schema(data, true, operation.OperationID+"Data")
	refused := api.openAPI.Components.Schemas.Schema(reflect.TypeFor[Refusal](), true, "")
	answer := &huma.Schema{OneOf: []*huma.Schema{envelopeOf(schema), refused}}
	operation.Responses = map[string]*huma.Response{"200": {Description: "The answer", Content: jsonContent(answer)}}
	if !isOpen {
		keys := make(map[string][]string)
		for scheme := range api.openAPI.Components.SecuritySchemes {
			keys[scheme] = []string{}
		}
		operation.Security = []map[string][]string{keys}
	}
	for _, header := range slices.Sorted(maps.Keys(api.openAPI.Components.Parameters)) {
		operation.Parameters = append(operation.Parameters, &huma.Param{Ref: "#/components/parameters/" + header})
	}
	api.openAPI.AddOperation(operation)
}

// document describes a call with parameters.
func (api *API) document(op Op, kind callKind, b *binder, out reflect.Type) {
	operation := &huma.Operation{Path: op.Path, Tags: []string{op.Tag}, Summary: op.Summary, Description: describe(op, kind)}
	for i := range b.list {
		operation.Parameters = append(operation.Parameters, b.list[i].document())
	}
	if kind == kindCommand {
		operation.Extensions = map[string]any{"x-idempotent": true}
	}
	api.add(operation, out, op.Public)
}

// documentStream describes a call that is answered with events. The envelope is a
// refusal's.
func (api *API) documentStream(op Op, b *binder, event reflect.Type) {
	api.document(op, kindRead, b, event)
	api.openAPI.Paths[op.Path].Post.Extensions = map[string]any{"x-stream": true}
	api.documentEvents(op.Path, event)
}

// documentEvents adds that a call answers with events.
func (api *API) documentEvents(path string, event reflect.Type) {
	api.openAPI.Paths[path].Post.Responses["200"].Content[streamContentType] = &huma.MediaType{Schema: api.openAPI.Components.Schemas.Schema(event, true, "")}
}

// documentBody describes a call with a body.
func (api *API) documentBody(op BodyOp) {
	schema := op.Schema
	if schema == nil {
		schema = api.openAPI.Components.Schemas.Schema(op.Body, true, operationID(op.Path)+"Body")
	}
	api.add(&huma.Operation{Path: op.Path, Tags: []string{op.Tag}, Description: op.Description, Extensions: op.Extensions,
		RequestBody: &huma.RequestBody{Required: true, Content: jsonContent(schema)}}, op.Data, op.Open)
	if op.Extensions["x-stream"] == true {
		api.documentEvents(op.Path, op.Data)
	}
}

func jsonContent(s *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: s}}
}

func envelopeOf(data *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Required: []string{"code", "message", "data"}, Properties: map[string]*huma.Schema{
		"code":    {Type: huma.TypeInteger, Enum: []any{codeOK}},
		"message": {Type: huma.TypeString},
		"data":    data,
	}}
}

// operationID is the path in one word: /api/user/getUserInfo is
// userGetUserInfo, and /operator/api/pools/fund is poolsFund.
func operationID(callPath string) string {
	_, words, _ := strings.Cut(callPath, "/api/")
	id := ""
	for part := range strings.SplitSeq(words, "/") {
		if id == "" {
			id = part
			continue
		}
		id += upperFirst(part)
	}
	return id
}

func describe(op Op, kind callKind) string {
	common := []string{"1002", "1008", "1010", "1011"}
	if !op.Public {
		common = append(common, "1001")
	}
	if kind == kindCommand {
		common = append(common, "1009")
	}
	sort.Strings(common)
	text := "Refusals: " + strings.Join(common, ", ")
	for _, f := range op.Faults {
		text += fmt.Sprintf(", %d %s", f.Code, f.Name)
	}
	return text + "."
}

func (p *parameter) document() *huma.Param {
	schema := &huma.Schema{Type: huma.TypeString}
	switch {
	case p.kind == amountType:
		schema.Pattern = strings.Replace(amountPattern, "-?", "", 1)
	case p.kind == dayType:
		schema.Format = "date"
	case p.kind.Kind() == reflect.Bool:
		schema.Type = huma.TypeBoolean
	case p.kind.Kind() == reflect.Int, p.kind.Kind() == reflect.Int64:
		schema.Type = huma.TypeInteger
		schema.Minimum, schema.Maximum = floatOf(p.minimum), floatOf(p.maximum)
	default:
		p.documentText(schema)
	}
	if p.fallback != "" {
		schema.Default = p.fallback
		switch schema.Type {
		case huma.TypeInteger:
			schema.Default = json.Number(p.fallback)
		case huma.TypeBoolean:
			schema.Default = p.fallback == "true"
		}
	}
	return &huma.Param{Name: p.name, In: "query", Required: p.required, Description: p.doc, Schema: schema}
}

func (p *parameter) documentText(schema *huma.Schema) {
	schema.MaxLength = &p.maxLength
	if p.minLength > 0 {
		schema.MinLength = &p.minLength
	}
	if p.pattern != nil {
		schema.Pattern = p.pattern.String()
	}
	for _, value := range p.enum {
		schema.Enum = append(schema.Enum, value)
	}
}

// floatOf is for the document only, where JSON Schema wants numbers.
func floatOf(n *int64) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// Schemas are the types of the document, for who knows more of them.
func (api *API) Schemas() huma.Registry { return api.openAPI.Components.Schemas }

// OpenAPI is the document of all registered calls, indented.
func (api *API) OpenAPI() ([]byte, error) {
	schemas.TellSets(api.openAPI.Components.Schemas)
	schemas.TellNulls(api.openAPI.Components.Schemas)
	encoded, err := json.Marshal(api.openAPI)
	if err != nil {
		return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var plain any
	if err := json.Unmarshal(encoded, &plain); err != nil {
		return nil, err
	}
	return json.MarshalIndent(plain, "", "  ")
}

// describable refuses a type of which a part would be missing in the document:
// the fields of a struct that is embedded under an unexported name.
func describable(t reflect.Type) error {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Anonymous && !f.IsExported():
			return fmt.Errorf("%s embeds %s, whose fields are lost", t, f.Type)
		case f.IsExported() && (f.Anonymous || f.Tag.Get("json") != "") && f.Type != t:
			if err := describable(f.Type); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	_ huma.SchemaProvider = amountSchema{}
	_ huma.SchemaProvider = anySchema{}
)
