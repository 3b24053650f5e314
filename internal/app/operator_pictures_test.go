package app

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/core/picture"
	"etld/internal/features/news"
	"etld/internal/features/shop"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// photo is a file that an operator may upload.
func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
	}
	m.SetGray(0, 0, color.Gray{Y: uint8(width)})
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// load asks for a picture as a browser does.
func (p *Program) load(t *testing.T, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	p.pictures.ServeHTTP(recorder, request)
	return recorder
}

// kept counts the rows of a table.
func (p *Program) kept(t *testing.T, table string) (n int64) {
	t.Helper()
	if err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), "SELECT COUNT(*) FROM "+table)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOperatorsUploadPictures(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		p.invited(t)
		rows := func() [2]int64 { return [2]int64{p.kept(t, "picture_picture"), p.kept(t, "picture_content")} }
		seeded := rows()
		maker, checker, editor, support := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Editor), p.staff(t, operator.Support)
		alt := map[string]any{"zhtw": "灰色格紋", "en": "A grey pattern", "ru": "Серый узор"}
		file := photo(t, 700, 350)
		for name, one := range map[string]struct {
			by   *person
			body map[string]any
			code int
		}{
			"support uploads":      {support, map[string]any{"content": file, "alt": alt}, operator.ErrForbidden.Code},
			"no words":             {maker, map[string]any{"content": file}, 1002},
			"words in one":         {maker, map[string]any{"content": file, "alt": map[string]any{"en": "A pattern"}}, 1002},
			"words that hide":      {maker, map[string]any{"content": file, "alt": map[string]any{"zhtw": "圖\u202e", "en": "A", "ru": "А"}}, 1002},
			"no file":              {maker, map[string]any{"content": nil, "alt": alt}, picture.ErrUnreadable.Code},
			"no base 64":           {maker, map[string]any{"content": "?", "alt": alt}, 1002},
			"half a file":          {maker, map[string]any{"content": file[:len(file)/2], "alt": alt}, picture.ErrUnreadable.Code},
			"a file with another":  {maker, map[string]any{"content": append(bytes.Clone(file), "PK"...), "alt": alt}, picture.ErrStowaway.Code},
			"too large":            {maker, map[string]any{"content": make([]byte, 6<<20+1), "alt": alt}, picture.ErrTooLarge.Code},
			"too small":            {maker, map[string]any{"content": photo(t, 100, 100), "alt": alt}, picture.ErrTooSmall.Code},
			"a name beside it all": {maker, map[string]any{"content": file, "alt": alt, "name": "../../etc/passwd"}, 1002},
		} {
			if r := one.by.call("pictures/upload", one.body); r.Code != one.code {
				t.Errorf("%s: %d %s, want %d", name, r.Code, r.Message, one.code)
			}
		}
		// What says how long it is is refused before a byte of it is read.
		huge := &counted{from: zeros{}}
		if status := maker.status("pictures/upload", 100<<20, huge); status != http.StatusRequestEntityTooLarge || huge.read > 0 {
			t.Errorf("100 MB: status %d after %d bytes", status, huge.read)
		}
		endless := &counted{from: io.MultiReader(strings.NewReader(`{"content":"`), zeros{})}
		if status := maker.status("pictures/upload", -1, endless); status != http.StatusOK || endless.read > 9<<20 {
			t.Errorf("a body without end: status %d after %d bytes", status, endless.read)
		}
		nobody := &counted{from: zeros{}}
		(&person{t: t, p: p, cookie: &http.Cookie{Name: "etld_operator", Value: "x"}}).status("pictures/upload", -1, nobody)
		support.status("pictures/upload", -1, nobody)
		if nobody.read > 0 {
			t.Errorf("%d bytes of people who may not upload were read", nobody.read)
		}
		if n := rows(); n != seeded {
			t.Fatalf("refusals left rows: %v, want %v", n, seeded)
		}

		row := dataOf[picture.Row](t, maker.call("pictures/upload", map[string]any{"content": file, "alt": alt}))
		if len(row.Sizes) != 3 || row.Sizes[0].Width != 320 || row.Sizes[0].Height != 160 || row.Sizes[2].Width != 700 {
			t.Fatalf("%+v", row)
		}
		if again := dataOf[picture.Row](t, editor.call("pictures/upload", map[string]any{"content": file, "alt": alt})); again.PictureID != row.PictureID || rows() != [2]int64{seeded[0] + 1, seeded[1] + 3} {
			t.Errorf("uploaded twice: %+v", again)
		}
		p.serves(t, row.Sizes[0])

		change := func(goodsID string, pictures ...string) map[string]any {
			return map[string]any{"payload": map[string]any{"goodsId": goodsID, "pictures": pictures}, "reason": "a picture"}
		}
		if r := maker.call("goods/change", change("seedPlate", row.PictureID, "0000000000000000000000000v")); r.Code != 1002 {
			t.Errorf("a picture that does not exist: %+v", r)
		}
		proposed := maker.call("goods/change", change("seedPlate", row.PictureID))
		if proposed.Code != http.StatusOK {
			t.Fatalf("propose: %+v", proposed)
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		images := func() []picture.Picture {
			for _, g := range dataOf[httpapi.List[shop.CatalogueRow]](t, support.call("goods/list", map[string]any{})).List {
				if g.GoodsID == "seedPlate" {
					return g.Images
				}
			}
			return nil
		}
		if list := images(); len(list) != 1 || list[0].Alt != "灰色格紋" || list[0].Sizes[1] != row.Sizes[1] {
			t.Errorf("the goods show %+v", list)
		}
		draft := map[string]any{"category": "product", "cover": row.PictureID, "texts": map[string]any{"en": map[string]any{"title": "Grey", "summary": "A pattern", "body": "All of it."}}}
		article := dataOf[news.ArticleRow](t, editor.call("news/draft", draft))
		if r := editor.call("news/publish", map[string]any{"payload": map[string]any{"id": article.ID, "version": article.Version}, "reason": "it is true"}); r.Code != http.StatusOK {
			t.Fatalf("publish: %+v", r)
		}
		draft["cover"] = "0000000000000000000000000v"
		if r := editor.call("news/draft", draft); r.Code != 1002 {
			t.Errorf("a cover that does not exist: %+v", r)
		}
		published := func() (row news.Row) {
			if err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
				list, err := p.news.Newest(tx, httpapi.Russian, 1)
				row = list[0]
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return row
		}
		if r := published(); r.Image == nil || r.Image.Alt != "Серый узор" || r.Image.Sizes[0] != row.Sizes[0] || r.Cover != "/covers/product.svg" {
			t.Errorf("the article shows %+v", r)
		}
		alt["zhtw"] = "灰色漸層"
		if r := support.call("pictures/describe", map[string]any{"pictureId": row.PictureID, "alt": alt}); r.Code != operator.ErrForbidden.Code {
			t.Errorf("support describes: %+v", r)
		}
		if r := dataOf[picture.Row](t, editor.call("pictures/describe", map[string]any{"pictureId": row.PictureID, "alt": alt})); r.Alt.Chinese != "灰色漸層" || images()[0].Alt != "灰色漸層" {
			t.Errorf("described anew: %+v", r)
		}
		if r := support.call("pictures/remove", map[string]any{"pictureId": row.PictureID}); r.Code != operator.ErrForbidden.Code {
			t.Errorf("support removes: %+v", r)
		}
		if r := editor.call("pictures/remove", map[string]any{"pictureId": row.PictureID}); r.Code != http.StatusOK {
			t.Errorf("removed: %+v", r)
		}
		if n := rows(); n != seeded || len(images()) != 0 {
			t.Errorf("a removed picture left rows: %v, want %v, and is shown as %+v", n, seeded, images())
		}
		if r := published(); r.Image != nil {
			t.Errorf("the article still shows %+v", r.Image)
		}
		if r := p.load(t, row.Sizes[0].URL); r.Code != http.StatusNotFound {
			t.Errorf("a removed picture: status %d", r.Code)
		}
		if r := editor.call("pictures/remove", map[string]any{"pictureId": row.PictureID}); r.Code != 1005 {
			t.Errorf("removed twice: %+v", r)
		}
		if list := dataOf[httpapi.List[picture.Row]](t, editor.call("pictures/list", map[string]any{"size": 50})).List; len(list) != int(seeded[0]) {
			t.Errorf("the list: %+v", list)
		}
	})
}

// serves holds what browsers are told of a picture.
func (p *Program) serves(t *testing.T, size picture.Size) {
	t.Helper()
	r := p.load(t, size.URL)
	if body := r.Body.Bytes(); r.Code != http.StatusOK || !bytes.HasPrefix(body, []byte("RIFF")) {
		t.Errorf("%s: status %d, %d bytes", size.URL, r.Code, len(body))
	}
	for name, want := range map[string]string{"Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"} {
		if got := r.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if again := p.load(t, size.URL, "If-None-Match", r.Header().Get("Etag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again: status %d", again.Code)
	}
	for _, other := range []string{"/pictures/", "/pictures/../etc/passwd", strings.Replace(size.URL, "-320", "-321", 1), strings.Replace(size.URL, ".webp", ".html", 1),
		strings.Replace(size.URL, "-320", "-0320", 1), size.URL + "%00", strings.ToUpper(size.URL)} {
		if r := p.load(t, other); r.Code != http.StatusNotFound || r.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, %s", other, r.Code, r.Header().Get("Cache-Control"))
		}
	}
	request := httptest.NewRequest(http.MethodPost, size.URL, nil)
	recorder := httptest.NewRecorder()
	p.pictures.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST: status %d", recorder.Code)
	}
}

// One address cannot keep the database busy with pictures, and others are served on.
func TestPicturesAreServedWithinALimit(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		ask := func(address string) int {
			request := httptest.NewRequest(http.MethodGet, "/pictures/00000000000000000000000000-320.webp", nil)
			request.RemoteAddr = address
			recorder := httptest.NewRecorder()
			p.pictures.ServeHTTP(recorder, request)
			return recorder.Code
		}
		const most = 2000
		refused := false
		for i := 0; i < most && !refused; i++ {
			refused = ask("203.0.113.7:1000") == http.StatusTooManyRequests
		}
		if !refused || ask("203.0.113.8:1000") != http.StatusNotFound {
			t.Errorf("one address was refused: %v, another: %d", refused, ask("203.0.113.8:1000"))
		}
	})
}

// status is what HTTP says to a body of a stated length.
func (one *person) status(path string, length int64, body io.Reader) int {
	one.t.Helper()
	request := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, body)
	request.ContentLength = length
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-Token", one.csrf)
	request.AddCookie(one.cookie)
	recorder := httptest.NewRecorder()
	one.p.operator.ServeHTTP(recorder, request)
	return recorder.Code
}

// zeros is a file without end, in base 64.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'A'
	}
	return len(p), nil
}

// counted counts what was read.
type counted struct {
	from io.Reader
	read int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read += n
	return n, err
}
