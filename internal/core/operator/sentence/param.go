package sentence

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Param is what a parameter is called in a language; one that has no words by its own name.
func Param(language, name string) string {
	if said := paramOf(catalogues[language], name); said != "" {
		return said
	}
	return name
}

// Value is a parameter's value in a language with its unit, in one line.
func Value(language, name, value string) string {
	const noBreakSpace = "\u00a0"
	return strings.ReplaceAll(valueOfParam(catalogues[language], name, value), " ", noBreakSpace)
}

// Unit is what a parameter's figure is in: a currency, "%" or nothing.
func Unit(name string) string {
	return strings.TrimSpace(strings.Replace(unitOf(catalogues[English], name), open, "", 1))
}

// network is how a parameter's name writes a network.
var network = regexp.MustCompile(`^(BEP|ERC)(\d+)$`)

// paramOf is the words for a parameter's name; empty where there are none. A name that
// holds a currency, a network or a level has words around it.
func paramOf(words map[string]string, name string) string {
	if said := words["param."+name]; said != "" {
		return said
	}
	pattern, thing := patternOf(words, "param.", name)
	parts := strings.Split(strings.ToUpper(thing), ".")
	for i, part := range parts {
		parts[i] = network.ReplaceAllString(part, "$1-$2")
	}
	slices.Reverse(parts)
	return strings.Replace(words[pattern], open, strings.Join(parts, ", "), 1)
}

// unitOf are the words around a parameter's figure; empty where its name says all.
func unitOf(words map[string]string, name string) string {
	pattern, _ := patternOf(words, "unit.", name)
	return cmp.Or(words["unit."+name], words[pattern])
}

// valueOfParam is a parameter's value with its unit, or several behind arrows; what is no
// figure stays as it is.
func valueOfParam(words map[string]string, name, value string) string {
	const arrow = " → "
	parts := strings.Split(value, arrow)
	for i, part := range parts {
		parts[i] = measured(words, unitOf(words, name), part)
	}
	return strings.Join(parts, arrow)
}

// measured is a figure within the words of its unit. A share is a percentage.
func measured(words map[string]string, unit, value string) string {
	if !figure.MatchString(value) {
		return value
	}
	if unit == words["percent"] {
		value = hundredths(value)
	}
	return strings.Replace(cmp.Or(unit, open), open, figureOf(words, value), 1)
}

// hundredths are how many hundredths a decimal share is: its point is moved.
func hundredths(share string) string {
	whole, fraction, _ := strings.Cut(share, ".")
	fraction += "00"
	whole = cmp.Or(strings.TrimLeft(whole+fraction[:2], "0"), "0")
	return strings.TrimSuffix(whole+"."+strings.TrimRight(fraction[2:], "0"), ".")
}

// sayParam gives the fields of a parameter's change the parameter's words and unit. What
// is no figure of a parameter keeps its marks.
func sayParam(words map[string]string, fields []field) {
	at := slices.IndexFunc(fields, func(f field) bool { return f.name == "name" })
	if at < 0 {
		return
	}
	name := fields[at].raw
	said := paramOf(words, name)
	if said == "" {
		return
	}
	fields[at].words = quote(words, said, name)
	for i, f := range fields {
		if f.name == "value" && figure.MatchString(f.raw) {
			fields[i].words = valueOfParam(words, name, f.raw)
		}
	}
}
