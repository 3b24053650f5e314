package demo

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/walletsig"
)

const (
	// ChainID is the demo chain's id, the same as production's.
	ChainID = 56

	markerName = "demo.json"
	blockTime  = time.Second
	// finalBlocks are mined after a jump, so that what was in the newest
	// block becomes final.
	finalBlocks = 6
	tokenDigits = 18
)

// ErrNotADemo refuses to delete or use a folder that no demo made, ErrBegan to begin
// a world again at another moment.
var (
	ErrNotADemo = errors.New("the folder has no demo's marker; choose an empty one")
	ErrBegan    = errors.New("the demo's world did not begin at the moment of --clock; leave it out to go on, or start again with --fresh")
)

// What the operator's deposit and a visit to the faucet bring.
var (
	capital = map[money.Asset]money.Amount{money.USDT: money.Units(2_000_000), money.ETLD: money.Units(20_000_000), money.ETH: money.Units(500)}
	gift    = map[money.Asset]money.Amount{money.USDT: money.Units(25_000), money.ETLD: money.Units(5_000), money.ETH: money.Units(2)}
	gasGift = new(big.Int).Mul(big.NewInt(10), big.NewInt(1e18))
	feeCap  = big.NewInt(1e12)
)

// Options say which world to open.
type Options struct {
	DataDir     string
	ChainPort   int
	AnvilBinary string
	Fresh       bool
	Log         *slog.Logger
	// Begin is when a new world begins; zero means now.
	Begin time.Time
	// Beside is the address of the chain that another instance of this world runs.
	// That instance keeps the chain, its feeds and the signer.
	Beside string
}

// World is an open demo world.
type World struct {
	options  Options
	log      *slog.Logger
	clock    *clock.System
	process  *anvil.Process
	client   *endpoint.Client
	minter   account
	operator account
	treasury *ecdsa.PrivateKey
	// vault sends what the treasury holds.
	vault account
	feeds feeds

	// Genesis identifies the chain; the database remembers it.
	Genesis  string
	Treasury common.Address
	Operator common.Address
	// HotWallet pays withdrawals; its key is with the signer.
	HotWallet common.Address
	// Anchor shows the rounds of the game.
	Anchor common.Address
	Tokens map[money.Asset]common.Address

	mu     sync.Mutex
	marker marker
}

// marker is the file that makes a folder a demo's.
type marker struct {
	Genesis     string                         `json:"genesis"`
	Tokens      map[money.Asset]common.Address `json:"tokens"`
	Aggregator  common.Address                 `json:"aggregator"`
	Pair        common.Address                 `json:"pair"`
	ClockOffset time.Duration                  `json:"clockOffset"`
	// Began is the moment at which the world was told to begin; zero where it began
	// with the machine's clock.
	Began time.Time `json:"began,omitzero"`
	// HotWallet is empty until it was filled.
	HotWallet common.Address `json:"hotWallet"`
	// HotWalletNonce is the first nonce of the hot wallet that its filling left to
	// payouts.
	HotWalletNonce uint64 `json:"hotWalletNonce"`
	// Anchor is empty until it had gas.
	Anchor common.Address `json:"anchor"`
}

// Open starts the chain of a prepared folder and, in a new one, deploys the tokens
// and pays in the operator's capital with real transfers.
func Open(ctx context.Context, o Options) (*World, error) {
	folder, err := filepath.Abs(o.DataDir)
	if err != nil {
		return nil, fmt.Errorf("demo folder: %w", err)
	}
	o.DataDir = folder
	w := &World{options: o, log: o.Log}
	if err := w.openClock(); err != nil {
		return nil, err
	}
	if err := w.start(ctx); err != nil {
		return nil, err
	}
	if err := w.setUp(ctx); err != nil {
		_ = w.Close()
		return nil, err
	}
	return w, nil
}

// Prepare makes the folder, or empties one that is a demo's.
func Prepare(o Options) error {
	path := filepath.Join(o.DataDir, markerName)
	_, markerError := os.Stat(path)
	entries, err := os.ReadDir(o.DataDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("demo folder: %w", err)
	}
	if len(entries) > 0 && markerError != nil {
		return fmt.Errorf("%s: %w", o.DataDir, ErrNotADemo)
	}
	if o.Fresh {
		if err := anvil.StopLeftover(o.DataDir); err != nil {
			return err
		}
		if err := os.RemoveAll(o.DataDir); err != nil {
			return fmt.Errorf("empty the demo folder: %w", err)
		}
	}
	if err := os.MkdirAll(o.DataDir, 0o700); err != nil {
		return fmt.Errorf("demo folder: %w", err)
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	// From here on the folder is a demo's, even if the first start is cut short.
	begun := marker{Began: o.Begin}
	if !o.Begin.IsZero() {
		begun.ClockOffset = time.Until(o.Begin)
	}
	return begun.save(o.DataDir)
}

// openClock goes on with the clock of the folder's world.
func (w *World) openClock() error {
	if err := w.marker.load(w.options.DataDir); err != nil {
		return err
	}
	if begin := w.options.Begin; !begin.IsZero() && !begin.Equal(w.marker.Began) {
		return ErrBegan
	}
	w.clock = clock.NewSystem(w.marker.ClockOffset)
	return nil
}

// Clock is the world's time, which Advance moves.
func (w *World) Clock() *clock.System { return w.clock }

func (w *World) start(ctx context.Context) (err error) {
	if w.options.Beside != "" {
		w.process, err = anvil.Join(ctx, w.options.Beside, ChainID)
	} else {
		w.process, err = startChain(ctx, w.options, w.clock.Now())
	}
	if err != nil {
		return fmt.Errorf("start the demo's chain: %w", err)
	}
	w.client = endpoint.NewClient("demo", w.process.Client())
	return nil
}

func startChain(ctx context.Context, o Options, begin time.Time) (*anvil.Process, error) {
	binary, err := anvil.Find(o.AnvilBinary, "")
	if err != nil {
		return nil, err
	}
	return anvil.Start(ctx, anvil.Options{Binary: binary, DataDir: o.DataDir, ChainID: ChainID,
		Port: o.ChainPort, BlockTime: blockTime, SlotsInEpoch: 2, Begin: begin})
}

// setUp loads or makes everything that lives on the chain.
func (w *World) setUp(ctx context.Context) error {
	keys, err := anvil.LoadKeys(w.options.DataDir, entropy.System(), "operator", "treasury", "minter")
	if err != nil {
		return err
	}
	w.Treasury, w.Operator = crypto.PubkeyToAddress(keys["treasury"].PublicKey), crypto.PubkeyToAddress(keys["operator"].PublicKey)
	w.operator, w.minter = newAccount(w, keys["operator"]), newAccount(w, keys["minter"])
	w.treasury = keys["treasury"]
	w.vault = newAccount(w, w.treasury)
	genesis, err := w.client.Eth().HeaderByNumber(ctx, common.Big0)
	if err != nil {
		return fmt.Errorf("read the chain's first block: %w", err)
	}
	w.Genesis = genesis.Hash().Hex()
	if w.marker.Genesis == "" {
		if err := w.create(ctx); err != nil {
			return err
		}
	}
	if w.marker.Genesis != w.Genesis {
		return fmt.Errorf("the demo's chain has lost its state (its first block is another one than the database knows); start again with --fresh")
	}
	w.Tokens = w.marker.Tokens
	if w.options.Beside != "" {
		w.HotWallet, w.Anchor = w.marker.HotWallet, w.marker.Anchor
		w.feeds.aggregator.Address, w.feeds.pair.Address = w.marker.Aggregator, w.marker.Pair
		return nil
	}
	if err := w.alignChain(ctx); err != nil {
		return err
	}
	if err := w.openFeeds(ctx); err != nil {
		return err
	}
	if err := w.openHotWallet(ctx); err != nil {
		return err
	}
	return w.openAnchor(ctx)
}

// SignAsTreasury signs a text with the treasury's key, as a wallet would.
func (w *World) SignAsTreasury(text string) (string, error) {
	return walletsig.Sign(w.treasury, text)
}

func (m *marker) load(folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, markerName))
	if err != nil {
		return fmt.Errorf("demo marker: %w", err)
	}
	if err := json.Unmarshal(text, m); err != nil {
		return fmt.Errorf("the demo's marker is damaged; start again with --fresh: %w", err)
	}
	return nil
}

func (w *World) saveMarker() error { return w.marker.save(w.options.DataDir) }

func (m marker) save(folder string) error {
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	path := filepath.Join(folder, markerName)
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("demo marker: %w", err)
	}
	return os.Rename(path+".new", path)
}

// create deploys the contracts and pays in the capital.
func (w *World) create(ctx context.Context) error {
	w.log.Info("creating the demo's chain: tokens, capital")
	for _, account := range []common.Address{w.minter.Address(), w.operator.Address()} {
		if err := w.process.Control.SetBalance(ctx, account, gasGift); err != nil {
			return err
		}
	}
	made := w.marker
	made.Genesis, made.Tokens = w.Genesis, make(map[money.Asset]common.Address)
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		token, err := contracts.DeployTestToken(ctx, w.minter, "Demo "+string(asset), string(asset), w.minter.Address())
		if err != nil {
			return fmt.Errorf("deploy the demo's %s: %w", asset, err)
		}
		made.Tokens[asset] = token.Address
	}
	w.Tokens = made.Tokens
	if err := w.mint(ctx, w.Operator, capital); err != nil {
		return err
	}
	for asset, amount := range capital {
		raw, err := money.ToBaseUnits(amount, tokenDigits)
		if err != nil {
			return err
		}
		if _, err := (contracts.ERC20{Address: w.Tokens[asset]}).Transfer(ctx, w.operator, w.Treasury, raw); err != nil {
			return fmt.Errorf("pay in the demo's capital: %w", err)
		}
	}
	w.marker = made
	return w.saveMarker()
}

func (w *World) mint(ctx context.Context, to common.Address, amounts map[money.Asset]money.Amount) error {
	group, ctx := errgroup.WithContext(ctx)
	for asset, amount := range amounts {
		group.Go(func() error {
			raw, err := money.ToBaseUnits(amount, tokenDigits)
			if err != nil {
				return err
			}
			token := contracts.TestToken{ERC20: contracts.ERC20{Address: w.Tokens[asset]}}
			if _, err := token.Mint(ctx, w.minter, to, raw); err != nil {
				return fmt.Errorf("mint the demo's %s: %w", asset, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// alignChain sets the chain's clock to the platform's.
func (w *World) alignChain(ctx context.Context) error {
	return w.process.Control.SetTime(ctx, w.clock.Now())
}

// Faucet gives an address gas coins and test tokens.
func (w *World) Faucet(ctx context.Context, to common.Address) error {
	if err := w.process.Control.SetBalance(ctx, to, gasGift); err != nil {
		return err
	}
	return w.mint(ctx, to, gift)
}

// Advance moves the platform's clock and the chain's, and remembers it. Beside
// another instance it moves its own alone.
func (w *World) Advance(ctx context.Context, by time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock.Advance(by)
	if w.options.Beside != "" {
		return nil
	}
	w.marker.ClockOffset = w.clock.Offset()
	if err := w.saveMarker(); err != nil {
		return err
	}
	if err := w.alignChain(ctx); err != nil {
		return err
	}
	if err := w.feeds.refresh(ctx); err != nil {
		return err
	}
	return w.process.Control.Mine(ctx, finalBlocks)
}

// Client is the connection to the demo's chain.
func (w *World) Client() *endpoint.Client { return w.client }

// ChainURL is the chain's own address, reachable from this machine only.
func (w *World) ChainURL() string { return w.process.URL }

// Close stops the chain.
func (w *World) Close() error { return w.process.Stop() }
