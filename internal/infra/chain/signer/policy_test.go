package signer_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain/signer"
)

func TestLoadPolicy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content, err := json.MarshalIndent(w.policy, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "policy.json")
		if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	got, err := signer.LoadPolicy(write(string(content), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	got.Networks[0].Chain, got.StatementAgeMax, got.ApprovalAgeMax = w.policy.Networks[0].Chain, 0, 0
	if !reflect.DeepEqual(got, w.policy) {
		t.Errorf("got  %+v\nwant %+v", got, w.policy)
	}
	if !strings.Contains(string(content), `"twoFrom": "1000"`) {
		t.Error("amounts are not decimal texts")
	}
	for name, path := range map[string]string{
		"missing":            filepath.Join(t.TempDir(), "nothing"),
		"writable by others": write(string(content), 0o666),
		"a misspelled limit": write(strings.Replace(string(content), "dayMax", "daymaximum", 1), 0o600),
		"a limit left out":   write(strings.Replace(string(content), `"payoutMax": "10000",`, "", 1), 0o600),
		"no JSON":            write("host = x", 0o600),
	} {
		if _, err := signer.LoadPolicy(path); !errors.Is(err, signer.ErrPolicy) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPoliciesThatContradictThemselves(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(p *signer.Policy){
		"no host":           func(p *signer.Policy) { p.Host = "" },
		"an operator twice": func(p *signer.Policy) { p.Operators = append(p.Operators, p.Operators[0]) },
		"an empty operator": func(p *signer.Policy) { p.Operators = []common.Address{{}} },
		"a chain twice":     func(p *signer.Policy) { p.Networks = append(p.Networks, p.Networks[0]) },
		"no fee bound":      func(p *signer.Policy) { p.Networks[0].FeeCapMax = 0 },
		"automatic above two persons'": func(p *signer.Policy) {
			p.Networks[0].Currencies[0].AutomaticMax = p.Networks[0].Currencies[0].TwoFrom + 1
		},
		"a day below a payout": func(p *signer.Policy) { p.Networks[0].Currencies[0].DayMax = 1 },
	} {
		w := newWorld(t)
		if err := w.local.Close(); err != nil {
			t.Fatal(err)
		}
		change(&w.policy)
		if _, err := w.tryOpen(w.journal); !errors.Is(err, signer.ErrPolicy) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
