package app

import (
	"regexp"
	"strings"
	"testing"
)

func TestVersionSaysWhatItWasBuiltFrom(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := Run(t.Context(), []string{"version"}, &out, &out); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^etld \S+\ncommit \S.*\nof \S+\nbuilt with go1\.\S+ for [a-z]+/[a-z0-9]+\n$`)
	if !want.MatchString(out.String()) {
		t.Errorf("version prints %q", out.String())
	}
}
