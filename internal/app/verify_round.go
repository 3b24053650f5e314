package app

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/features/game"
	"etld/internal/infra/beacon"
	"etld/internal/infra/config"
	"etld/internal/infra/receipt"
)

// ErrRoundWrong says that a round is not what the rules make of it.
var ErrRoundWrong = errors.New("the round is not as the rules have it")

// roundOptions are what a reader of a round knows besides it.
type roundOptions struct {
	// beaconKey is the beacon's, if it is not quicknet; hexadecimal.
	beaconKey string
	// keysFile holds what /api/open/gameChain answered.
	keysFile string
}

// readRoundOptions takes the options from before the file's name.
func readRoundOptions(arguments []string) (o roundOptions, file string, err error) {
	known := map[string]*string{"--beacon-key": &o.beaconKey, "--receipt-keys": &o.keysFile}
	for len(arguments) > 2 && known[arguments[0]] != nil {
		*known[arguments[0]] = arguments[1]
		arguments = arguments[2:]
	}
	if len(arguments) != 1 {
		return o, "", ErrVerifyUsage
	}
	return o, arguments[0], nil
}

// publishedKeys reads the keys of receipts out of an answer of /api/open/gameChain,
// whole or its data alone.
func publishedKeys(path string) (keys []string, err error) {
	content, err := readFile(path)
	if err != nil {
		return nil, err
	}
	var answer struct {
		game.ChainOut
		Data game.ChainOut `json:"data"`
	}
	if err := json.Unmarshal(content, &answer); err != nil {
		return nil, fmt.Errorf("%s holds no answer of /api/open/gameChain: %w", path, err)
	}
	for _, k := range slices.Concat(answer.Keys, answer.Data.Keys) {
		keys = append(keys, k.Key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s names no receipt keys", path)
	}
	return keys, nil
}

// verifyRound recomputes a round. The beacon is quicknet, unless the reader names
// another key, as that of a demo.
func verifyRound(content []byte, o roundOptions, out io.Writer) error {
	beaconKey := o.beaconKey
	var d game.Document
	if err := json.Unmarshal(content, &d); err != nil {
		return fmt.Errorf("it holds no round: %w", err)
	}
	rounds, err := beacon.NewDrand(beacon.Config{Relays: []string{"https://nowhere.invalid"}, Clock: noClock{}, Log: newLogger(io.Discard, "error")})
	if err != nil {
		return err
	}
	key := rounds.PublicKey()
	if beaconKey != "" {
		if key, err = hex.DecodeString(beaconKey); err != nil {
			return fmt.Errorf("--beacon-key: %w", err)
		}
		fmt.Fprintln(out, "NOTE: the beacon is one that you named, not drand quicknet. Whoever holds its key knows every outcome in advance.")
	}
	wrong := d.Verify(game.Witness{Key: hex.EncodeToString(key), Round: rounds.Round, Time: rounds.Time,
		Verify: func(round uint64, signature []byte) error { return beacon.Verify(key, round, signature) }})
	if o.keysFile != "" {
		keys, err := publishedKeys(o.keysFile)
		if err != nil {
			return err
		}
		wrong = append(wrong, d.SignedBy(keys)...)
	}
	for _, one := range wrong {
		fmt.Fprintf(out, "WRONG: %s: %s\n", one.Step, one.Detail)
	}
	if len(wrong) > 0 {
		return ErrRoundWrong
	}
	fmt.Fprintf(out, "round %s, %s: %d entries with the root %s, decided by beacon round %d; everything recomputed\n",
		d.Period, d.State, len(d.Entries), d.Root, d.BeaconRound)
	if d.Anchor != nil {
		fmt.Fprintf(out, "look up on the chain: transaction %s of %s says %q in block %d\n", d.Anchor.TxHash, d.Anchor.Address, d.Anchor.Text, d.Anchor.Block)
	}
	if o.keysFile == "" {
		fmt.Fprintf(out, "receipts were signed by %s; compare it with what the site publishes, or name its file with --receipt-keys\n", d.ReceiptKey)
	} else {
		fmt.Fprintf(out, "receipts were signed by %s, which is published\n", d.ReceiptKey)
	}
	return nil
}

// noClock is for what asks no beacon.
type noClock struct{}

func (noClock) Now() time.Time { return time.Time{} }

// rotateReceipts makes the key that signs from the next start on.
func rotateReceipts(c config.Config, out io.Writer) error {
	key, err := receipt.Rotate(receiptPath(c), entropy.System())
	if err == nil {
		fmt.Fprintf(out, "the new key %s signs from the next start on; what the old one signed stays valid\n", key.Public())
	}
	return err
}
