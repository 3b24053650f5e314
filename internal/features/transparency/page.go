package transparency

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/web"
)

// PagePath is where people read all of this.
const PagePath = "/transparency/"

//go:embed page/page.html page/page.css page/card.png
var pageFiles embed.FS

//go:embed locales/*.json
var localeFiles embed.FS

// document is an answer as it is sent, for everybody alike.
type document struct {
	contentType string
	body        []byte
	zipped      []byte
	etag        string
	policy      string
	caching     string
}

const (
	// briefly lets whatever stands in between answer for some seconds.
	briefly = "public, max-age=3, stale-while-revalidate=30"
	// forLong is for what changes with the program alone.
	forLong    = "public, max-age=86400"
	dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
)

func newDocument(contentType, policy, caching string, body []byte) (document, error) {
	sum := sha256.Sum256(body)
	d := document{contentType: contentType, body: body, etag: `"` + hex.EncodeToString(sum[:12]) + `"`, policy: policy, caching: caching}
	var zipped bytes.Buffer
	writer := gzip.NewWriter(&zipped)
	if _, err := writer.Write(body); err != nil {
		return d, err
	}
	err := writer.Close()
	d.zipped = zipped.Bytes()
	return d, err
}

func (d document) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", d.contentType)
	header.Set("Content-Security-Policy", d.policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Cache-Control", d.caching)
	header.Set("Vary", "Accept-Encoding, Accept-Language")
	header.Set("Etag", d.etag)
	if r.Header.Get("If-None-Match") == d.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := d.body
	if len(d.zipped) < len(body) && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		body = d.zipped
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body)
	}
}

// site is the page with all that belongs to it.
type site struct {
	page   *template.Template
	style  template.CSS
	policy string
	texts  map[httpapi.Language]map[string]string
	// files do not change while the program runs.
	files map[string]document
	pages map[httpapi.Language]*cached[document]
	data  map[string]*cached[document]
}

func newSite() (*site, error) {
	texts, err := wording.Load[httpapi.Language, map[string]string](localeFiles)
	if err != nil {
		return nil, err
	}
	s := &site{texts: texts, files: make(map[string]document), pages: make(map[httpapi.Language]*cached[document]),
		data: map[string]*cached[document]{"reserves.json": {}, "pools.json": {}, "changelog.json": {}}}
	for _, language := range httpapi.Languages {
		s.pages[language] = &cached[document]{}
	}
	style, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(style)
	s.style = template.CSS(style) //nolint:gosec // a file of our own
	// The page runs no script; connect-src lets a browser's tools read robots.txt from it.
	s.policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	if s.page, err = template.ParseFS(pageFiles, "page/page.html"); err != nil {
		return nil, err
	}
	card, err := pageFiles.ReadFile("page/card.png")
	if err != nil {
		return nil, err
	}
	if s.files["card.png"], err = newDocument("image/png", dataPolicy, forLong, card); err != nil {
		return nil, err
	}
	for _, name := range []string{"golos-latin.woff2", "golos-cyrillic.woff2"} {
		font, err := web.Fonts.ReadFile(web.FontFolder + name)
		if err != nil {
			return nil, err
		}
		if s.files[name], err = newDocument("font/woff2", dataPolicy, forLong, font); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// ServeHTTP serves the page and the same figures as files, to whoever asks. What is
// asked for a thousand times a second is made once in some seconds.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, PagePath)
	if file, isFile := s.site.files[name]; isFile {
		file.serve(w, r)
		return
	}
	var d document
	var err error
	data, isData := s.site.data[name]
	switch {
	case isData:
		d, err = data.get(func() (document, error) { return s.dataNamed(r.Context(), name) })
	case name == "":
		language := languageOf(r)
		d, err = s.site.pages[language].get(func() (document, error) { return s.render(r.Context(), language) })
	default:
		http.Redirect(w, r, PagePath, http.StatusFound)
		return
	}
	if err != nil {
		s.Log.Warn("the public page could not be made", "error", err)
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The figures cannot be read at this moment. Please try again.", http.StatusServiceUnavailable)
		return
	}
	d.serve(w, r)
}

// dataNamed is a file with the same figures as the call of its name.
func (s *Service) dataNamed(ctx context.Context, name string) (d document, err error) {
	var value any
	switch name {
	case "reserves.json":
		value, err = view(ctx, s, &s.newest, newestReserves)
	case "pools.json":
		value, err = view(ctx, s, &s.figures, s.figuresIn)
	default:
		value, err = view(ctx, s, &s.changes, s.changelogIn)
	}
	if err != nil {
		return d, err
	}
	body, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return d, err
	}
	return newDocument("application/json; charset=utf-8", dataPolicy, briefly, body)
}

func (s *Service) render(ctx context.Context, language httpapi.Language) (d document, err error) {
	p := page{site: s.site, Language: language, Origin: s.Origin, API: s.Origin, now: s.DB.Now()}
	if p.reserves, err = view(ctx, s, &s.newest, newestReserves); err != nil {
		return d, err
	}
	if p.figures, err = view(ctx, s, &s.figures, s.figuresIn); err != nil {
		return d, err
	}
	if p.changes, err = view(ctx, s, &s.changes, s.changelogIn); err != nil {
		return d, err
	}
	if p.history, err = view(ctx, s, &s.past, historyIn); err != nil {
		return d, err
	}
	var body bytes.Buffer
	if err := s.site.page.Execute(&body, &p); err != nil {
		return d, err
	}
	return newDocument("text/html; charset=utf-8", s.site.policy, briefly, body.Bytes())
}

// historyDays bounds the charts.
const historyDays = 90

// historyIn are the first lines of the newest days and the newest of all, oldest first.
func historyIn(tx *sqldb.Tx) (list []Reserves, err error) {
	rows, err := sqldb.Collect(tx, lineTable.Scan, selectOpenings, historyDays)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	newest, isThere, err := sqldb.Find(tx, lineTable.Scan, selectNewest)
	if err != nil {
		return nil, err
	}
	if isThere && (len(rows) == 0 || rows[len(rows)-1].number != newest.number) {
		rows = append(rows, newest)
	}
	for _, row := range rows {
		if l, err := ParseLine(row.text); err == nil {
			list = append(list, reservesOf(l, row))
		}
	}
	return list, nil
}

// languageOf is the language that the address names, else the first that the browser
// prefers and the page has.
func languageOf(r *http.Request) httpapi.Language {
	if asked := httpapi.Language(r.URL.Query().Get("lang")); slices.Contains(httpapi.Languages[:], asked) {
		return asked
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		switch tag := strings.TrimSpace(part); {
		case strings.HasPrefix(tag, "zh"):
			return httpapi.Chinese
		case strings.HasPrefix(tag, "ru"):
			return httpapi.Russian
		case strings.HasPrefix(tag, "en"):
			return httpapi.English
		}
	}
	return httpapi.Chinese
}
