// Package sentence says in words what a proposal does: the one sentence that its maker
// reads before proposing it, that stands in the list and the panel, in what the wallet
// signs, and in the audit log.
//
// A sentence is made of the kind and the payload alone, so that whoever has them, a
// verifier without a database too, comes to the same words. It says every field of the
// payload: those that the kind's words do not name follow behind them. What is sold has the
// name of then beside its key, in the sentence's language alone. Of a payout it says
// what is paid to whom: the rest stands for what the payout's own hash, which the wallet
// shows as well, binds. Wallets and the log have it in English; lists and forms in their
// reader's language.
//
// An *edition* is the English words that sentences were made of in a release.
package sentence

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"etld/internal/base/money"
	"etld/internal/base/wording"
)

// English is the language of what wallets sign and of the log.
const English = "en"

//go:embed locales/*.json editions/*.json
var files embed.FS

// editions are the English words of sentences as releases had them, the oldest first: an
// edition that a release had never changes, as wallets signed its words. The newest one
// is the words of now.
var editions = readEditions()

func readEditions() (list []map[string]string) {
	for {
		words := make(map[string]string)
		raw, err := files.ReadFile(fmt.Sprintf("editions/%d.json", len(list)+1))
		if errors.Is(err, fs.ErrNotExist) {
			return list
		}
		if err == nil {
			err = json.Unmarshal(raw, &words)
		}
		if err != nil {
			panic(fmt.Sprintf("sentence: edition %d: %v", len(list)+1, err))
		}
		list = append(list, words)
	}
}

// catalogues are the words of each language: `kind.…` with the payload's fields in
// braces, `kind.… field=value` for one value of a field, `kind.… else` where the payload
// lacks a field in braces, `field.…` for the name of a field, `value.…` for a value that
// has words, `param.…` for the name of a parameter, `unit.…` for what stands around its
// figure or a kind's price, `diff.…` for the name of a line of before and after, `said.…` for what stands in
// one, `thousands` for the mark between groups of three digits, `point` for the one before
// decimals, `percent` for what stands around a share, `colon`, `semicolon`, `comma` and `end`
// for what stands between and behind its parts, `quoted` and `aside` for the marks around a
// text, and `language` for the code under which texts are in it.
var catalogues = read()

func read() map[string]map[string]string {
	all, err := wording.Load[string, map[string]string](files)
	if err != nil {
		panic(fmt.Sprintf("sentence: %v", err))
	}
	return all
}

// field is one of a payload, with its value in words.
type field struct {
	name, raw, words string
}

// Of is the sentence of a proposal in a language.
func Of(language, kind, subject string, payload []byte) string {
	return of(catalogues[language], kind, subject, payload)
}

// Signed are the sentences that wallets may have signed for a proposal: the one of now
// first, then those of earlier editions that were others.
func Signed(kind, subject string, payload []byte) []string {
	list := []string{Of(English, kind, subject, payload)}
	for _, words := range slices.Backward(editions) {
		if said := of(words, kind, subject, payload); !slices.Contains(list, said) {
			list = append(list, said)
		}
	}
	return list
}

func of(words map[string]string, kind, subject string, payload []byte) string {
	fields, err := fieldsOf(words, kind, payload)
	if err != nil {
		// What cannot be taken apart is shown as it is.
		return wording.Visible(kind + ": " + subject + " " + string(payload))
	}
	fields = named(words, subject, fields)
	text := headOf(words, kind, fields)
	var rest []string
	for _, f := range fields {
		if slot := "{" + f.name + "}"; strings.Contains(text, slot) || isVariant(words, kind, f) || slices.Contains(bound[kind], f.name) {
			continue
		}
		name := words["field."+f.name]
		if name == "" {
			name = f.name
		}
		rest = append(rest, name+" "+f.words)
	}
	// The slots are filled in one go: a value that looks like one is none.
	var slots []string
	for _, f := range fields {
		slots = append(slots, "{"+f.name+"}", f.words)
	}
	text = strings.NewReplacer(slots...).Replace(text)
	if len(rest) > 0 {
		text += words["colon"] + strings.Join(rest, words["semicolon"])
	}
	// A subject that is made of the payload's values was said with them.
	isUnsaid := func(word string) bool {
		return !slices.ContainsFunc(fields, func(f field) bool { return f.raw == word })
	}
	if !strings.Contains(text, subject) && slices.ContainsFunc(strings.Split(subject, " "), isUnsaid) {
		about, behind := subjectOf(words, subject)
		if isUnsaid(about) {
			behind = strings.TrimSpace(about + " " + behind)
		}
		text += around(words["aside"], behind)
	}
	return wording.Visible(text + words["end"])
}

// named are fields with what the subject was called behind them gone to the one that has its
// key: “Small machine” (machineSmall).
func named(words map[string]string, subject string, fields []field) []field {
	called := slices.IndexFunc(fields, func(f field) bool { return f.name == "called" })
	key := slices.IndexFunc(fields, func(f field) bool { return f.raw == subject })
	if called < 0 || key < 0 {
		return fields
	}
	var names map[string]string
	if err := json.Unmarshal([]byte(fields[called].raw), &names); err != nil || names[words["language"]] == "" {
		return fields
	}
	fields[key].words = quote(words, names[words["language"]], subject)
	return slices.Delete(fields, called, called+1)
}

// quote is a name with its key behind it.
func quote(words map[string]string, name, key string) string {
	return around(words["quoted"], name) + around(words["aside"], key)
}

// around is a text within a language's marks.
func around(marks, text string) string { return strings.Replace(marks, open, text, 1) }

// subjectOf are a subject's first word and what stands behind it, such as "at once", in
// the reader's language.
func subjectOf(words map[string]string, subject string) (about, behind string) {
	about, behind, _ = strings.Cut(subject, " ")
	return about, cmp.Or(words["said."+behind], behind)
}

// headOf are a kind's words, those for the value of a field before the others. A payload
// that lacks what they name has words of its own, or is said by the kind's name.
func headOf(words map[string]string, kind string, fields []field) string {
	text := words["kind."+kind]
	for _, f := range fields {
		if own := words[variant(kind, f)]; own != "" {
			text = own
		}
	}
	rest := text
	for _, f := range fields {
		rest = strings.ReplaceAll(rest, "{"+f.name+"}", "")
	}
	if text == "" || strings.Contains(rest, "{") {
		return cmp.Or(words["kind."+kind+" else"], kind)
	}
	return text
}

func variant(kind string, f field) string { return "kind." + kind + " " + f.name + "=" + f.raw }

func isVariant(words map[string]string, kind string, f field) bool {
	return words[variant(kind, f)] != ""
}

// fieldsOf are a payload's fields in their order; what is null is left out.
func fieldsOf(words map[string]string, kind string, payload []byte) (list []field, err error) {
	err = each(payload, func(name string, raw json.RawMessage) error {
		if string(raw) == "null" {
			return nil
		}
		value, err := valueOf(words, name, raw)
		switch {
		case slices.Contains(sums, name):
			value = figureOf(words, value)
		case slices.Contains(shares, name):
			value = measured(words, words["percent"], value)
		}
		list = append(list, field{name, strings.Trim(string(raw), `"`), value})
		return err
	})
	if kind == "param_change" {
		sayParam(words, list)
	}
	return inCurrency(words, kind, list), err
}

// inCurrency puts its currency behind a price: the one of the field beside it, or the
// words around the prices of a kind.
func inCurrency(words map[string]string, kind string, fields []field) []field {
	called := func(name string) int {
		return slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	}
	price, currency := called("price"), called("currency")
	if price < 0 {
		return fields
	}
	fields[price].words = strings.Replace(cmp.Or(words["unit."+kind+" price"], open), open, fields[price].words, 1)
	if currency < 0 {
		return fields
	}
	fields[price].words += " " + fields[currency].words
	return slices.Delete(fields, currency, currency+1)
}

// each gives the members of an object in the order in which they stand.
func each(object []byte, see func(name string, raw json.RawMessage) error) error {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("sentence: no object: %w", err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return err
		}
		if err := see(fmt.Sprint(name), raw); err != nil {
			return err
		}
	}
	return nil
}

// valueOf is a field's value in words.
func valueOf(words map[string]string, name string, raw json.RawMessage) (string, error) {
	switch raw[0] {
	case '{':
		var parts []string
		err := each(raw, func(inner string, value json.RawMessage) error {
			text, err := valueOf(words, inner, value)
			parts = append(parts, inner+" "+text)
			return err
		})
		return strings.Join(parts, words["comma"]), err
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return "", err
		}
		if len(items) == 0 {
			return words["none"], nil
		}
		parts := make([]string, len(items))
		for i, item := range items {
			var err error
			if parts[i], err = valueOf(words, name, item); err != nil {
				return "", err
			}
		}
		return strings.Join(parts, words["comma"]), nil
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return "", err
		}
		if known := cmp.Or(words["value."+name+"."+text], words["value."+text]); known != "" && slices.Contains(worded, name) {
			return known, nil
		}
		if slices.Contains(quoted, name) {
			return around(words["quoted"], text), nil
		}
		return text, nil
	}
	if known := words["value."+string(raw)]; known != "" {
		return known, nil
	}
	return string(raw), nil
}

// figure is a decimal figure that stands alone, in its shortest form.
var figure = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// figureOf is a decimal figure as a language writes it; what is none stays as it is.
func figureOf(words map[string]string, value string) string {
	if !figure.MatchString(value) {
		return value
	}
	return money.Grouped(value, words["thousands"], words["point"])
}

// sums are the fields whose figures are written as a language does.
var sums = []string{"amount", "arrival", "quantity", "price", "etldCap", "dayStake", "dayLoss", "addStock", "supply"}

// shares are the fields, and lines, that are a share of something.
var shares = []string{"dailyRate", "daily rate"}

// bound are the fields that a payout's hash stands for, in the words that its reviewers'
// wallets sign: the same figures as the user's statement, in other units.
var bound = map[string][]string{"withdrawal_review": ofPayout, "withdrawal_reissue": ofPayout}

var ofPayout = []string{"quantity", "fee", "chainId", "token", "units", "statement"}

// worded are the fields whose values have words; a free text that equals one has none.
var worded = []string{"pool", "move", "part", "cause", "code", "level", "roles", "category", "size"}

// quoted are the fields that people write freely.
var quoted = []string{"evidence", "name", "note", "zhtw", "en", "ru", "value", "subject"}
