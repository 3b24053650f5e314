package app

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/features/game"
	"etld/internal/infra/beacon"
	"etld/internal/infra/config"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb/migrations"
)

var (
	// ErrRoundWrong says that a round is not what the rules make of it.
	ErrRoundWrong = errors.New("the round is not as the rules have it")
	// ErrNotLookedUp says that a file contradicts nothing, and that something was taken
	// from it alone.
	ErrNotLookedUp = errors.New("nothing contradicts it, and not everything was looked up")
)

const (
	exitNotLookedUp = 3
	exitPending     = 4
)

// ExitCode is what the program ends with: 0 where all is well, 3 where a verified file
// contradicts nothing and something in it was not looked up, 4 where migrations are
// pending that were only to be printed, and 1 otherwise.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrNotLookedUp):
		return exitNotLookedUp
	case errors.Is(err, migrations.ErrPending):
		return exitPending
	}
	return 1
}

// roundOptions are what a reader of a round names besides it: the beacon's key in
// hexadecimal where it is not quicknet's, a file with an answer of
// /api/open/gameChain, the address that sent anchors at the lock, and nodes and relays
// of their own.
type roundOptions struct {
	beaconKey, keysFile, anchorAddress, rpcURLs, relays string
}

// flags names the options as the command does.
func (o *roundOptions) flags() map[string]*string {
	return map[string]*string{"beacon-key": &o.beaconKey, "receipt-keys": &o.keysFile, "anchor-address": &o.anchorAddress,
		"rpc-urls": &o.rpcURLs, "beacon-relays": &o.relays}
}

// verifyRound recomputes a round, and looks up what it can. The beacon is quicknet,
// unless the reader names another key, as that of a demo.
func verifyRound(ctx context.Context, content []byte, o roundOptions, out io.Writer) error {
	var d game.Document
	if err := json.Unmarshal(content, &d); err != nil {
		return fmt.Errorf("it holds no round: %w", err)
	}
	w, err := o.witness(ctx, out)
	if err != nil {
		return err
	}
	if o.rpcURLs != "" {
		pool, hangUp, err := dial(ctx, chainID, nodes{urls: o.rpcURLs, log: newLogger(io.Discard, "error")})
		if err != nil {
			return fmt.Errorf("--rpc-urls: %w", err)
		}
		defer hangUp()
		w.Search = func(sender string, from, until time.Time) (game.Search, error) {
			span, err := pool.SentBetween(ctx, common.HexToAddress(sender), from, until)
			return searchOf(sender, span), err
		}
	}
	return tellFindings(d, d.Verify(w), out)
}

// witness is what the reader knows beside the chain.
func (o roundOptions) witness(ctx context.Context, out io.Writer) (w game.Witness, err error) {
	relays := config.List(cmp.Or(o.relays, "https://nowhere.invalid"))
	rounds, err := beacon.NewDrand(beacon.Config{Relays: relays, Clock: clock.NewSystem(0), Log: newLogger(io.Discard, "error")})
	if err != nil {
		return w, err
	}
	key := rounds.PublicKey()
	if o.beaconKey != "" {
		if key, err = hex.DecodeString(o.beaconKey); err != nil {
			return w, fmt.Errorf("--beacon-key: %w", err)
		}
		fmt.Fprintln(out, "NOTE: the beacon is one that you named, not drand quicknet. Whoever holds its key knows every outcome in advance.")
	}
	w = game.Witness{Key: hex.EncodeToString(key), Round: rounds.Round, Time: rounds.Time, Anchor: o.anchorAddress,
		Verify: func(round uint64, signature []byte) error { return beacon.Verify(key, round, signature) }}
	if o.relays != "" {
		w.Signature = func(round uint64) ([]byte, error) { return gameBeacon{rounds}.Signature(ctx, round) }
	}
	if o.keysFile == "" {
		return w, nil
	}
	answer, err := readFile(o.keysFile)
	if err != nil {
		return w, err
	}
	if w.Keys, err = game.PublishedKeys(answer); err != nil {
		return w, fmt.Errorf("%s: %w", o.keysFile, err)
	}
	return w, nil
}

// tellFindings prints what came of a round's verification, and ends as it does.
func tellFindings(d game.Document, found game.Findings, out io.Writer) error {
	for _, one := range found.Wrong {
		fmt.Fprintf(out, "WRONG: %s: %s\n", one.Step, one.Detail)
	}
	var unread []string
	for _, one := range found.Unread {
		unread = append(unread, fmt.Sprintf("%s: %s", one.Step, one.Detail))
	}
	if sayUnread(unread, out); len(found.Wrong) > 0 {
		return ErrRoundWrong
	}
	fmt.Fprintf(out, "round %s, %s: %d entries with the root %s, decided by beacon round %d; everything recomputed\n",
		d.Period, cmp.Or(d.Reason, string(d.State)), len(d.Entries), d.Root, d.BeaconRound)
	return outcomeOf(unread, out)
}

// rotateReceipts makes the key that signs from the next start on.
func rotateReceipts(c config.Config, out io.Writer) error {
	key, err := receipt.Rotate(receiptPath(c), entropy.System())
	if err == nil {
		fmt.Fprintf(out, "the new key %s signs from the next start on; what the old one signed stays valid\n", key.Public())
	}
	return err
}
