package news

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMarkdown(t *testing.T) {
	t.Parallel()
	p := newPrinter()
	for name, c := range map[string]struct{ text, want string }{
		"paragraphs":                 {"One\ntwo.\n\nThree.", "<p>One\ntwo.</p>\n<p>Three.</p>\n"},
		"headings":                   {"# A\n## B\n### C\n###### D", "<h2>A</h2>\n<h3>B</h3>\n<h4>C</h4>\n<h4>D</h4>\n"},
		"marks":                      {"**strong** *em* `code`", "<p><strong>strong</strong> <em>em</em> <code>code</code></p>\n"},
		"list":                       {"- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"},
		"quote":                      {"> said", "<blockquote>\n<p>said</p>\n</blockquote>\n"},
		"code":                       {"```go\na < b\n```", "<pre><code>a &lt; b\n</code></pre>\n"},
		"a user's name in a link":    {"[Claim](https://etld.example@thief.example/a) [b](https://a:b@thief.example)", "<p>Claim b</p>\n"},
		"a sign in a path":           {"[out](https://example.org/@a?b=@#@)", `<p><a href="https://example.org/@a?b=@#@" rel="noreferrer noopener" target="_blank">out</a></p>` + "\n"},
		"https":                      {"[out](https://example.org/a?b=1)", `<p><a href="https://example.org/a?b=1" rel="noreferrer noopener" target="_blank">out</a></p>` + "\n"},
		"screen":                     {"[in](#/chainDetails?id=nodeKing)", `<p><a href="#/chainDetails?id=nodeKing">in</a></p>` + "\n"},
		"three scripts of the world": {"節點 узел node", "<p>節點 узел node</p>\n"},
	} {
		if got, err := p.print(c.text); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

// An editor is told where a link leads that readers do not get.
func TestUnlinked(t *testing.T) {
	t.Parallel()
	text := "[nodes](/chain) [again](/chain) [in](#/chain) [out](https://example.org/) [plain](http://plain.example) <mailto:a@b.example> ![x](/logo.png)\n\n[b]: javascript:1\n\n[b]"
	want := []string{"/chain", "http://plain.example", "mailto:a@b.example", "/logo.png", "javascript:1"}
	if got := newPrinter().unlinked(text); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// harmless is all that may ever come out: the elements of the list, without
// attributes but those of links.
var harmless = regexp.MustCompile(`^([^<>]|</?(h2|h3|h4|p|br|hr|strong|em|ul|ol|li|blockquote|pre|code|a)/?>|<a href="(https://[^"<>]*|#/[A-Za-z0-9/?&=;_-]*)"( rel="noreferrer noopener" target="_blank")?>)*$`)

// hostile are texts of somebody who wants to run something in readers' browsers, or
// to lead them elsewhere.
var hostile = []string{
	"<script>alert(1)</script>", "<SCRIPT\n>alert(1)</SCRIPT >", "<scr<script>ipt>alert(1)</scr</script>ipt>", "<script", "<!--<script>-->alert(1)",
	"<img src=x onerror=alert(1)>", "![x](javascript:alert(1))", "![x](https://elsewhere.example/pixel.gif)", "![x](/logo.png)", "![x](data:image/svg+xml,<svg onload=alert(1)>)",
	"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\tscript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](\x01javascript:alert(1))", "[x](  javascript:alert(1))",
	"[x](data:text/html,<script>alert(1)</script>)", "[x](vbscript:x)", "[x](file:///etc/passwd)", "[x](http://plain.example)", "[x](//elsewhere.example)", "[x](/\\elsewhere.example)",
	"[x](https:\\\\elsewhere.example)", "[x](#/a\" onclick=\"alert(1))", "[x](<https://a\"onmouseover=alert(1)>)", "[x](https://a 'title\" onclick=alert(1)')", "<javascript:alert(1)>", "<https://a>",
	"[x]: javascript:alert(1)\n\n[x]", "<a href=javascript:alert(1)>x</a>", "<a href='#' style='position:fixed;inset:0'>x</a>", "<style>*{display:none}</style>", "<iframe src=https://a></iframe>",
	"<object data=x></object><embed src=x><base href=//a><meta http-equiv=refresh content=0;url=//a><link rel=stylesheet href=//a>", "<form action=//a><input name=p><button>x</button></form>",
	"<svg><script>alert(1)</script></svg>", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", "<p onclick=alert(1)>x</p>", "<div id=root class=modal>x</div>", "```\"onclick=alert(1)\nx\n```",
	"`<script>`", "&lt;script&gt;alert(1)&lt;/script&gt;", "\\<script\\>", "\x00<script>", "<\x00script>alert(1)</script>", "\xff\xfe<script>", "* <script>\n* alert(1)\n* </script>", "<x:script xmlns:x=a>alert(1)</x:script>",
}

func TestHostileMarkdown(t *testing.T) {
	t.Parallel()
	p := newPrinter()
	for _, text := range hostile {
		if got, err := p.print(text); err == nil && !harmless.MatchString(got) {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for _, bad := range []string{`<script>`, `<a href="javascript:alert(1)">`, `<p onclick="x">`, `<img src="x">`, `<a href="http://a">`} {
		if harmless.MatchString(bad) {
			t.Errorf("%q passes for harmless", bad)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	p := newPrinter()
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := p.print(text); err == nil && !harmless.MatchString(got) {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

// The largest text that is taken, built to take long, is soon done with.
func TestHugeMarkdownIsQuick(t *testing.T) {
	t.Parallel()
	p := newPrinter()
	fill := func(unit string) string { return strings.Repeat(unit, bodyMax/len(unit)) }
	for name, text := range map[string]string{
		"quotes": fill(">"), "quotes and spaces": fill("> "), "lists": fill("- "), "numbers": fill("1. "), "stars": fill("*"), "open stars": fill("*a "), "under": fill("_a"),
		"brackets": fill("["), "closing": fill("]"), "links": fill("[a]("), "nested links": fill("[") + fill("](a)"), "images": fill("![]("), "ticks": fill("`a"), "angles": fill("<"), "tags": fill("<a "),
		"entities": fill("&#0;"), "backslashes": fill("\\"), "lines": fill("\n"), "headings": fill("#\n"), "references": fill("[a]: b\n"), "comments": fill("<!--"), "stairs": stairs(),
	} {
		var got string
		var err error
		// A busy machine delays one try; what takes long takes long each time.
		took := time.Hour
		for tries := 0; tries < 3 && took > 2*time.Second; tries++ {
			began := time.Now()
			got, err = p.print(text)
			took = min(took, time.Since(began))
		}
		if took > 2*time.Second {
			t.Errorf("%s took %s", name, took)
		}
		if err != nil && !errors.Is(err, errNested) {
			t.Errorf("%s: %v", name, err)
		}
		if len(got) > 20*bodyMax || !harmless.MatchString(got) {
			t.Errorf("%s: %d bytes, %.100q", name, len(got), got)
		}
	}
	for _, deep := range []string{strings.Repeat(">", 20) + "x", strings.Repeat("- ", 20) + "x"} {
		if _, err := p.print(deep); !errors.Is(err, errNested) {
			t.Errorf("%.50q: %v", deep, err)
		}
	}
}

// stairs are lines each nested one deeper.
func stairs() string {
	var b strings.Builder
	for depth := 0; b.Len() < bodyMax; depth++ {
		b.WriteString(strings.Repeat(" ", 2*depth) + "- a\n")
	}
	return b.String()[:bodyMax]
}
