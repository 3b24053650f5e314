package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/base/money"
	"etld/internal/features/game"
	"etld/internal/features/solvency"
	"etld/internal/infra/chain"
)

// ErrProofWrong says that a proof does not show what it says.
var ErrProofWrong = errors.New("the proof does not fit")

// verifyProof checks one user's part of a snapshot.
func verifyProof(ctx context.Context, content []byte, o options, out io.Writer) error {
	p, err := solvency.ReadProof(content)
	if err != nil {
		return err
	}
	w := solvency.Witness{Address: o.address, Snapshot: o.day, Anchor: o.anchorAddress, Text: o.text}
	if o.keysFile != "" {
		answer, err := readFile(o.keysFile)
		if err != nil {
			return err
		}
		if w.Keys, err = game.PublishedKeys(answer); err != nil {
			return fmt.Errorf("%s: %w", o.keysFile, err)
		}
	}
	if o.rpcURLs != "" {
		pool, hangUp, err := nodes.Dial(ctx, nodes.BEP20, nodes.Config{URLs: o.rpcURLs, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return fmt.Errorf("--rpc-urls: %w", err)
		}
		defer hangUp()
		w.Sent = func(sender, txHash string) (string, bool, error) {
			sent, isFinal, err := chain.SentAs(ctx, pool, common.HexToAddress(sender), common.HexToHash(txHash))
			if errors.Is(err, chain.ErrNotFound) {
				return "", false, nil
			}
			return sent.Text(), isFinal, err
		}
	}
	v := p.Verify(w)
	for _, wrong := range v.Wrong {
		fmt.Fprintln(out, "WRONG: "+wrong)
	}
	if SayUnread(v.Unread, out); len(v.Wrong) > 0 {
		return ErrProofWrong
	}
	if v.Text.Snapshot != "" {
		fmt.Fprintf(out, "snapshot %s: %s was owed %s USDT, %s ETLD and %s ETH in atoms of 1/%d, of %s, %s and %s to all\n", v.Text.Snapshot, p.Proof.Address,
			v.Owed[0], v.Owed[1], v.Owed[2], money.Unit, v.Text.Totals[0], v.Text.Totals[1], v.Text.Totals[2])
	}
	return outcomeOf(v.Unread, out)
}
