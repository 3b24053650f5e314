package internal_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// foreign are the names in documents that are none of ours, and why they stand there.
var foreign = []string{
	// Libraries that were considered, and what of them was.
	"koanf", "kong", "rate.Reservation", "LimitListener", "getList", "getOne", "getMany", "golang.org/x/time/rate", "golang.org/x/net/netutil",
	"golang.org/x/image/testdata", "klauspost/compress/gzhttp", "gen2brain/avif", "HugoSmits86/nativewebp",
	// Headers, system calls, and settings of what the program runs on.
	"includeSubDomains", "fdatasync", "GOMEMLIMIT", "SQLITE_TMPDIR",
	// The contract's own name of a field that has another one here.
	"anchorTx",
	// Placeholders of names, and files that a release writes or an operator does.
	"XScreen.tsx", "decideX.ts", "decideX.test.ts", "looks/x.ts", "class/asset", "class/asset/user", "etld_VERSION_amd64.deb", "_arm64.deb", "SHA256SUMS.sig", "policy.json",
	"keys.json", "text/event-stream", "TestListsAreReadFromIndexes/postgres",
	// What `make` makes.
	"bin/release", "../bin/etld", "e2e/artifacts", "e2e/results", "verify.html",
}

var (
	fenced     = regexp.MustCompile("(?s)```.*?```")
	quoted     = regexp.MustCompile("`([^`\n]+)`")
	identifier = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\(\))?$`)
	pathLike   = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+/?$|^[\w-]+\.(go|ts|tsx|md|sh|yml|json|mjs|css|html)$`)
	word       = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// inventory is what a document can name: words of the sources, strings in them, and
// paths.
type inventory struct {
	words map[string]bool
	// packages are the words of each package of the server, by its name.
	packages map[string]map[string]bool
	// text is all sources, for paths of calls.
	text  string
	paths map[string]bool
	names map[string]bool
}

// A back-ticked name in a document is that of something.
func TestDocumentsNameWhatExists(t *testing.T) {
	t.Parallel()
	have, documents := inventoryOf(t)
	if len(documents) < 40 {
		t.Fatalf("only %d documents were found", len(documents))
	}
	unused := map[string]bool{}
	for _, name := range foreign {
		unused[name] = true
	}
	for _, document := range slices.Sorted(maps.Keys(documents)) {
		for _, name := range namesIn(documents[document]) {
			if delete(unused, name); !slices.Contains(foreign, name) && !have.has(name) {
				t.Errorf("%s names `%s`, which is nowhere", document, name)
			}
		}
	}
	for name := range unused {
		t.Errorf("no document names `%s` any more", name)
	}
}

// The rule catches what it is for.
func TestANameOfNothingIsFound(t *testing.T) {
	t.Parallel()
	have := inventory{words: map[string]bool{"Find": true, "user": true, "Elsewhere": true, "amount": true}, packages: map[string]map[string]bool{"user": {"Find": true}}, text: `"users/find"`, paths: map[string]bool{"internal/core/user": true, "web/kit/a.ts": true},
		names: map[string]bool{"a.ts": true, "user": true}}
	text := "`Find`, `user.Find()`, `user.amount`, `core/user`, `users/find`, `a.ts` and `kit/a.ts`; ```\n`nothing`\n``` but `Found`, `user.Found`, `user.Elsewhere`, `core/person`, `users/found`, `b.ts`, `a b`"
	var missing []string
	for _, name := range namesIn(text) {
		if !have.has(name) {
			missing = append(missing, name)
		}
	}
	if want := []string{"Found", "user.Found", "user.Elsewhere", "core/person", "users/found", "b.ts"}; !slices.Equal(missing, want) {
		t.Errorf("missing are %q, not %q", missing, want)
	}
}

// namesIn are the back-ticked names of a document: identifiers and paths.
func namesIn(text string) (names []string) {
	for _, found := range quoted.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		if name := found[1]; identifier.MatchString(name) || pathLike.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

// has says that a name is one of a file or a folder, of a call, or of something in the
// sources.
func (have inventory) has(name string) bool {
	if have.names[name] || have.isPath(name) {
		return true
	}
	if pathLike.MatchString(name) {
		return strings.Contains(have.text, name)
	}
	parts := word.FindAllString(name, -1)
	if slices.ContainsFunc(parts, func(part string) bool { return !have.words[part] }) {
		return false
	}
	words, isPackage := have.packages[parts[0]]
	return !isPackage || len(parts) == 1 || isOther(parts[1]) || words[parts[1]]
}

// isOther says that what looks like a name in a package is one of a field, a parameter or
// an event: those begin with a small letter.
func isOther(name string) bool { return strings.ToLower(name[:1]) == name[:1] }

// isPath says that a path ends as the name does.
func (have inventory) isPath(name string) bool {
	name = strings.TrimSuffix(name, "/")
	if !strings.Contains(name, "/") {
		return false
	}
	for one := range have.paths {
		if one == name || strings.HasSuffix(one, "/"+name) {
			return true
		}
	}
	return false
}

// inventoryOf reads the tree: what is written by hand or generated into it.
func inventoryOf(t *testing.T) (inventory, map[string]string) {
	t.Helper()
	have, documents := inventory{words: map[string]bool{}, packages: map[string]map[string]bool{}, paths: map[string]bool{}, names: map[string]bool{}}, map[string]string{}
	var text strings.Builder
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
		if entry.IsDir() {
			if slices.Contains([]string{"node_modules", "dist", ".git", "bin", "data", ".cache", "coverage"}, entry.Name()) {
				return filepath.SkipDir
			}
			have.paths[name] = true
			return nil
		}
		have.paths[name], have.names[entry.Name()] = true, true
		content, isText := "", slices.Contains([]string{"", ".go", ".ts", ".tsx", ".sql", ".json", ".css", ".html", ".yml", ".sh", ".mjs", ".md", ".service", ".mod", ".pgo"}, filepath.Ext(file))
		if isText && filepath.Ext(file) != ".pgo" && entry.Name() != "package-lock.json" {
			read, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			content = string(read)
		}
		if filepath.Ext(file) == ".go" {
			in := path.Base(path.Dir(name))
			if have.packages[in] == nil {
				have.packages[in] = map[string]bool{}
			}
			for _, one := range word.FindAllString(content, -1) {
				have.packages[in][one] = true
			}
		}
		switch {
		case filepath.Ext(file) == ".md":
			documents[name] = content
		case name != "internal/documents_test.go":
			text.WriteString(content + "\n")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	have.text = text.String()
	for _, one := range word.FindAllString(have.text, -1) {
		have.words[one] = true
	}
	return have, documents
}
