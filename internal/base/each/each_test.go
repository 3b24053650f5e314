package each

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
)

func TestAListIsMadeOfAnother(t *testing.T) {
	t.Parallel()
	if got := Of([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("%q", got)
	}
	if got := Of(nil, strconv.Itoa); got == nil || len(got) != 0 {
		t.Errorf("of none: %#v, want a list without members", got)
	}
}

func TestTheFirstFailureIsTheAnswer(t *testing.T) {
	t.Parallel()
	if got, err := Try([]string{"3", "1"}, strconv.Atoi); err != nil || !slices.Equal(got, []int{3, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	failed, calls := errors.New("no"), 0
	got, err := Try([]int{1, 2, 3}, func(n int) (int, error) {
		calls++
		if n > 1 {
			return n, fmt.Errorf("of %d: %w", n, failed)
		}
		return n, nil
	})
	if got != nil || !errors.Is(err, failed) || calls != 2 {
		t.Errorf("%v, %v after %d calls", got, err, calls)
	}
}
