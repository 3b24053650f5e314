package sqldb

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"etld/internal/base/clock"
)

// field is where a column's value stands in a row's struct, and how it is stored.
type field struct {
	at uintptr
	// kind is the type whose pointer is scanned into and read: of the field itself,
	// or of what lies below its name.
	kind reflect.Type
	// codec makes a text of a field that no column holds as it is; nil for others.
	codec func(field any) coded
}

// fieldsOf are the fields of a struct, and those within them, by fieldKey. Of two with
// one key the outer one counts, and before what stands within a field what is embedded.
func fieldsOf[T any]() map[string]field {
	fields := make(map[string]field)
	gather(fields, reflect.TypeFor[T](), 0, "")
	return fields
}

// fieldKey makes one of a column's name and of the path of a field.
func fieldKey(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", ".", "", " ", "", "\t", "", "\n", "").Replace(name))
}

func gather(fields map[string]field, of reflect.Type, at uintptr, prefix string) {
	for i := range of.NumField() {
		f := of.Field(i)
		put(fields, f.Type, at+f.Offset, prefix+fieldKey(f.Name))
	}
	for _, embedded := range []bool{true, false} {
		for i := range of.NumField() {
			if f := of.Field(i); f.Type.Kind() == reflect.Struct && (f.Anonymous || !embedded) {
				within := prefix
				if !embedded {
					within += fieldKey(f.Name)
				}
				gather(fields, f.Type, at+f.Offset, within)
			}
		}
	}
}

// put adds a field and, of an array, its elements, which are numbered from one.
func put(fields map[string]field, of reflect.Type, at uintptr, key string) {
	if _, isTaken := fields[key]; isTaken {
		return
	}
	fields[key] = fieldOf(of, at)
	if of.Kind() == reflect.Array && of.Elem().Kind() != reflect.Uint8 {
		for i := range of.Len() {
			put(fields, of.Elem(), at+uintptr(i)*of.Elem().Size(), key+strconv.Itoa(i+1))
		}
	}
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)

// fieldOf says how a field of a type is stored: an integer kind, a bool, a time.Time or a
// time.Duration (both in microseconds) as BIGINT, everything else as TEXT: a string kind
// as it is, an address or a hash as it writes itself and as nothing where it is zero, a type that
// marshals itself to text as that, bytes as they are, and the rest as JSON.
func fieldOf(of reflect.Type, at uintptr) field {
	f := field{at: at, kind: of}
	pointer := reflect.PointerTo(of)
	switch kind := of.Kind(); {
	case of == timeType, of == durationType:
	case kind == reflect.String:
		f.kind = reflect.TypeFor[string]()
	case kind == reflect.Int64:
		f.kind = reflect.TypeFor[int64]()
	case isIntegerKind(kind):
	case pointer.Implements(reflect.TypeFor[hexadecimal]()):
		f.codec = hexOf
	case pointer.Implements(reflect.TypeFor[marshaled]()):
		f.codec = textOf
	case kind == reflect.Slice && of.Elem().Kind() == reflect.Uint8:
	default:
		f.codec = jsonOf
	}
	return f
}

func isIntegerKind(kind reflect.Kind) bool {
	return kind == reflect.Bool || kind >= reflect.Int && kind <= reflect.Int64 || kind == reflect.Uint64
}

func (f field) isInteger() bool { return f.kind == timeType || isIntegerKind(f.kind.Kind()) }

// of is a pointer to the field of a row, or what codes it.
func (f field) of(row unsafe.Pointer) any {
	pointer := reflect.NewAt(f.kind, unsafe.Add(row, f.at)).Interface()
	if f.codec != nil {
		return f.codec(pointer)
	}
	return pointer
}

// stored is what a column holds of a row, as plain would have it.
func (c *column) stored(row unsafe.Pointer) any {
	value := stored(c.field.of(row))
	if c.isNullable && (value == "" || value == int64(0)) {
		return nil
	}
	return value
}

func stored(field any) any {
	switch f := field.(type) {
	case *string:
		return *f
	case *int64:
		return *f
	case *time.Time:
		return clock.Micros(*f)
	case *time.Duration:
		return f.Microseconds()
	case coded:
		return f.write()
	}
	switch v := reflect.ValueOf(field).Elem(); v.Kind() {
	case reflect.Slice:
		return string(v.Bytes())
	case reflect.Bool:
		return plain(v.Bool())
	case reflect.Uint64:
		return int64(v.Uint())
	default:
		return v.Int()
	}
}

// coded is a field that is stored as a text of its own.
type coded struct {
	read  func(text string) error
	write func() string
}

type hexadecimal interface {
	Hex() string
	encoding.TextUnmarshaler
}

func hexOf(field any) coded {
	return coded{
		read: func(text string) error {
			if text == "" {
				reflect.ValueOf(field).Elem().SetZero()
				return nil
			}
			return field.(hexadecimal).UnmarshalText([]byte(text))
		},
		write: func() string {
			if reflect.ValueOf(field).Elem().IsZero() {
				return ""
			}
			return field.(hexadecimal).Hex()
		},
	}
}

type marshaled interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

func textOf(field any) coded {
	return coded{
		read:  func(text string) error { return field.(marshaled).UnmarshalText([]byte(text)) },
		write: func() string { return string(must(field.(marshaled).MarshalText())) },
	}
}

func jsonOf(field any) coded {
	return coded{
		read:  func(text string) error { return json.Unmarshal([]byte(text), field) },
		write: func() string { return string(must(json.Marshal(field))) },
	}
}

// must is the text of a field; only a type that has none at all fails.
func must(text []byte, err error) []byte {
	if err != nil {
		panic(fmt.Errorf("sqldb: a field without a text: %w", err))
	}
	return text
}
