package internal_test

import (
	"fmt"
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// What is larger reads in more than one sitting.
const (
	functionLinesMax  = 70
	fileLinesMax      = 400
	packageLinesMax   = 3_000
	methodsMax        = 40
	testsPerHundred   = 50
	longTestFunctions = 30
)

// The tree as it was when these figures were last lowered, rounded up to the
// step of their test. They may only fall, and must be lowered when the tree is
// better by a step.
var (
	longFunctions = map[string]int{
		// A table, and a fake that plays a whole chain.
		"core/ledger/policy.go: policy":                          110,
		"infra/chain/chaintest/contract.go: RunProviderContract": 100,
	}
	longFiles = map[string]int{
		"infra/chain/watcher.go":            450,
		"core/ledger/http_test.go":          500,
		"core/payment/credit_test.go":       450,
		"core/payout/faults_wallet_test.go": 450,
		"core/payout/node_test.go":          450,
		"core/price/service_test.go":        450,
		"features/game/play/play_test.go":   500,
		"features/news/news_test.go":        500,
		"features/swap/swap_test.go":        600,
		"infra/sqldb/conformance_test.go":   500,
	}
	largePackages = map[string]int{}
	manyMethods   = map[string]int{
		"app.Program":                45,
		"app/demo.World":             45,
		"core/payment.Service":       45,
		"features/machine.portfolio": 45,
		"infra/chain.Pool":           45,
	}
	// fewTests are lines of tests for each hundred of a package, rounded down: most
	// of these are tested through the package above.
	fewTests = map[string]int{
		"app/demo":                    10,
		"app/demo/pictures/draw":      0,
		"base/entropy":                40,
		"base/money":                  40,
		"core/payment/claim":          10,
		"core/payment/reconciliation": 10,
		"core/picture":                30,
		"core/price":                  40,
		"features/machine/payrun":     0,
		"features/personal":           0,
		"features/report":             30,
		"features/transparency":       30,
		"infra/chain/anvil":           40,
		"infra/chain/contracts":       30,
		"infra/config":                30,
	}
)

func TestFunctionsAreShort(t *testing.T) {
	t.Parallel()
	product, tests := map[string]int{}, []finding(nil)
	for _, s := range sources(t) {
		for name, lines := range functionLines(s) {
			if !isTest(s) {
				product[name] = lines
			} else if lines > functionLinesMax {
				tests = append(tests, finding{place: name, width: lines})
			}
		}
	}
	hold(t, size{"lines of a function", functionLinesMax, 10, longFunctions}, product)
	holdTo(t, fmt.Sprintf("tests of more than %d lines", functionLinesMax), tests, longTestFunctions)
}

func TestFilesAreShort(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for _, s := range sources(t) {
		found[s.path] = strings.Count(s.text, "\n")
	}
	hold(t, size{"lines of a file", fileLinesMax, 50, longFiles}, found)
}

func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	product, _ := packageLines(sources(t))
	hold(t, size{"lines of a package", packageLinesMax, 100, largePackages}, product)
}

func TestTypesHaveFewMethods(t *testing.T) {
	t.Parallel()
	hold(t, size{"methods of a type", methodsMax, 5, manyMethods}, methodsOf(sources(t)))
}

func TestPackagesHaveTests(t *testing.T) {
	t.Parallel()
	product, tests := packageLines(sources(t))
	// missing are what a package lacks, so that less is better here too.
	missing, named := map[string]int{}, map[string]int{}
	for name, lines := range product {
		if !isKit(name) {
			missing[name] = 100 - 100*tests[name]/lines
		}
	}
	for name, has := range fewTests {
		named[name] = 100 - has
	}
	hold(t, size{"lines without a test of each hundred", 100 - testsPerHundred, 10, named}, missing)
}

// The rules catch what they are for.
func TestSizeRulesCatchBreaches(t *testing.T) {
	t.Parallel()
	s := parsed(t, "core/p/p.go", "package p\n\ntype T[A any] struct{}\n\nfunc (*T[A]) a() {\n\treturn\n}\n\nfunc (T[A]) b() {}\n\n// c is.\nfunc c() {}\n")
	above := parsed(t, "core/q/q.go", "package q\n\nimport \"etld/internal/core/p\"\n\ntype U struct{ *p.T[int] }\n\ntype V struct {\n\tU\n\tt p.T[int]\n}\n\nfunc (V) a() {}\n\nfunc (V) d() {}\n")
	if got := fmt.Sprint(functionLines(s)); got != "map[core/p/p.go: a:3 core/p/p.go: b:1 core/p/p.go: c:1]" {
		t.Errorf("lines of functions: %s", got)
	}
	if got := fmt.Sprint(methodsOf([]source{s, above})); got != "map[core/p.T:2 core/q.U:2 core/q.V:3]" {
		t.Errorf("methods: %s", got)
	}
	test := parsed(t, "core/p/p_test.go", "package p\n")
	if product, tests := packageLines([]source{s, test}); product["core/p"] != 12 || tests["core/p"] != 1 {
		t.Errorf("lines: %v, %v", product, tests)
	}
	if isKit("core/payment") || !isKit("core/worldtest") || !isKit("infra/sqldb/dbtest/cluster") {
		t.Error("what is a kit of tests")
	}
	size := size{"lines", 100, 10, map[string]int{"as it was": 130, "larger": 130, "smaller": 130, "small": 130, "gone": 130}}
	got := breachesOf(size, map[string]int{"as it was": 121, "larger": 131, "smaller": 120, "small": 100, "new": 101, "fine": 100})
	want := []string{
		"gone: 0 lines, which is within 100: take its figure away", "larger: 131 lines, more than 130", "new: 101 lines, more than 100",
		"small: 100 lines, which is within 100: take its figure away", "smaller: 120 lines: lower its figure to 120",
	}
	if !slices.Equal(got, want) {
		t.Errorf("breaches: %q", got)
	}
}

// size is a limit, and who was above it when the figures were last lowered.
type size struct {
	what      string
	max, step int
	named     map[string]int
}

// hold fails where something is larger than it may be, and where a figure is
// higher than it has to be.
func hold(t *testing.T, s size, found map[string]int) {
	t.Helper()
	for _, breach := range breachesOf(s, found) {
		t.Error(breach)
	}
}

func breachesOf(s size, found map[string]int) (list []string) {
	all := maps.Clone(s.named)
	maps.Copy(all, found)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		got := found[name]
		allowed, isNamed := s.named[name]
		switch {
		case !isNamed && got > s.max:
			list = append(list, fmt.Sprintf("%s: %d %s, more than %d", name, got, s.what, s.max))
		case isNamed && got > allowed:
			list = append(list, fmt.Sprintf("%s: %d %s, more than %d", name, got, s.what, allowed))
		case isNamed && got <= s.max:
			list = append(list, fmt.Sprintf("%s: %d %s, which is within %d: take its figure away", name, got, s.what, s.max))
		case isNamed && got <= allowed-s.step:
			list = append(list, fmt.Sprintf("%s: %d %s: lower its figure to %d", name, got, s.what, roundedUp(got, s.step)))
		}
	}
	return list
}

func roundedUp(n, step int) int { return (n + step - 1) / step * step }

// functionLines counts the lines of each function, its comment not among them.
func functionLines(s source) map[string]int {
	list := map[string]int{}
	for _, declaration := range s.file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok {
			name := s.path + ": " + f.Name.Name
			list[name] = max(list[name], 1+strings.Count(s.text[f.Type.Pos()-s.file.FileStart:f.End()-s.file.FileStart], "\n"))
		}
	}
	return list
}

// packageLines counts the lines of each package and of its tests.
func packageLines(list []source) (product, tests map[string]int) {
	product, tests = map[string]int{}, map[string]int{}
	for _, s := range list {
		lines := product
		if isTest(s) {
			lines = tests
		}
		lines[path.Dir(s.path)] += strings.Count(s.text, "\n")
	}
	return product, tests
}

// methodsOf counts the methods of each type, those of the product's types that it
// embeds among them.
func methodsOf(list []source) map[string]int {
	own, embedded := map[string][]string{}, map[string][]string{}
	for _, s := range list {
		if isTest(s) {
			continue
		}
		in := path.Dir(s.path) + "."
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					name := in + nameOf(n.Recv.List[0].Type)
					own[name] = append(own[name], n.Name.Name)
				}
				return false
			case *ast.TypeSpec:
				embedded[in+n.Name.Name] = embeddedBy(s, n)
			}
			return true
		})
	}
	var names func(of string) map[string]bool
	names = func(of string) map[string]bool {
		all := map[string]bool{}
		for _, name := range own[of] {
			all[name] = true
		}
		for _, one := range embedded[of] {
			maps.Copy(all, names(one))
		}
		return all
	}
	methods := map[string]int{}
	for name := range embedded {
		if n := len(names(name)); n > 0 {
			methods[name] = n
		}
	}
	return methods
}

// embeddedBy are the product's types that a struct embeds.
func embeddedBy(s source, spec *ast.TypeSpec) (list []string) {
	of, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	for _, field := range of.Fields.List {
		if len(field.Names) > 0 {
			continue
		}
		name := nameOf(field.Type)
		in, name, isElsewhere := strings.Cut(name, ".")
		if !isElsewhere {
			list = append(list, path.Dir(s.path)+"."+in)
			continue
		}
		for _, i := range s.file.Imports {
			if imported, isOurs := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module); isOurs && path.Base(imported) == in {
				list = append(list, imported+"."+name)
			}
		}
	}
	return list
}

// isKit says that a package is there for tests alone.
func isKit(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasSuffix(part, "test") }) || strings.HasSuffix(name, "/testdata")
}
