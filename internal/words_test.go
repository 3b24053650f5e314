package internal_test

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// meaning is what a word says in names, and in which packages: elsewhere it would be a
// second meaning, or another name for something that has one.
type meaning struct {
	// word is one, with its forms.
	words []string
	is    string
	in    []string
}

// wordsWithOneMeaning are those that had several. Who needs one elsewhere takes the
// word of the house for it (the table in ARCHITECTURE.md), or a new one.
var wordsWithOneMeaning = []meaning{
	{[]string{"settle", "settles", "settled", "settling"}, "a round's end: stakes and prizes are posted; of a transfer, that it has its last state",
		[]string{"features/game", "features/game/play", "core/payment", "core/payment/incoming", "app"}},
	{[]string{"settlement"}, "who is told how a payout ends", []string{"core/payout"}},
	{[]string{"tell"}, "an open app is told what leaves no notice; a reminder's turn has come; figures and documents are filled in",
		[]string{"features/notice", "features/game", "core/payment", "core/payment/claim", "core/user", "infra/jobs", "infra/metrics", "infra/schemas"}},
	{[]string{"holder", "holders"}, "whose token it is, in the words of its contract", []string{"infra/chain/contracts"}},
	{[]string{"hold"}, "the ledger's name for what is reserved", []string{"core/ledger"}},
	{[]string{"held"}, "what somebody, or an account, has; of a transfer, that it waits for the rest of what an order costs; the ledger's name for what is reserved",
		[]string{"core/ledger", "core/payment", "core/payment/reconciliation", "core/payout", "features/game", "features/game/points", "features/people", "features/transparency"}},
	{[]string{"standing"}, "", nil},
	{[]string{"part", "parts"}, "what operators can stop; else a piece of one whole, such as a sum, the program or a text",
		[]string{"app", "core/books", "core/checkout", "core/life", "core/operator/emergency", "core/operator/emergency/emergencytest", "core/payment", "core/picture",
			"features/machine", "features/machine/offer", "features/node", "features/people", "features/report", "features/solvency/sumtree", "features/team",
			"features/transparency", "infra/chain/signer", "infra/httpapi", "infra/sqldb", "infra/sqldb/migrations"}},
	{[]string{"wish", "wishes"}, "", nil},
	{[]string{"dossier"}, "", nil},
	{[]string{"prospect", "prospects"}, "", nil},
	{[]string{"sweep", "sweeps"}, "", nil},
	{[]string{"obstacle", "obstacles"}, "", nil},
	{[]string{"verdict"}, "what came of verifying a proof", []string{"features/solvency"}},
	{[]string{"press", "presses"}, "", nil},
	{[]string{"catalogue"}, "what is sold, in its order; of texts, by their codes",
		[]string{"features/machine", "features/machine/offer", "features/node", "features/shop", "features/notice", "features/withdrawal", "core/operator"}},
}

func TestWordsHaveOneMeaning(t *testing.T) {
	t.Parallel()
	list := sources(t)
	for _, breach := range secondMeanings(list) {
		t.Error(breach)
	}
	for _, m := range wordsWithOneMeaning {
		for _, in := range m.in {
			if !slices.ContainsFunc(list, func(s source) bool { return path.Dir(s.path) == in && !isTest(s) && m.isIn(s.file) }) {
				t.Errorf("%s: no name has the word %s any more: take it away", in, m.words[0])
			}
		}
	}
}

// isIn says that a file gives a name with the word.
func (m meaning) isIn(file *ast.File) bool {
	return slices.ContainsFunc(declared(file), func(name string) bool {
		return slices.ContainsFunc(partsOf(name), func(part string) bool { return slices.Contains(m.words, part) })
	})
}

// The rule catches what it is for.
func TestASecondMeaningIsFound(t *testing.T) {
	t.Parallel()
	s := parsed(t, "core/p/p.go", "package p\n\ntype wishList struct{ Holder, shareholders string }\n\nfunc (wishList) settleAll() {}\n\nconst tellEvery, withhold = 1, 2\n\nvar threshold, xWishes int\n")
	want := []string{"core/p: Holder has the word holder", "core/p: settleAll has the word settle", "core/p: tellEvery has the word tell",
		"core/p: wishList has the word wish", "core/p: xWishes has the word wishes"}
	got := secondMeanings([]source{s})
	for i := range got {
		got[i], _, _ = strings.Cut(got[i], ",")
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, not %q", got, want)
	}
	game := parsed(t, "features/game/p.go", "package game\n\nfunc settle() {}\n")
	if got := secondMeanings([]source{game}); len(got) != 0 {
		t.Errorf("found %q", got)
	}
}

// secondMeanings are the declared names that have a word where it has no meaning.
func secondMeanings(list []source) (breaches []string) {
	for _, s := range list {
		if isTest(s) {
			continue
		}
		in := path.Dir(s.path)
		for _, name := range declared(s.file) {
			for _, part := range partsOf(name) {
				for _, m := range wordsWithOneMeaning {
					if slices.Contains(m.words, part) && !slices.Contains(m.in, in) {
						breaches = append(breaches, fmt.Sprintf("%s: %s has the word %s, which means in %v: %q", in, name, part, m.in, m.is))
					}
				}
			}
		}
	}
	slices.Sort(breaches)
	return slices.Compact(breaches)
}

// declared are the names that a file gives: of types, fields, functions, their parameters
// and results, variables of the package and constants.
func declared(file *ast.File) (names []string) {
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			names = append(append(names, d.Name.Name), namesGivenIn(d.Type)...)
		case *ast.GenDecl:
			names = append(names, namesGivenIn(d)...)
		}
	}
	return names
}

// namesGivenIn are the names that are given within a declaration, or to parameters and results.
func namesGivenIn(node ast.Node) (names []string) {
	ast.Inspect(node, func(n ast.Node) bool {
		var given []*ast.Ident
		switch n := n.(type) {
		case *ast.TypeSpec:
			given = []*ast.Ident{n.Name}
		case *ast.ValueSpec:
			given = n.Names
		case *ast.Field:
			given = n.Names
		}
		for _, name := range given {
			names = append(names, name.Name)
		}
		return true
	})
	return names
}

// humps are the words of a name.
var humps = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

func partsOf(name string) []string {
	parts := humps.FindAllString(name, -1)
	for i := range parts {
		parts[i] = strings.ToLower(parts[i])
	}
	return parts
}
