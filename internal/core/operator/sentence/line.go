package sentence

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"etld/internal/base/wording"
)

// shownMax keeps a comparison readable; whoever shows it has the whole text elsewhere.
const shownMax = 300

// Line is what stands somewhere before and after an act.
type Line struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Comparison gathers the lines of what differs.
type Comparison []Line

// Add adds a line where something differs.
func (c *Comparison) Add(field string, before, after any) {
	if was, is := fmt.Sprint(before), fmt.Sprint(after); was != is {
		*c = append(*c, Line{Field: field, Before: wording.Cut(was, shownMax), After: wording.Cut(is, shownMax)})
	}
}

// AddWords adds a line for each language in which a name or the details of what is
// sold differ.
func (c *Comparison) AddWords(names, newNames, details, newDetails wording.Texts) {
	for _, language := range wording.Languages() {
		c.Add("name "+language, names[language], newNames[language])
		c.Add("details "+language, details[language], newDetails[language])
	}
}

// Lines are lines in a language; they are written in English, with states and causes by
// their codes.
func Lines(language string, lines []Line) []Line {
	words, list := catalogues[language], make([]Line, len(lines))
	for i, line := range lines {
		list[i] = Line{Field: nameOf(language, line.Field), Before: line.Before, After: line.After}
		switch {
		case paramOf(words, line.Field) != "":
			list[i].Before, list[i].After = valueOfParam(words, line.Field, line.Before), valueOfParam(words, line.Field, line.After)
		case slices.Contains(shares, strings.TrimSuffix(line.Field, " announced")):
			list[i].Before, list[i].After = measured(words, words["percent"], line.Before), measured(words, words["percent"], line.After)
		case !slices.Contains(quoted, line.Field):
			list[i].Before, list[i].After = saidOf(words, line.Before), saidOf(words, line.After)
		}
	}
	return list
}

// coded is a reason that people choose, with what they write behind it.
var coded = regexp.MustCompile(`^([a-z]+(?:_[a-z]+)*)(: .*)?$`)

// Why is a reason in a language, of a person as far as it was chosen from a list: what
// people write themselves stays.
func Why(language, reason string, byProgram bool) string {
	words := catalogues[language]
	if parts := coded.FindStringSubmatch(reason); parts != nil && words["value."+parts[1]] != "" {
		return words["value."+parts[1]] + strings.Replace(parts[2], ": ", words["colon"], 1)
	}
	if byProgram {
		return saidOf(words, reason)
	}
	return reason
}

// Since are the lines that differ from those of then, from what followed then to what
// follows now.
func Since(then, now []Line) []Line {
	list := []Line{}
	for _, line := range now {
		i := slices.IndexFunc(then, func(l Line) bool { return l.Field == line.Field })
		if i < 0 {
			list = append(list, Line{Field: line.Field, After: line.After})
		} else if then[i] != line {
			list = append(list, Line{Field: line.Field, Before: then[i].Before + " → " + then[i].After, After: line.Before + " → " + line.After})
		}
	}
	return list
}

// nameOf is the name of a line in a language; what has no words there stays as it is.
func nameOf(language, name string) string {
	words := catalogues[language]
	if said := paramOf(words, name); said != "" {
		return said
	}
	if language == English {
		return name
	}
	if known := cmp.Or(words["diff."+name], words["field."+name]); known != "" {
		return known
	}
	// Some lines name a thing within their words: "reward of 5 USDT".
	if pattern, thing := patternOf(words, "diff.", name); pattern != "" {
		return strings.Replace(words[pattern], open, nameOf(language, thing), 1)
	}
	return name
}

// saidOf is what stands before or after, or why, in a language: a text that has words, one
// that has them around a thing, or several behind commas; what has none stays as it is.
func saidOf(words map[string]string, text string) string {
	if known := words["said."+text]; known != "" {
		return known
	}
	if pattern, thing := patternOf(words, "said.", text); pattern != "" {
		return strings.Replace(words[pattern], open, saidOf(words, thing), 1)
	}
	parts := strings.Split(text, ",")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		known := cmp.Or(words["said."+part], words["value."+part])
		if known == "" {
			return text
		}
		parts[i] = known
	}
	return strings.Join(parts, ", ")
}

// open stands in words for a thing that they are around.
const open = "…"

// patternOf is the longest key whose words around a thing are those of a text, and the thing.
func patternOf(words map[string]string, prefix, text string) (longest, thing string) {
	for key := range words {
		rest, isOne := strings.CutPrefix(key, prefix)
		head, tail, isOpen := strings.Cut(rest, open)
		if !isOne || !isOpen || len(text) <= len(head)+len(tail) || len(key) <= len(longest) {
			continue
		}
		if strings.HasPrefix(text, head) && strings.HasSuffix(text, tail) {
			longest, thing = key, text[len(head):len(text)-len(tail)]
		}
	}
	return longest, thing
}
