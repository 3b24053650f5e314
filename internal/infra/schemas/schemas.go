// Package schemas adds to the schemas of a document what the library does not read from
// the types: where null is sent, which values are all there are, and which payload
// belongs to which kind.
package schemas

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Prefix begins the references to schemas.
const Prefix = "#/components/schemas/"

// fieldsOf calls do for each field that a registered struct shows, with its schema.
func fieldsOf(registry huma.Registry, do func(s *huma.Schema, key string, field reflect.StructField)) {
	for name, schema := range registry.Map() {
		t := registry.TypeFromRef(Prefix + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for _, field := range reflect.VisibleFields(t) {
			if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); schema.Properties[key] != nil {
				do(schema, key, field)
			}
		}
	}
}

// TellNulls says of the fields of all schemas that are sent as null when they
// are nil pointers so: the library says it of plain values only, not of those
// with a schema of their own, such as amounts, nor of references.
func TellNulls(registry huma.Registry) {
	fieldsOf(registry, func(s *huma.Schema, key string, field reflect.StructField) {
		property := s.Properties[key]
		switch {
		case field.Type.Kind() != reflect.Pointer || strings.Contains(field.Tag.Get("json"), "omitempty"):
		case property.Ref != "":
			s.Properties[key] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: property.Ref}, {Type: "null"}}, Description: property.Description}
		case property.Type != "":
			property.Nullable = true
		}
	})
}

// ValuesOf are the values of a type of texts that has Values, because they are few and
// known, or nil.
func ValuesOf(t reflect.Type) []string {
	if set, isClosed := reflect.Zero(t).Interface().(interface{ Values() []string }); isClosed {
		return set.Values()
	}
	return nil
}

// TellSets lists the values of fields whose type has Values, where no tag has fewer. With
// the tag optional:"true" a field may be empty too.
func TellSets(registry huma.Registry) {
	fieldsOf(registry, func(s *huma.Schema, key string, field reflect.StructField) {
		property, of := s.Properties[key], field.Type
		if property.Items != nil {
			property = property.Items
		}
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		values := ValuesOf(of)
		if values == nil || property.Type != huma.TypeString || property.Enum != nil {
			return
		}
		if field.Tag.Get("optional") == "true" {
			values = append([]string{""}, values...)
		}
		property.Enum = anyOf(values)
	})
}

func anyOf(values []string) (list []any) {
	for _, value := range values {
		list = append(list, value)
	}
	return list
}

// Union says of a schema with kind and payload which payload each kind has.
func Union(registry huma.Registry, name string, payloads map[string]reflect.Type) {
	union := registry.Map()[name]
	kinds := slices.Sorted(maps.Keys(payloads))
	union.Properties["kind"].Enum, union.OneOf, union.AdditionalProperties = anyOf(kinds), nil, nil
	for _, kind := range kinds {
		union.OneOf = append(union.OneOf, &huma.Schema{Type: huma.TypeObject, Required: []string{"kind", "payload"}, Properties: map[string]*huma.Schema{
			"kind": {Type: huma.TypeString, Enum: []any{kind}}, "payload": registry.Schema(payloads[kind], true, "")}})
	}
}
