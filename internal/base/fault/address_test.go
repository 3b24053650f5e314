package fault_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"etld/internal/base/fault"
)

func TestAnErrorWithoutItsAddress(t *testing.T) {
	t.Parallel()
	if err := fault.WithoutAddress(nil); err != nil {
		t.Errorf("nothing became %v", err)
	}
	plain := errors.New("refused")
	if err := fault.WithoutAddress(plain); !errors.Is(err, plain) {
		t.Errorf("%v became %v", plain, err)
	}
	_, asked := http.Get("http://127.0.0.1:1/secret") //nolint:bodyclose,noctx // Nobody answers.
	if asked == nil {
		t.Fatal("somebody answers")
	}
	if err := fault.WithoutAddress(fmt.Errorf("ask /secret: %w", asked)); err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("%v became %v", asked, err)
	}
}
