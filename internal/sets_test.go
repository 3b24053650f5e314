package internal_test

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The documents list what is shown of a type of texts with constants: by its Values, which
// names each of them.
func TestSetsOfTextsAreListed(t *testing.T) {
	t.Parallel()
	for _, flaw := range setFlaws(sources(t)) {
		t.Error(flaw)
	}
}

// The rule catches what it is for.
func TestTheRuleOfSetsCatchesBreaches(t *testing.T) {
	t.Parallel()
	colours := parsed(t, "p/colours/colours.go", "package colours\ntype Colour string\nconst (\n\tNone Colour = \"\"\n\tRed Colour = \"red\"\n\tGreen Colour = \"green\"\n\tBlue = Colour(\"blue\")\n)\n"+
		"func (Colour) Values() []string { return texts(all()) }\nfunc all() []Colour { return []Colour{Red, Blue} }\n")
	shown := parsed(t, "p/shown.go", "package p\nimport \"etld/internal/p/colours\"\ntype Size string\nconst Small Size = \"small\"\ntype Free string\ntype kept string\nconst one kept = \"one\"\n"+
		"type Row struct {\n\tSizes []Size `json:\"sizes\"`\n\tFree Free `json:\"free\"`\n\tKept kept\n\tHidden kept `json:\"-\"`\n"+
		"\tFew colours.Colour `query:\"few\" enum:\",red\"`\n\tOther *colours.Colour `json:\"other\" enum:\"pink\"`\n\tAll colours.Colour `json:\"all\" enum:\",blue,green,red\"`\n}\n")
	want := []string{"p/colours.Colour has the constant Green, which its Values lacks",
		"p/shown.go: all repeats the values of p/colours.Colour",
		"p/shown.go: other may be pink, which is no constant of p/colours.Colour",
		"p/shown.go: sizes is a p.Size, which has constants and no Values"}
	if got := setFlaws([]source{colours, shown}); !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

// textSet is a type of texts with constants.
type textSet struct {
	// values are what the constants hold, by their names; what is no literal is left out.
	values map[string]string
	names  []string
	// listed are the names that lead from Values to constants; nil without Values.
	listed map[string]bool
}

// setFlaws are the types that a document shows without all their values, and the tags
// that name others or again the same.
func setFlaws(files []source) (flaws []string) {
	files = slices.DeleteFunc(slices.Clone(files), isTest)
	sets := make(map[string]*textSet)
	for _, s := range files {
		for _, spec := range constantsOf(s.file) {
			addConstant(sets, path.Dir(s.path), spec)
		}
	}
	bodies := make(map[string]map[string]ast.Node)
	for _, s := range files {
		if bodies[path.Dir(s.path)] == nil {
			bodies[path.Dir(s.path)] = make(map[string]ast.Node)
		}
		maps.Copy(bodies[path.Dir(s.path)], declaredIn(s.file))
	}
	for name, set := range sets {
		of := bodies[strings.TrimSuffix(name, path.Ext(name))]
		if listing := of[strings.TrimPrefix(path.Ext(name), ".")+".Values"]; listing != nil {
			set.listed = make(map[string]bool)
			follow(listing, of, set.listed)
			flaws = append(flaws, set.lacking(name)...)
		}
	}
	for _, s := range files {
		ast.Inspect(s.file, func(node ast.Node) bool {
			if field, ok := node.(*ast.Field); ok && field.Tag != nil {
				flaws = append(flaws, fieldFlaws(s, field, sets)...)
			}
			return true
		})
	}
	slices.Sort(flaws)
	return flaws
}

// constantsOf are the constants of a file that stand for themselves.
func constantsOf(file *ast.File) (list []*ast.ValueSpec) {
	for _, declaration := range file.Decls {
		if block, ok := declaration.(*ast.GenDecl); ok && block.Tok == token.CONST {
			for _, spec := range block.Specs {
				if constant := spec.(*ast.ValueSpec); len(constant.Names) == 1 && len(constant.Values) == 1 {
					list = append(list, constant)
				}
			}
		}
	}
	return list
}

// addConstant adds a constant to the set of its type, where it holds a text of one.
func addConstant(sets map[string]*textSet, dir string, constant *ast.ValueSpec) {
	kind, value := constant.Type, constant.Values[0]
	if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 {
		kind, value = call.Fun, call.Args[0]
	}
	of, ok := kind.(*ast.Ident)
	if !ok {
		return
	}
	literal, isLiteral := value.(*ast.BasicLit)
	if isLiteral && literal.Kind != token.STRING || of.Name == "string" || !isLiteral && !isName(value) {
		return
	}
	set := sets[dir+"."+of.Name]
	if set == nil {
		set = &textSet{values: make(map[string]string)}
		sets[dir+"."+of.Name] = set
	}
	set.names = append(set.names, constant.Names[0].Name)
	if isLiteral {
		set.values[constant.Names[0].Name], _ = strconv.Unquote(literal.Value)
	}
}

// isName says that an expression is another constant.
func isName(value ast.Expr) bool {
	switch value.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// declaredIn are a file's functions and variables by their names, methods with their type.
func declaredIn(file *ast.File) map[string]ast.Node {
	list := make(map[string]ast.Node)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			list[functionName(d)] = d
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, name := range v.Names {
						list[name.Name] = v
					}
				}
			}
		}
	}
	return list
}

func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
		return of.Name + "." + f.Name.Name
	}
	return ""
}

// follow collects the names in a declaration, and in those that it names.
func follow(node ast.Node, declared map[string]ast.Node, into map[string]bool) {
	ast.Inspect(node, func(inner ast.Node) bool {
		if name, ok := inner.(*ast.Ident); ok && !into[name.Name] {
			into[name.Name] = true
			if next := declared[name.Name]; next != nil {
				follow(next, declared, into)
			}
		}
		return true
	})
}

// lacking are the constants that Values does not come to, but the empty one.
func (s *textSet) lacking(of string) (flaws []string) {
	for _, name := range s.names {
		if value, isKnown := s.values[name]; !s.listed[name] && (value != "" || !isKnown) {
			flaws = append(flaws, of+" has the constant "+name+", which its Values lacks")
		}
	}
	return flaws
}

// fieldFlaws are those of a field that a document shows.
func fieldFlaws(s source, field *ast.Field, sets map[string]*textSet) (flaws []string) {
	text, _ := strconv.Unquote(field.Tag.Value)
	tag := reflect.StructTag(text)
	shown, _, _ := strings.Cut(tag.Get("json")+tag.Get("query"), ",")
	of := typeIn(s, field.Type)
	set := sets[of]
	switch {
	case set == nil || shown == "" || shown == "-":
		return nil
	case set.listed == nil:
		return []string{s.path + ": " + shown + " is a " + of + ", which has constants and no Values"}
	case tag.Get("enum") == "" || len(set.values) < len(set.names):
		return nil
	}
	named := slices.DeleteFunc(strings.Split(tag.Get("enum"), ","), func(value string) bool { return value == "" })
	all := slices.DeleteFunc(slices.Sorted(maps.Values(set.values)), func(value string) bool { return value == "" })
	for _, value := range named {
		if !slices.Contains(all, value) {
			flaws = append(flaws, s.path+": "+shown+" may be "+value+", which is no constant of "+of)
		}
	}
	if slices.Equal(slices.Sorted(slices.Values(named)), all) {
		flaws = append(flaws, s.path+": "+shown+" repeats the values of "+of)
	}
	return flaws
}

// typeIn is what a field's type is called, with the folder of its package in front.
func typeIn(s source, kind ast.Expr) string {
	switch k := kind.(type) {
	case *ast.StarExpr:
		return typeIn(s, k.X)
	case *ast.ArrayType:
		return typeIn(s, k.Elt)
	case *ast.Ident:
		return path.Dir(s.path) + "." + k.Name
	case *ast.SelectorExpr:
		for _, spec := range s.file.Imports {
			from, _ := strconv.Unquote(spec.Path.Value)
			if of, ok := k.X.(*ast.Ident); ok && path.Base(from) == of.Name {
				return strings.TrimPrefix(from, "etld/internal/") + "." + k.Sel.Name
			}
		}
	}
	return ""
}
