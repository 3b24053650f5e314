package listener

import (
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"etld/internal/base/entropy"
)

func newTestSite(t *testing.T, files fstest.MapFS) *Site {
	t.Helper()
	site, err := NewSite(SiteConfig{Files: files, Chance: entropy.System(), Connect: []string{"https://api.example"}, Secure: true})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

var builtApp = fstest.MapFS{
	"index.html":            {Data: []byte(`<meta content="__CSP_NONCE__"><script nonce="__CSP_NONCE__">`)},
	"assets/main-abc123.js": {Data: []byte(strings.Repeat("export const a = 1\n", 200))},
	"icon.svg":              {Data: []byte("<svg/>")},
	"sw.js":                 {Data: []byte("self")},
	"verify.html":           {Data: []byte("<script>")},
	".vite/manifest.json":   {Data: []byte("{}")},
}

func get(site http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	site.ServeHTTP(recorder, r)
	return recorder
}

func TestEveryPageHasItsOwnNonce(t *testing.T) {
	t.Parallel()
	site := newTestSite(t, builtApp)
	nonces := make(map[string]bool)
	for range 3 {
		got := get(site, "GET", "/?pusername=ABCDEFGH")
		policy := got.Header().Get("Content-Security-Policy")
		match := regexp.MustCompile(`script-src 'self' 'nonce-([A-Za-z0-9_-]{22})'`).FindStringSubmatch(policy)
		if match == nil || got.Code != 200 || got.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("policy %q, headers %v", policy, got.Header())
		}
		if body := got.Body.String(); body != `<meta content="`+match[1]+`"><script nonce="`+match[1]+`">` {
			t.Errorf("the page is %s", body)
		}
		for _, part := range []string{"default-src 'none'", "style-src 'self' 'nonce-" + match[1] + "'", "connect-src 'self' https://api.example", "frame-ancestors 'none'", "upgrade-insecure-requests"} {
			if !strings.Contains(policy, part) {
				t.Errorf("the policy lacks %s: %s", part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is %s", policy)
		}
		nonces[match[1]] = true
	}
	if len(nonces) != 3 {
		t.Error("nonces repeat")
	}
}

func TestSiteBelowAPath(t *testing.T) {
	t.Parallel()
	site, err := NewSite(SiteConfig{Files: builtApp, Chance: entropy.System(), Path: "/operator/", PagesCall: true})
	if err != nil {
		t.Fatal(err)
	}
	if policy := get(site, "GET", "/operator/verify.html").Header().Get("Content-Security-Policy"); policy != pagePolicy+"; connect-src 'self'" {
		t.Errorf("the policy of a page that calls is %s", policy)
	}
	for target, status := range map[string]int{"/operator/": 200, "/operator/index.html": 200, "/operator/icon.svg": 200, "/operator/assets/main-abc123.js": 200,
		"/operator/assets/gone.js": 404, "/": 302, "/index.html": 404, "/icon.svg": 404, "/operator/withdrawals": 302} {
		if got := get(site, "GET", target); got.Code != status || status == 302 && got.Header().Get("Location") != "/operator/" {
			t.Errorf("%s: %d to %q", target, got.Code, got.Header().Get("Location"))
		}
	}
}

func TestSitePaths(t *testing.T) {
	t.Parallel()
	site := newTestSite(t, builtApp)
	for _, test := range []struct {
		method, target string
		status         int
		header, value  string
	}{
		{"GET", "/assets/main-abc123.js", 200, "Cache-Control", "public, max-age=31536000, immutable"},
		{"GET", "/assets/main-abc123.js", 200, "Content-Type", "text/javascript; charset=utf-8"},
		{"HEAD", "/assets/main-abc123.js", 200, "Content-Length", "3800"},
		{"GET", "/icon.svg", 200, "Cache-Control", "no-cache"},
		{"GET", "/icon.svg", 200, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"},
		{"GET", "/sw.js", 200, "Content-Security-Policy", "default-src 'none'; connect-src 'self'"},
		{"GET", "/sw.js", 200, "Cache-Control", "no-cache"},
		{"GET", "/verify.html", 200, "Content-Type", "text/html; charset=utf-8"},
		{"GET", "/verify.html", 200, "Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"},
		{"GET", "/assets/gone.js", 404, "", ""},
		{"GET", "/gone.png", 404, "", ""},
		{"GET", "/.vite/manifest.json", 404, "", ""},
		{"GET", "/../site.go", 404, "", ""},
		{"GET", "/share", 302, "Location", "/"},
		{"GET", "/share?pusername=A1&x=//evil.example", 302, "Location", "/?pusername=A1&x=//evil.example"},
		{"GET", "//evil.example/x", 302, "Location", "/"},
		{"POST", "/", 405, "Allow", "GET, HEAD"},
		{"GET", "/", 200, "Strict-Transport-Security", "max-age=31536000"},
	} {
		r := httptest.NewRequest(test.method, "/", nil)
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(test.target, "?")
		got := httptest.NewRecorder()
		site.ServeHTTP(got, r)
		if got.Code != test.status || test.header != "" && got.Header().Get(test.header) != test.value {
			t.Errorf("%s %s: %d, %s: %q", test.method, test.target, got.Code, test.header, got.Header().Get(test.header))
		}
	}
}

func TestSiteCompressesAndRevalidates(t *testing.T) {
	t.Parallel()
	site := newTestSite(t, builtApp)
	// What is packed for the first is there for the next.
	get(site, "GET", "/assets/main-abc123.js", "Accept-Encoding", "br, gzip")
	zipped := get(site, "GET", "/assets/main-abc123.js", "Accept-Encoding", "br, gzip")
	reader, err := gzip.NewReader(zipped.Body)
	if err != nil || zipped.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v", zipped.Header(), err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil || string(plain) != string(builtApp["assets/main-abc123.js"].Data) {
		t.Errorf("unpacked %d bytes, %v", len(plain), err)
	}
	again := get(site, "GET", "/icon.svg", "If-None-Match", get(site, "GET", "/icon.svg").Header().Get("Etag"))
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("an unchanged file: %d, %d bytes", again.Code, again.Body.Len())
	}
}

// What the build packed is served packed to those who take it, under the name of the
// plain file alone.
func TestSiteServesWhatTheBuildPacked(t *testing.T) {
	t.Parallel()
	files := maps.Clone(builtApp)
	files["assets/main-abc123.js.br"] = &fstest.MapFile{Data: []byte("packed")}
	site := newTestSite(t, files)
	const name = "/assets/main-abc123.js"
	for accepted, want := range map[string]string{
		"gzip, deflate, br, zstd": "br", "br;q=1.0, gzip": "br", "br": "br",
		"gzip": "gzip", "gzip, br;q=0": "gzip", "br; q=0.0, gzip;q=0.1": "gzip", "brotli, gzip": "gzip",
		"": "", "identity": "",
	} {
		got := get(site, "GET", name, "Accept-Encoding", accepted)
		if got.Code != 200 || got.Header().Get("Content-Encoding") != want || got.Header().Get("Vary") != "Accept-Encoding" ||
			got.Header().Get("Content-Length") != strconv.Itoa(got.Body.Len()) || (want == "br") != (got.Body.String() == "packed") {
			t.Errorf("%q: %d %v", accepted, got.Code, got.Header())
		}
	}
	if got := get(site, "GET", name+".br"); got.Code != http.StatusNotFound {
		t.Errorf("the packed file by its own name: %d", got.Code)
	}
	delete(files, "assets/main-abc123.js")
	if _, err := NewSite(SiteConfig{Files: files, Chance: entropy.System()}); err == nil {
		t.Error("a packed file without the plain one is accepted")
	}
}

// A page is guarded against frames and windows of others; its files need no more than
// their own policy.
func TestHeadersOfPagesAndFiles(t *testing.T) {
	t.Parallel()
	site := newTestSite(t, builtApp)
	for target, isPage := range map[string]bool{"/": true, "/icon.svg": false, "/assets/main-abc123.js": false, "/gone.png": true} {
		header := get(site, "GET", target).Header()
		for name, want := range map[string]bool{"X-Frame-Options": isPage, "Cross-Origin-Opener-Policy": isPage, "Permissions-Policy": isPage,
			"X-Content-Type-Options": true, "Referrer-Policy": true, "Strict-Transport-Security": true} {
			if (header.Get(name) != "") != want {
				t.Errorf("%s has %s %q", target, name, header.Get(name))
			}
		}
	}
}

func TestSiteBeforeTheFirstBuild(t *testing.T) {
	t.Parallel()
	got := get(newTestSite(t, fstest.MapFS{}), "GET", "/")
	if got.Code != 503 || !strings.Contains(got.Body.String(), "make build") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
