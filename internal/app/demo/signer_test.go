package demo

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
)

func newKeyedWorld(t *testing.T) *World {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	w := &World{options: Options{DataDir: t.TempDir()}, treasury: key, Tokens: make(map[money.Asset]common.Address)}
	for i, asset := range tokenAssets {
		w.Tokens[asset] = common.Address{byte(i + 1)}
	}
	return w
}

// The policy that the demo writes is one that a signer takes, and names the
// demo's people.
func TestThePolicyIsAccepted(t *testing.T) {
	t.Parallel()
	w := newKeyedWorld(t)
	if err := os.MkdirAll(filepath.Dir(w.signerPath(policyName)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := w.writePolicy("localhost", "BEP-20"); err != nil {
		t.Fatal(err)
	}
	p, err := signer.LoadPolicy(w.signerPath(policyName))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Operators) != len(signerRoles)*personsMax || len(p.Networks) != 1 || len(p.Networks[0].Currencies) != len(tokenAssets) {
		t.Errorf("policy %+v", p)
	}
	_, checker, err := w.OperatorWallet("finance_checker", personsMax)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(p.Operators, checker) {
		t.Error("the last checker is no operator of the signer's")
	}
}

// Another process of the demo sees every move of its clock; a folder that is no
// demo's is refused.
func TestFollowClock(t *testing.T) {
	t.Parallel()
	w := newKeyedWorld(t)
	if _, err := FollowClock(w.options.DataDir); !errors.Is(err, ErrNotADemo) {
		t.Errorf("a folder without a marker: %v", err)
	}
	w.marker.Genesis = "0x01"
	if err := w.saveMarker(); err != nil {
		t.Fatal(err)
	}
	followed, err := FollowClock(w.options.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	if ahead := time.Until(followed.Now()); ahead > time.Second {
		t.Errorf("before any move it is %s ahead", ahead)
	}
	for _, offset := range []time.Duration{time.Hour, 72 * time.Hour} {
		w.marker.ClockOffset = offset
		if err := w.saveMarker(); err != nil {
			t.Fatal(err)
		}
		if ahead := time.Until(followed.Now()); ahead < offset-time.Second || ahead > offset+time.Second {
			t.Errorf("after a move by %s it is %s ahead", offset, ahead)
		}
	}
	if err := os.Remove(filepath.Join(w.options.DataDir, markerName)); err != nil {
		t.Fatal(err)
	}
	if ahead := time.Until(followed.Now()); ahead < 71*time.Hour {
		t.Errorf("without its marker it fell back to %s ahead", ahead)
	}
}

// A world that began in the past is followed there, and moves on from there.
func TestFollowClockBehindTheMachines(t *testing.T) {
	t.Parallel()
	w := newKeyedWorld(t)
	w.marker.Genesis = "0x01"
	for _, offset := range []time.Duration{-72 * time.Hour, -time.Hour, time.Hour} {
		w.marker.ClockOffset = offset
		if err := w.saveMarker(); err != nil {
			t.Fatal(err)
		}
		followed, err := FollowClock(w.options.DataDir)
		if err != nil {
			t.Fatal(err)
		}
		w.marker.ClockOffset += 2 * time.Hour
		for _, want := range []time.Duration{offset, w.marker.ClockOffset} {
			if ahead := time.Until(followed.Now()); ahead < want-time.Second || ahead > want+time.Second {
				t.Errorf("begun %s ahead, it is %s ahead, want %s", offset, ahead, want)
			}
			if err := w.saveMarker(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
