package vectors_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/features/game"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
)

// roundsFile holds rounds with what a chain has of them.
type roundsFile struct {
	BeaconKey, ReceiptKey, AnchorAddress string
	Rounds                               []chainedRound
}

type chainedRound struct {
	Name, Outcome string
	Step          game.Step
	Document      struct {
		game.Document
		// Held is what a player kept of an entry.
		Held *game.Held
	}
	Blocks []struct {
		Number uint64
		Time   int64
		// Data stands where a transaction carries something else than a text.
		Sent []struct{ Hash, From, Text, Data string }
	}
}

// search reads the vector's chain.
func (r chainedRound) search(sender string, from, until time.Time) (game.Search, error) {
	var span chain.SentSpan
	for _, b := range r.Blocks {
		at := time.Unix(b.Time, 0).UTC()
		if at.Before(from) || at.After(until) {
			continue
		}
		if span.First == 0 {
			span.First = b.Number
		}
		span.Last = b.Number
		for _, one := range b.Sent {
			if strings.EqualFold(one.From, sender) {
				span.Sent = append(span.Sent, chain.Sent{Hash: common.HexToHash(one.Hash), Block: chain.Block{BlockRef: chain.BlockRef{Number: b.Number}, Time: at},
					Data: append([]byte(one.Text), common.FromHex(one.Data)...)})
			}
		}
	}
	return game.SearchOf(sender, span), nil
}

func readRounds(t *testing.T) (file roundsFile) {
	t.Helper()
	raw, err := os.ReadFile("game_rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Rounds) < 20 {
		t.Fatalf("%d rounds, %v", len(file.Rounds), err)
	}
	return file
}

// witness is what the vector's reader knows without asking anybody.
func (f roundsFile) witness(t *testing.T) game.Witness {
	t.Helper()
	rounds, err := beacon.NewLocal([]byte("any"), clock.NewManual(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	key := decoded(t, f.BeaconKey)
	return game.Witness{Key: f.BeaconKey, Round: rounds.Round, Time: rounds.Time, Keys: []string{f.ReceiptKey}, Anchor: f.AnchorAddress,
		Verify: func(round uint64, signature []byte) error { return beacon.Verify(key, round, signature) }}
}

func outcomeOf(found game.Findings) (outcome string, step game.Step) {
	switch {
	case len(found.Wrong) > 0:
		return "failed", found.Wrong[0].Step
	case len(found.Unread) > 0:
		return "unread", found.Unread[0].Step
	}
	return "ok", ""
}

// Whatever the house invents does not fit, for a reader who looks at the chain; and
// nothing fits for one who does not.
func TestInventedRounds(t *testing.T) {
	t.Parallel()
	file := readRounds(t)
	for _, v := range file.Rounds {
		w := file.witness(t)
		w.Held = v.Document.Held
		if outcome, _ := outcomeOf(v.Document.Verify(w)); outcome == "ok" {
			t.Errorf("%s: it fits, and nobody looked at the chain", v.Name)
		}
		w.Search = v.search
		if outcome, step := outcomeOf(v.Document.Verify(w)); outcome != v.Outcome || step != v.Step {
			t.Errorf("%s: %s at %q, want %s at %q", v.Name, outcome, step, v.Outcome, v.Step)
		}
		for name, blind := range map[string]func(*game.Witness){
			"no address":        func(w *game.Witness) { w.Anchor = "" },
			"no published keys": func(w *game.Witness) { w.Keys = nil },
			"a node that fails": func(w *game.Witness) {
				w.Search = func(string, time.Time, time.Time) (game.Search, error) {
					return game.Search{}, errors.New("it is away")
				}
			},
		} {
			w := file.witness(t)
			w.Search, w.Held = v.search, v.Document.Held
			blind(&w)
			if outcome, _ := outcomeOf(v.Document.Verify(w)); outcome == "ok" {
				t.Errorf("%s: it fits with %s", v.Name, name)
			}
		}
	}
}

// That a beacon round was never published, the reader's own relay says.
func TestARefundForWantOfABeacon(t *testing.T) {
	t.Parallel()
	file := readRounds(t)
	for answer, want := range map[error]string{nil: "failed", beacon.ErrNotYet: "ok", errors.New("it is away"): "unread"} {
		seen := 0
		for _, v := range file.Rounds {
			if v.Outcome != "unread" || v.Step != game.StepSignature {
				continue
			}
			seen++
			w := file.witness(t)
			w.Held = v.Document.Held
			w.Search, w.Signature = v.search, func(uint64) ([]byte, error) { return nil, answer }
			if outcome, _ := outcomeOf(v.Document.Verify(w)); outcome != want {
				t.Errorf("%s: %s where a relay says %v", v.Name, outcome, answer)
			}
		}
		if seen != 1 {
			t.Errorf("%d rounds for want of a beacon", seen)
		}
	}
}
