package sentence

import (
	"slices"
	"strings"
)

// Line is what stands somewhere before and after an act.
type Line struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Lines are lines with their names in a language; they are written in English.
func Lines(language string, lines []Line) []Line {
	list := make([]Line, len(lines))
	for i, line := range lines {
		list[i] = Line{Field: nameOf(language, line.Field), Before: line.Before, After: line.After}
	}
	return list
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
	if language == English {
		return name
	}
	if text := words["diff."+name]; text != "" {
		return text
	}
	// Some lines name a thing behind their words: "reward of 5 USDT".
	for at := strings.LastIndexByte(name, ' '); at > 0; at = strings.LastIndexByte(name[:at], ' ') {
		if text := words["diff."+name[:at]+" …"]; text != "" {
			return strings.Replace(text, "…", name[at+1:], 1)
		}
	}
	if text := words["field."+name]; text != "" {
		return text
	}
	return name
}
