package fault_test

import (
	"errors"
	"strings"
	"testing"

	"etld/internal/base/fault"
)

func TestProtectMakesAPanicAnError(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for _, want := range []error{nil, refused} {
		if err := fault.Protect(func() error { return want }); !errors.Is(err, want) {
			t.Errorf("%v became %v", want, err)
		}
	}
	var panicked *fault.PanicError
	err := fault.Protect(func() error { panic("a mistake") })
	if !errors.As(err, &panicked) || panicked.Reason != "a mistake" || err.Error() != "panic: a mistake" || !strings.Contains(panicked.Stack, "panic_test.go") {
		t.Errorf("the panic became %v", err)
	}
}
