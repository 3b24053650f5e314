package fault_test

import (
	"errors"
	"testing"

	"etld/internal/base/fault"
)

func TestTextOfAnErrorIsWhatADatabaseTakes(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"refused":        "refused",
		"longer than 10": "longer tha",
		"123456789é":     "123456789\ufffd",
		"a\x00b\xff":     "a\ufffdb\ufffd",
	} {
		if got := fault.Text(errors.New(said), 10); got != want {
			t.Errorf("%q is kept as %q, not %q", said, got, want)
		}
	}
}

func TestParametersOfAFaultDoNotMakeItAnother(t *testing.T) {
	t.Parallel()
	plain := fault.New(1005, "gone")
	named := plain.With("field", "id").With("time", "now")
	if !errors.Is(named, plain) || len(plain.Params) != 0 || len(named.Params) != 2 {
		t.Errorf("%v with %v is not %v with %v", named, named.Params, plain, plain.Params)
	}
	if found, ok := fault.As(errors.Join(errors.New("around it"), named)); !ok || found.Params["time"] != "now" {
		t.Errorf("found %v, %v", found, ok)
	}
	if errors.Is(plain, fault.NotFound) {
		t.Error("two faults of one code are the same")
	}
}

func TestTransientSaysThatTheSameRequestMaySucceed(t *testing.T) {
	t.Parallel()
	if again := fault.NewTransient(1010, "busy").With("time", "later"); !again.Transient || again.Error() != "busy" {
		t.Errorf("%+v", again)
	}
	if f := fault.Invalid("price"); f.Transient || f.Params["field"] != "price" || !errors.Is(f, fault.InvalidField) {
		t.Errorf("%+v", f)
	}
}

func TestWhatIsNotFoundIsRefused(t *testing.T) {
	t.Parallel()
	broken := errors.New("the database is away")
	for _, c := range []struct {
		found      bool
		err, wants error
	}{{true, nil, nil}, {false, nil, fault.NotFound}, {false, broken, broken}} {
		if v, err := fault.Known(7, c.found, c.err); v != 7 || !errors.Is(err, c.wants) {
			t.Errorf("found %t, %v: %d, %v, want %v", c.found, c.err, v, err, c.wants)
		}
	}
}
