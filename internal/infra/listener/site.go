package listener

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"etld/internal/base/entropy"
)

const (
	indexName        = "index.html"
	workerName       = "sw.js"
	noncePlaceholder = "__CSP_NONCE__"
	nonceBytes       = 16
	hashedPrefix     = "assets/"
	packedSuffix     = ".br"
	siteSizeMax      = 64 << 20
	queryMax         = 16 << 10
	gzipFrom         = 1 << 10
	immutable        = "public, max-age=31536000, immutable"
	revalidate       = "no-cache"
	notBuilt         = "The web app is not part of this program yet. Build it with: make build\n"
)

// SiteConfig is what a site is built from.
type SiteConfig struct {
	// Files is the built app with index.html at its root. Beside a file may stand
	// the same packed by brotli, with .br behind its name.
	Files  fs.FS
	Chance entropy.Source
	// Path is where the page stands, with a slash at both ends; "/" unless said.
	Path string
	// Connect are origins besides its own that the app may call.
	Connect []string
	// Images are origins besides its own whose pictures it shows.
	Images []string
	// PagesCall says that the pages beside the app may ask the host that they come from.
	PagesCall bool
	// Secure says that users reach the site by https only.
	Secure bool
}

// Site serves a built single-page app from memory. Every page gets its own
// nonce, which replaces __CSP_NONCE__ in index.html.
type Site struct {
	files  map[string]siteFile
	index  [][]byte
	chance entropy.Source
	path   string
	policy string
	secure bool
}

type siteFile struct {
	content, packed []byte
	// zipped is for those who do not take it packed, and made for the first of them: a
	// program that starts has somebody waiting. It is nil where packing is of no use.
	zipped      func() []byte
	contentType string
	etag        string
	caching     string
	policy      string
}

const (
	// A file opened as a page of its own, an SVG for one, runs nothing.
	filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
	// The service worker obeys the policy its own file comes with: it fetches
	// the app's files.
	workerPolicy = "default-src 'none'; connect-src 'self'"
	// A page beside the app, a verifier, is one file and has no nonce: it names its own
	// script by hash. Here it runs with an origin of its own, so that it reaches neither
	// the app's storage nor, unless it is told to, the network.
	pagePolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
	callsHome  = "; connect-src 'self'"
)

// NewSite reads the files.
func NewSite(c SiteConfig) (*Site, error) {
	s := &Site{files: make(map[string]siteFile), chance: c.Chance, path: cmp.Or(c.Path, "/"), secure: c.Secure, policy: contentPolicy(c)}
	total := 0
	packed := make(map[string][]byte)
	err := fs.WalkDir(c.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == ".":
			return fs.SkipAll
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(path.Base(name), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		}
		content, err := fs.ReadFile(c.Files, name)
		if err != nil {
			return err
		}
		if total += len(content); total > siteSizeMax {
			return fmt.Errorf("the web app is larger than %d bytes", siteSizeMax)
		}
		if name == indexName {
			s.index = bytes.Split(content, []byte(noncePlaceholder))
			return nil
		}
		if plain, isPacked := strings.CutSuffix(name, packedSuffix); isPacked {
			packed[plain] = content
			return nil
		}
		f := newSiteFile(name, content)
		if c.PagesCall && f.policy == pagePolicy {
			f.policy += callsHome
		}
		s.files[name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	for name, content := range packed {
		f, found := s.files[name]
		if !found {
			return nil, fmt.Errorf("read the web app: %s is there packed alone", name)
		}
		f.packed = content
		s.files[name] = f
	}
	return s, nil
}

func newSiteFile(name string, content []byte) siteFile {
	sum := sha256.Sum256(content)
	f := siteFile{content: content, contentType: contentTypeOf(name), etag: `"` + hex.EncodeToString(sum[:12]) + `"`, caching: revalidate, policy: filePolicy}
	switch {
	case name == workerName:
		f.policy = workerPolicy
	case path.Ext(name) == ".html":
		f.policy = pagePolicy
	}
	if strings.HasPrefix(name, hashedPrefix) {
		f.caching = immutable
	}
	if len(content) >= gzipFrom && isText(f.contentType) {
		f.zipped = sync.OnceValue(func() []byte { return zip(content) })
	}
	return f
}

// zip has no error to tell of: the level exists, and memory takes everything.
func zip(content []byte) []byte {
	var zipped bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	_, _ = writer.Write(content)
	_ = writer.Close()
	return zipped.Bytes()
}

// contentTypeOf does not ask the machine, whose tables differ.
func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	}
	if known := mime.TypeByExtension(path.Ext(name)); known != "" {
		return known
	}
	return "application/octet-stream"
}

func isText(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || strings.Contains(contentType, "json") || strings.Contains(contentType, "svg")
}

// contentPolicy allows files of our own only; scripts and styles that carry
// the page's nonce are ours too.
func contentPolicy(c SiteConfig) string {
	policy := []string{
		"default-src 'none'",
		"script-src 'self' 'nonce-" + noncePlaceholder + "'",
		"style-src 'self' 'nonce-" + noncePlaceholder + "'",
		"img-src " + strings.Join(append([]string{"'self'", "data:", "blob:"}, c.Images...), " "),
		"font-src 'self'",
		"connect-src " + strings.Join(append([]string{"'self'"}, c.Connect...), " "),
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}
	if c.Secure {
		policy = append(policy, "upgrade-insecure-requests")
	}
	return strings.Join(policy, "; ")
}

// ServeHTTP serves the page at its path, its files below it, and sends every other
// path to the page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, isBelow := strings.CutPrefix(r.URL.Path, s.path)
	f, isFile := s.files[name]
	isFile = isFile && isBelow
	s.secureHeaders(w.Header(), !isFile)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the site is only read", http.StatusMethodNotAllowed)
		return
	}
	if isBelow && (name == "" || name == indexName) {
		s.servePage(w, r)
		return
	}
	if isFile {
		f.serve(w, r)
		return
	}
	if strings.HasPrefix(name, hashedPrefix) || path.Ext(name) != "" {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	target := s.path
	if r.URL.RawQuery != "" && len(r.URL.RawQuery) <= queryMax {
		// An invitation may stand in the query.
		target += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, target, http.StatusFound)
}

// secureHeaders sets what browsers are told of every answer, and of pages besides:
// for the files of a page the latter mean nothing, and cost each of them a part of
// its transfer.
func (s *Site) secureHeaders(header http.Header, isPage bool) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	if s.secure {
		header.Set("Strict-Transport-Security", "max-age=31536000")
	}
	if !isPage {
		return
	}
	header.Set("X-Frame-Options", "DENY")
	// Wallets may open windows of their own.
	header.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
}

func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	if s.index == nil {
		header.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(notBuilt))
		return
	}
	nonce := base64.RawURLEncoding.EncodeToString(entropy.Bytes(s.chance, nonceBytes))
	page := bytes.Join(s.index, []byte(nonce))
	header.Set("Content-Security-Policy", strings.ReplaceAll(s.policy, noncePlaceholder, nonce))
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(page)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(page)
	}
}

func (f siteFile) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", f.caching)
	header.Set("Content-Type", f.contentType)
	header.Set("Etag", f.etag)
	header.Set("Content-Security-Policy", f.policy)
	content := f.content
	if f.zipped != nil || f.packed != nil {
		header.Add("Vary", "Accept-Encoding")
	}
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case f.packed != nil && takes(accepted, "br"):
		header.Set("Content-Encoding", "br")
		content = f.packed
	case f.zipped != nil && takes(accepted, "gzip"):
		header.Set("Content-Encoding", "gzip")
		content = f.zipped()
	}
	if r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(content)
	}
}

// takes says that an Accept-Encoding names an encoding, and does not refuse it.
func takes(accepted, encoding string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == encoding {
			return strings.Trim(weight, " q=0.") != "" || strings.TrimSpace(weight) == ""
		}
	}
	return false
}
