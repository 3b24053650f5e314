package page

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/internal/base/fault"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const token = "of a session"
	for name, test := range map[string]struct {
		cookie, header string
		want           error
	}{
		"a page of ours":        {token, Proof(token), nil},
		"no session":            {"", Proof(""), fault.SignInAgain},
		"no header":             {token, "", ErrOutdated},
		"another session's":     {token, Proof("another"), ErrOutdated},
		"a token without bound": {strings.Repeat("0", tokenMax+1), Proof(strings.Repeat("0", tokenMax+1)), fault.SignInAgain},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
		if test.cookie != "" {
			r.AddCookie(&http.Cookie{Name: Cookie, Value: test.cookie})
		}
		r.Header.Set(Header, test.header)
		if err := Check(r); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if kept := Keep(token, true); !kept.HttpOnly || !kept.Secure || kept.MaxAge != 0 || kept.SameSite != http.SameSiteStrictMode {
		t.Errorf("a session's cookie is %+v", kept)
	}
	if Keep("", false).MaxAge != -1 {
		t.Error("an ended session's cookie stays")
	}
}
