package sentence

import (
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
