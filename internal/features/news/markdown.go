package news

import (
	"bytes"
	"errors"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

const (
	// nestingMax bounds quotes in lists in quotes: nobody reads more, and browsers
	// do not draw more.
	nestingMax = 12
	// headingTop is the level of an article's own highest headings: the first is
	// the title's.
	headingTop, headingLeast = 2, 4
)

// errNested refuses a text that is nested too deeply.
var errNested = errors.New("the text is nested too deeply")

// linkForm is where links may lead: to https, and to the app's own screens. A host
// stands at the beginning: with a user's name before it, people read that as the host.
var linkForm = regexp.MustCompile(`^(https://[^\s"'<>\\/?#@]+([/?#][^\s"'<>\\]*)?|#/[A-Za-z0-9/?&=_-]*)$`)

// printer turns Markdown into HTML that is safe on a page of ours.
type printer struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
}

// newPrinter lets little through. What is unknown keeps its text and loses its
// marks; scripts and styles lose their text too.
func newPrinter() *printer {
	policy := bluemonday.NewPolicy()
	policy.AllowElements("h2", "h3", "h4", "p", "br", "hr", "strong", "em", "ul", "ol", "li", "blockquote", "pre", "code")
	policy.AllowAttrs("href").Matching(linkForm).OnElements("a")
	policy.AllowURLSchemes("https")
	policy.AllowRelativeURLs(true)
	policy.RequireNoReferrerOnFullyQualifiedLinks(true)
	policy.AddTargetBlankToFullyQualifiedLinks(true)
	return &printer{markdown: goldmark.New(), policy: policy}
}

// print is the HTML of a text.
func (p *printer) print(markdown string) (string, error) {
	source := []byte(markdown)
	tree := p.markdown.Parser().Parse(text.NewReader(source))
	if err := normalise(tree); err != nil {
		return "", err
	}
	var printed bytes.Buffer
	if err := p.markdown.Renderer().Render(&printed, source, tree); err != nil {
		return "", err
	}
	return p.policy.Sanitize(printed.String()), nil
}

// unlinked are the targets of a text's links and pictures that are not printed.
func (p *printer) unlinked(markdown string) []string {
	source, list := []byte(markdown), []string{}
	// A walk whose steps refuse nothing has no error.
	_ = ast.Walk(p.markdown.Parser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		target := ""
		switch n := node.(type) {
		case *ast.Link:
			target = string(n.Destination)
		case *ast.AutoLink:
			target = string(n.URL(source))
		case *ast.Image:
			list = appendOnce(list, entering, string(n.Destination))
		}
		list = appendOnce(list, entering && target != "" && !linkForm.MatchString(target), target)
		return ast.WalkContinue, nil
	})
	return list
}

func appendOnce(list []string, isOne bool, target string) []string {
	if isOne && !slices.Contains(list, target) {
		return append(list, target)
	}
	return list
}

// outsideForm is what leads people outside without being a link: a scheme, a host, and
// what may be a wallet's address, on whichever chain and in whichever parts.
var outsideForm = regexp.MustCompile(`://|[\p{L}-][.．。]\p{L}{2}|\p{N}[.．。][A-Za-z]{2}|\d{1,3}(\.\d{1,3}){3}|[0-9A-Za-z]{26}|([0-9a-fA-F]\s*){40}`)

// namesOutside says that a text names a host or an address, whatever in it cannot be seen.
func namesOutside(text string) bool {
	return outsideForm.MatchString(strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, text))
}

// mark is one of printed HTML.
var mark = regexp.MustCompile(`<[^>]*>`)

// leadsOut says that some texts lead to another host, by a link or by its name, or name
// an address. It looks at what is printed, as Markdown can write letters in many ways.
func (p *printer) leadsOut(texts Texts) (bool, error) {
	for _, l := range texts.languages() {
		t := texts.in(l)
		printed, err := p.print(t.Body)
		if err != nil {
			return false, err
		}
		read := html.UnescapeString(mark.ReplaceAllString(printed, ""))
		if strings.Contains(printed, `href="https://`) || slices.ContainsFunc([]string{t.Title, t.Summary, read}, namesOutside) {
			return true, nil
		}
	}
	return false, nil
}

// normalise puts headings below the title's and refuses what is nested too deeply.
func normalise(tree ast.Node) error {
	depth := 0
	return ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if node.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		if depth++; depth > nestingMax {
			return ast.WalkStop, errNested
		}
		if heading, ok := node.(*ast.Heading); ok {
			heading.Level = min(heading.Level+headingTop-1, headingLeast)
		}
		return ast.WalkContinue, nil
	})
}
