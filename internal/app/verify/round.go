package verify

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/base/clock"
	"etld/internal/features/game"
	"etld/internal/infra/beacon"
	"etld/internal/infra/config"
)

var (
	// ErrRoundWrong says that a round is not what the rules make of it.
	ErrRoundWrong = errors.New("the round is not as the rules have it")
	// ErrNotLookedUp says that a file contradicts nothing, and that something was taken
	// from it alone.
	ErrNotLookedUp = errors.New("nothing contradicts it, and not everything was looked up")
)

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
	var exported struct {
		game.Document
		Held *game.Held `json:"held"`
	}
	if err := json.Unmarshal(content, &exported); err != nil {
		return fmt.Errorf("it holds no round: %w", err)
	}
	d := exported.Document
	w, err := o.witness(ctx, out)
	if err != nil {
		return err
	}
	w.Held = exported.Held
	if o.rpcURLs != "" {
		pool, hangUp, err := nodes.Dial(ctx, nodes.BEP20, nodes.Config{URLs: o.rpcURLs, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return fmt.Errorf("--rpc-urls: %w", err)
		}
		defer hangUp()
		w.Search = func(sender string, from, until time.Time) (game.Search, error) {
			span, err := pool.SentBetween(ctx, common.HexToAddress(sender), from, until)
			return game.SearchOf(sender, span), err
		}
	}
	return printFindings(d, d.Verify(w), out)
}

// witness is what the reader knows beside the chain.
func (o roundOptions) witness(ctx context.Context, out io.Writer) (w game.Witness, err error) {
	relays := config.List(cmp.Or(o.relays, "https://nowhere.invalid"))
	rounds, err := beacon.NewDrand(beacon.Config{Relays: relays, Clock: clock.NewSystem(0), Log: slog.New(slog.DiscardHandler)})
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
		w.Signature = func(round uint64) ([]byte, error) { return rounds.Signature(ctx, round) }
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

// printFindings prints what came of a round's verification, and ends as it does.
func printFindings(d game.Document, found game.Findings, out io.Writer) error {
	for _, one := range found.Wrong {
		fmt.Fprintf(out, "WRONG: %s: %s\n", one.Step, one.Detail)
	}
	var unread []string
	for _, one := range found.Unread {
		unread = append(unread, fmt.Sprintf("%s: %s", one.Step, one.Detail))
	}
	if SayUnread(unread, out); len(found.Wrong) > 0 {
		return ErrRoundWrong
	}
	fmt.Fprintf(out, "round %s, %s: %d entries with the root %s, decided by beacon round %d; everything recomputed\n",
		d.Period, cmp.Or(string(d.Reason), string(d.State)), len(d.Entries), d.Root, d.BeaconRound)
	return outcomeOf(unread, out)
}
