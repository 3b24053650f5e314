package app

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"etld/internal/app/verify"
)

// The help names every command and every kind of file that is verified.
func TestTheHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	var help strings.Builder
	if err := Run(t.Context(), []string{"help"}, &help, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), []string{"nothing"}, io.Discard, io.Discard); !errors.Is(err, ErrUsage) {
		t.Fatalf("a command that there is none of: %v", err)
	}
	for _, name := range strings.Fields("demo serve migrate check signer operator seal receipts doctor backup verify version openapi") {
		if !strings.Contains(help.String(), "  etld "+name) || !strings.Contains(ErrUsage.Error(), name) {
			t.Errorf("%s is not named", name)
		}
	}
	kinds := regexp.MustCompile(`etld verify ([a-z]+)`).FindAllString(verify.ErrUsage.Error(), -1)
	if len(kinds) < 4 {
		t.Errorf("only %q can be verified", kinds)
	}
	for _, one := range kinds {
		if !strings.Contains(help.String(), one+" F") {
			t.Errorf("%s is not named", one)
		}
	}
}
