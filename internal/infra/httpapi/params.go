package httpapi

import (
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/schemas"
)

const (
	textLengthMax  = 128
	integerDigits  = 18
	requestIDParam = "requestId"
	idPattern      = `^[0-9A-Za-z]{6,26}$`
)

// ID is a parameter that names a row: 6 to 26 letters and digits.
type ID string

var idForm = regexp.MustCompile(idPattern)

// Check refuses what is no id, for ids that do not come as parameters.
func (id ID) Check(field string) error {
	if !idForm.MatchString(string(id)) {
		return fault.Invalid(field)
	}
	return nil
}

// Checker is a parameter struct with a rule across its fields. Its error
// should be a fault.
type Checker interface{ Check() error }

var (
	idType     = reflect.TypeFor[ID]()
	amountType = reflect.TypeFor[money.Amount]()
	dayType    = reflect.TypeFor[clock.Day]()
)

// parameter is one field of a parameter struct with its rules.
type parameter struct {
	name      string
	index     []int
	pointer   bool
	required  bool
	fallback  string
	kind      reflect.Type
	enum      []string
	pattern   *regexp.Regexp
	minLength int
	maxLength int
	minimum   *int64
	maximum   *int64
	multiline bool
	anyText   bool
	doc       string
}

// binder fills a parameter struct from a query string.
type binder struct {
	list   []parameter
	byName map[string]int
}

// newBinder reads the struct's tags; it panics on a mistake in them, which
// shows at start.
func newBinder(t reflect.Type, extra ...parameter) *binder {
	b := &binder{byName: make(map[string]int)}
	b.collect(t, nil)
	b.list = append(b.list, extra...)
	for i, p := range b.list {
		if _, exists := b.byName[p.name]; exists {
			panic(fmt.Sprintf("httpapi: %s declares parameter %q twice", t, p.name))
		}
		b.byName[p.name] = i
	}
	return b
}

func (b *binder) collect(t reflect.Type, path []int) {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("httpapi: parameters %s are not a struct", t))
	}
	for i := range t.NumField() {
		field := t.Field(i)
		index := append(append([]int(nil), path...), i)
		name := field.Tag.Get("query")
		switch {
		case name == "" && field.Anonymous:
			b.collect(field.Type, index)
		case name == "":
			panic(fmt.Sprintf("httpapi: field %s.%s has no query tag", t, field.Name))
		default:
			b.list = append(b.list, newParameter(field, name, index))
		}
	}
}

func newParameter(field reflect.StructField, name string, index []int) parameter {
	tag := field.Tag
	p := parameter{name: name, index: index, kind: field.Type, fallback: tag.Get("default"), doc: tag.Get("doc"), maxLength: textLengthMax}
	if p.pointer = field.Type.Kind() == reflect.Pointer; p.pointer {
		p.kind = field.Type.Elem()
	}
	p.required = !p.pointer && p.fallback == "" && tag.Get("optional") != "true"
	p.multiline = tag.Get("multiline") == "true"
	p.anyText = tag.Get("anyText") == "true"
	p.enum = schemas.ValuesOf(p.kind)
	if values := tag.Get("enum"); values != "" {
		p.enum = strings.Split(values, ",")
	}
	if pattern := tag.Get("pattern"); pattern != "" {
		p.pattern = regexp.MustCompile(pattern)
	} else if p.kind == idType {
		p.pattern = idForm
	}
	for key, target := range map[string]*int{"minLength": &p.minLength, "maxLength": &p.maxLength} {
		if text := tag.Get(key); text != "" {
			*target = mustInt(field, key, text)
		}
	}
	for key, target := range map[string]**int64{"minimum": &p.minimum, "maximum": &p.maximum} {
		if text := tag.Get(key); text != "" {
			n := p.bound(field, key, text)
			*target = &n
		}
	}
	if !p.supported() {
		panic(fmt.Sprintf("httpapi: parameter %s has unsupported type %s", name, field.Type))
	}
	return p
}

func mustInt(field reflect.StructField, key, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("httpapi: tag %s of %s: %v", key, field.Name, err))
	}
	return n
}

// bound reads a minimum or maximum: of an amount in units, else an integer.
func (p *parameter) bound(field reflect.StructField, key, text string) int64 {
	if p.kind == amountType {
		return int64(money.MustParse(text))
	}
	return int64(mustInt(field, key, text))
}

func (p *parameter) supported() bool {
	switch p.kind.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int64:
		return true
	}
	return false
}

// bind fills target, a pointer to the struct. raw gets the decoded text of
// every known parameter that was given, in the order of declaration.
func (b *binder) bind(query string, target any) (raw []string, err error) {
	into := reflect.ValueOf(target)
	raw = make([]string, len(b.list))
	seen := make([]bool, len(b.list))
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, text, _ := strings.Cut(pair, "=")
		i, known := b.find(name)
		if !known {
			continue
		}
		name = b.list[i].name
		decoded, err := url.QueryUnescape(text)
		if b.list[i].anyText {
			decoded = markNonText(decoded)
		}
		if err != nil || seen[i] || !utf8.ValidString(decoded) {
			return nil, fault.Invalid(name)
		}
		raw[i], seen[i] = decoded, true
	}
	for i := range b.list {
		if err := b.list[i].set(raw[i], into); err != nil {
			return nil, err
		}
	}
	if checker, ok := target.(Checker); ok {
		return raw, checker.Check()
	}
	return raw, nil
}

// find looks a name up, which clients may have escaped.
func (b *binder) find(name string) (int, bool) {
	if strings.ContainsAny(name, "%+") {
		decoded, err := url.QueryUnescape(name)
		if err != nil {
			return 0, false
		}
		name = decoded
	}
	i, known := b.byName[name]
	return i, known
}

// set checks one text and stores its value. An empty text counts as missing.
func (p *parameter) set(text string, target reflect.Value) error {
	if text == "" {
		text = p.fallback
	}
	if text == "" {
		if p.required {
			return fault.Invalid(p.name)
		}
		return nil
	}
	if p.index == nil {
		return p.checkText(text)
	}
	field := target.Elem().FieldByIndex(p.index)
	if p.pointer {
		field.Set(reflect.New(p.kind))
		field = field.Elem()
	}
	return p.assign(field, text)
}

func (p *parameter) assign(field reflect.Value, text string) error {
	switch {
	case p.kind == amountType:
		amount, err := money.Parse(text)
		if err != nil || (amount == 0 && p.minimum == nil) {
			return fault.Invalid(p.name)
		}
		field.SetInt(int64(amount))
		return p.checkRange(int64(amount))
	case p.kind == dayType:
		day, err := clock.ParseDay(text)
		if err != nil {
			return fault.Invalid(p.name)
		}
		field.SetInt(int64(day))
		return nil
	case p.kind.Kind() == reflect.String:
		field.SetString(text)
		return p.checkText(text)
	case p.kind.Kind() == reflect.Bool:
		if text != "true" && text != "false" {
			return fault.Invalid(p.name)
		}
		field.SetBool(text == "true")
		return nil
	}
	n, ok := parseInteger(text)
	if !ok {
		return fault.Invalid(p.name)
	}
	field.SetInt(n)
	return p.checkRange(n)
}

func parseInteger(text string) (int64, bool) {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) == 0 || len(digits) > integerDigits || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func (p *parameter) checkRange(n int64) error {
	if (p.minimum != nil && n < *p.minimum) || (p.maximum != nil && n > *p.maximum) {
		return fault.Invalid(p.name)
	}
	return nil
}

// turnsText says that a character breaks the line or changes the direction of
// what others read after it, without being seen.
func turnsText(r rune) bool {
	return unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}

// isTextual says that a character may be part of a text. Control characters are
// no part of any text the product takes, and PostgreSQL refuses NUL.
func isTextual(r rune) bool { return !unicode.IsControl(r) && !turnsText(r) }

// IsSeen says that a character leaves a mark by itself: no space, nothing that only
// joins or decorates others. A text without one looks empty.
func IsSeen(r rune) bool {
	return unicode.IsLetter(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.IsNumber(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) && r != blankBraille
}

// blankBraille is a symbol without a dot.
const blankBraille = '\u2800'

// markNonText puts U+FFFD for what no text may hold. A parameter with the tag
// anyText is read so: it comes out of a link, and what is wrong with it must
// not refuse the call.
func markNonText(text string) string {
	return strings.Map(func(r rune) rune {
		if !isTextual(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}

func (p *parameter) checkText(text string) error {
	length := utf8.RuneCountInString(text)
	if length < p.minLength || length > p.maxLength {
		return fault.Invalid(p.name)
	}
	for _, r := range text {
		if !isTextual(r) && !(p.multiline && r == '\n') {
			return fault.Invalid(p.name)
		}
	}
	if p.pattern != nil && !p.pattern.MatchString(text) {
		return fault.Invalid(p.name)
	}
	if p.enum != nil && !slices.Contains(p.enum, text) {
		return fault.Invalid(p.name)
	}
	return nil
}
