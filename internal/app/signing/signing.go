// Package signing runs the signer as a process of its own, and asks it from the server.
package signing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/demo"
	"etld/internal/app/nodes"
	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/config"
)

// Run serves signatures on a socket until the context ends. It has no
// database: what it knows is its key, its policy and its journal.
func Run(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	policy, err := signer.LoadPolicy(c.Signing.Policy)
	if err != nil {
		return err
	}
	now, err := clockOf(c)
	if err != nil {
		return err
	}
	asked := believed(c.Signing.DemoClock, now, log)
	for i := range policy.Networks {
		hangUp, err := connect(ctx, c, &policy.Networks[i], asked)
		if err != nil {
			return err
		}
		defer hangUp()
	}
	key, err := signer.OpenKeystore(c.Signing.Keystore, c.Signing.Passphrase)
	if err != nil {
		return err
	}
	anchors, isAnchoring, err := policy.ForAnchors()
	if err != nil {
		return err
	}
	anchorKey, err := openAnchorKey(c, isAnchoring, key)
	if err != nil {
		return err
	}
	c.Signing.Passphrase = ""
	ctx, end := context.WithCancel(ctx)
	var reading sync.WaitGroup
	defer reading.Wait()
	defer end()
	var desk signer.Desk
	own := journals{clock: now, log: log, reading: &reading}
	if desk.Payouts, err = own.open(ctx, key, policy, c.Signing.Journal); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, desk.Payouts.Close()) }()
	ready := map[string]string{"msg": "ready", "wallet": key.Address().Hex(), "socket": c.Signing.Socket}
	if isAnchoring {
		if desk.Anchors, err = own.open(ctx, anchorKey, anchors, c.Signing.Journal+anchorJournalSuffix); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, desk.Anchors.Close()) }()
		ready["anchor"] = anchorKey.Address().Hex()
	}
	listener, err := signer.Listen(c.Signing.Socket)
	if err != nil {
		return err
	}
	if c.Signing.ExitWithInput {
		go func() {
			// Whoever runs this as a child holds the other end, also when it dies.
			_, _ = io.Copy(io.Discard, os.Stdin)
			end()
		}()
	}
	if err := json.NewEncoder(out).Encode(ready); err != nil {
		return errors.Join(fmt.Errorf("print that the signer is ready: %w", err), listener.Close())
	}
	log.Info("the signer is ready", "wallet", key.Address(), "operators", len(policy.Operators), "host", policy.Host)
	return signer.Serve(ctx, listener, desk, log)
}

// askTime bounds a question at start.
const askTime = 3 * time.Second

// journals opens those of a signer's keys.
type journals struct {
	clock clock.Clock
	log   *slog.Logger
	// reading is what still reads them beside the work.
	reading *sync.WaitGroup
}

func (j journals) open(ctx context.Context, key *signer.Key, p signer.Policy, journal string) (*signer.Local, error) {
	local, err := signer.New(signer.Config{Key: key, Policy: p, Journal: journal, Clock: j.clock, Log: j.log})
	if err != nil {
		return nil, err
	}
	if err := compareJournal(ctx, local, j.log); err != nil {
		return nil, errors.Join(err, local.Close())
	}
	j.reading.Go(func() { verifyJournal(ctx, local, j.log) })
	return local, nil
}

// anchorJournalSuffix names the journal of anchors beside that of payouts.
const anchorJournalSuffix = ".anchors"

// openAnchorKey opens the key of anchors where the policy allows any. It must not
// be the hot wallet's: each of the two counts its own nonces.
func openAnchorKey(c config.Config, isAnchoring bool, hot *signer.Key) (*signer.Key, error) {
	switch {
	case !isAnchoring && c.Signing.AnchorKeystore == "":
		return nil, nil
	case !isAnchoring:
		return nil, errors.New("--signer-anchor-keystore is set, and the policy allows no anchors; add \"anchor\" to it")
	case c.Signing.AnchorKeystore == "":
		return nil, errors.New("the policy allows anchors, and --signer-anchor-keystore is missing; make one with etld signer create")
	}
	key, err := signer.OpenKeystore(c.Signing.AnchorKeystore, c.Signing.Passphrase)
	if err == nil && key.Address() == hot.Address() {
		err = errors.New("--signer-anchor-keystore has the hot wallet's key; anchors need one of their own")
	}
	return key, err
}

// compareJournal refuses a journal that a chain is ahead of. A chain that does
// not answer in time is asked again before the first signature.
func compareJournal(ctx context.Context, local *signer.Local, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err := local.CheckJournal(ctx)
	if errors.Is(err, signer.ErrJournal) {
		return err
	}
	if err != nil {
		log.Warn("a chain does not say now whether the journal is whole; it is asked again before anything is signed", "error", err)
	}
	return nil
}

// verifyJournal reads beside the work what the start has not read.
func verifyJournal(ctx context.Context, local *signer.Local, log *slog.Logger) {
	switch err := local.VerifyJournal(ctx); {
	case ctx.Err() != nil:
	case err != nil:
		log.Error("the signer's journal was changed; nothing is signed any more", "error", err)
	default:
		log.Info("the signer's journal is whole")
	}
}

// headAgeMax is far above any pause between blocks of a chain that works.
// The signer keeps no chain's head, so a node could name it one from when a
// contract wallet had another owner.
const headAgeMax = 10 * time.Minute

// connect gives a network of the policy its nodes.
func connect(ctx context.Context, c config.Config, n *signer.Network, to nodes.Config) (hangUp func(), err error) {
	flag := "rpc-urls"
	to.URLs, to.Confirmations = c.RPCURLs, c.Confirmations
	switch n.ChainID {
	case nodes.BEP20:
	case nodes.ERC20:
		to.URLs, to.Confirmations, flag = c.ERC20.RPCURLs, c.ERC20.Confirmations, "erc20-rpc-urls"
	default:
		return nil, fmt.Errorf("the policy's network %s is chain %d; this program pays on chains %d and %d", n.Name, n.ChainID, nodes.BEP20, nodes.ERC20)
	}
	if to.URLs == "" {
		return nil, fmt.Errorf("the policy allows payouts on %s and --%s is empty; the signer asks the chain itself", n.Name, flag)
	}
	pool, hangUp, err := nodes.Dial(ctx, n.ChainID, to)
	if err != nil {
		return nil, err
	}
	n.Chain = pool
	return hangUp, nil
}

// believed is how old a newest block may be. A demo moves its clock before it moves its
// chain, and may begin on any day; its one node is believed anyway.
func believed(isDemo bool, now clock.Clock, log *slog.Logger) nodes.Config {
	if isDemo {
		return nodes.Config{Log: log}
	}
	return nodes.Config{Log: log, Now: now.Now, HeadAgeMax: headAgeMax}
}

// clockOf is the machine's clock, or that of a demo, which can be moved.
func clockOf(c config.Config) (clock.Clock, error) {
	if !c.Signing.DemoClock {
		return &clock.System{}, nil
	}
	return demo.FollowClock(filepath.Dir(filepath.Dir(c.Signing.Policy)))
}

// CreateKeystore draws a wallet's key: the hot wallet's, or that of the address of anchors.
func CreateKeystore(c config.Config, out io.Writer) error {
	key, err := signer.CreateKeystore(c.Signing.Keystore, c.Signing.Passphrase, signer.Standard, entropy.System())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is the wallet; its key is in %s\n"+
		"keep a copy of the file and its passphrase in two other places: nobody can draw this key again\n", key.Address().Hex(), c.Signing.Keystore)
	return err
}

// Ask connects the signer. One that pays or anchors from another wallet is
// refused at once; one that does not answer is waited for by the payouts themselves.
func Ask(ctx context.Context, c config.Config, log *slog.Logger) (*signer.Client, error) {
	hot, anchor := common.HexToAddress(c.Payouts.HotWallet), common.HexToAddress(c.Payouts.AnchorAddress)
	client := signer.NewClient(c.Signing.Socket)
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	wallet, err := client.Wallet(ctx)
	var anchors common.Address
	if err == nil {
		anchors, err = client.Anchor(ctx)
	}
	switch {
	case err != nil:
		log.Warn("the signer does not answer; payouts wait for it", "socket", c.Signing.Socket, "error", err)
	case wallet != hot:
		return nil, fmt.Errorf("--hot-wallet is %s and the signer pays from %s", hot, wallet)
	case anchor != (common.Address{}) && anchors != anchor:
		return nil, fmt.Errorf("--anchor-address is %s and the signer sends anchors from %s", anchor, anchors)
	}
	return client, nil
}
