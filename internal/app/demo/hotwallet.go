package demo

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/signer"
)

const (
	signerFolder   = "signer"
	keystoreName   = "hot-wallet.json"
	passphraseName = "passphrase"
	anchorKeyName  = "anchor.json"
	coinDigits     = 18
	// Gas is the coin of the demo's chain that transactions cost.
	Gas = money.Asset("BNB")
)

// hotFunds is what lies in the demo's hot wallet at first, out of the capital.
var hotFunds = map[money.Asset]money.Amount{money.USDT: money.Units(100_000), money.ETLD: money.Units(400_000), money.ETH: money.Units(40), Gas: money.Units(5)}

// tokenAssets are the currencies that are tokens on the demo's chain.
var tokenAssets = []money.Asset{money.USDT, money.ETLD, money.ETH}

func (w *World) signerPath(name string) string {
	return filepath.Join(w.options.DataDir, signerFolder, name)
}

// openHotWallet makes the hot wallet's keystore and pays into the wallet, once.
// Its key is random per world, as everything is that derives from the
// treasury's.
func (w *World) openHotWallet(ctx context.Context) error {
	private, err := crypto.ToECDSA(w.derive("hot wallet"))
	if err != nil {
		return fmt.Errorf("the demo's hot wallet: %w", err)
	}
	w.HotWallet = crypto.PubkeyToAddress(private.PublicKey)
	if err := os.MkdirAll(filepath.Dir(w.signerPath(keystoreName)), 0o700); err != nil {
		return fmt.Errorf("the demo's signer: %w", err)
	}
	passphrase := w.passphrase()
	if _, err := os.Stat(w.signerPath(keystoreName)); errors.Is(err, os.ErrNotExist) {
		if _, err := signer.ImportKeystore(w.signerPath(keystoreName), passphrase, signer.Light, private); err != nil {
			return err
		}
	}
	if err := os.WriteFile(w.signerPath(passphraseName), []byte(passphrase+"\n"), 0o600); err != nil {
		return fmt.Errorf("the demo's signer: %w", err)
	}
	if w.marker.HotWallet == w.HotWallet {
		return nil
	}
	if err := w.fillHotWallet(ctx, newAccount(w, private)); err != nil {
		return fmt.Errorf("fill the demo's hot wallet: %w", err)
	}
	nonce, err := w.client.Eth().PendingNonceAt(ctx, w.HotWallet)
	if err != nil {
		return fmt.Errorf("the demo's hot wallet: %w", err)
	}
	w.marker.HotWallet, w.marker.HotWalletNonce = w.HotWallet, nonce
	return w.saveMarker()
}

// openAnchor makes the keystore of anchors and gives their wallet gas, once.
func (w *World) openAnchor(ctx context.Context) error {
	private, err := crypto.ToECDSA(w.derive("anchor"))
	if err != nil {
		return fmt.Errorf("the demo's anchors: %w", err)
	}
	w.Anchor = crypto.PubkeyToAddress(private.PublicKey)
	if _, err := os.Stat(w.signerPath(anchorKeyName)); errors.Is(err, os.ErrNotExist) {
		if _, err := signer.ImportKeystore(w.signerPath(anchorKeyName), w.passphrase(), signer.Light, private); err != nil {
			return err
		}
	}
	if w.marker.Anchor == w.Anchor {
		return nil
	}
	if err := w.process.Control.SetBalance(ctx, w.Anchor, gasGift); err != nil {
		return fmt.Errorf("gas for the demo's anchors: %w", err)
	}
	w.marker.Anchor = w.Anchor
	return w.saveMarker()
}

// passphrase opens both keystores of the demo's signer.
func (w *World) passphrase() string { return hex.EncodeToString(w.derive("hot wallet's passphrase")) }

// fillHotWallet sends real transfers. The wallet also lets the treasury take
// tokens back, so that a test can empty it without using one of its nonces later.
func (w *World) fillHotWallet(ctx context.Context, hot account) error {
	for _, account := range []common.Address{w.Operator, w.Treasury} {
		if err := w.process.Control.SetBalance(ctx, account, gasGift); err != nil {
			return err
		}
	}
	gas, err := money.ToBaseUnits(hotFunds[Gas], coinDigits)
	if err != nil {
		return err
	}
	if _, err := w.operator.Execute(ctx, &w.HotWallet, gas, nil); err != nil {
		return err
	}
	everything := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	group, ctx := errgroup.WithContext(ctx)
	for _, asset := range tokenAssets {
		group.Go(func() error { return w.refill(ctx, asset, hotFunds[asset]) })
		group.Go(func() error {
			token := w.Tokens[asset]
			_, err := hot.Execute(ctx, &token, nil, callData("approve(address,uint256)", w.Treasury.Big(), everything))
			return err
		})
	}
	return group.Wait()
}

// callData is a call to a method whose arguments are whole words.
func callData(method string, arguments ...*big.Int) []byte {
	data := crypto.Keccak256([]byte(method))[:4]
	for _, one := range arguments {
		data = append(data, common.LeftPadBytes(one.Bytes(), 32)...)
	}
	return data
}

// refill sends tokens from the treasury to the hot wallet, or sets its gas.
func (w *World) refill(ctx context.Context, asset money.Asset, amount money.Amount) error {
	units, err := money.ToBaseUnits(amount, tokenDigits)
	if err != nil {
		return err
	}
	if asset == Gas {
		return w.process.Control.SetBalance(ctx, w.HotWallet, units)
	}
	_, err = contracts.ERC20{Address: w.Tokens[asset]}.Transfer(ctx, w.vault, w.HotWallet, units)
	return err
}

// drain takes all of a currency out of the hot wallet, back to the treasury;
// gas just vanishes.
func (w *World) drain(ctx context.Context, asset money.Asset) error {
	if asset == Gas {
		return w.process.Control.SetBalance(ctx, w.HotWallet, new(big.Int))
	}
	token := w.Tokens[asset]
	held, err := contracts.ERC20{Address: token}.BalanceOf(ctx, w.client, w.HotWallet, nil)
	if err != nil {
		return err
	}
	_, err = w.vault.Execute(ctx, &token, nil, callData("transferFrom(address,address,uint256)", w.HotWallet.Big(), w.Treasury.Big(), held))
	return err
}

// serveHotWallet empties or fills the hot wallet, to see how payouts wait:
// action is drain or refill, currency USDT, ETLD, ETH or BNB; a refill's amount
// is what the wallet began with unless it is given.
func (w *World) serveHotWallet(rw http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	action, asset := query.Get("action"), money.Asset(query.Get("currency"))
	amount, isKnown := hotFunds[asset]
	if !isKnown || action != "drain" && action != "refill" {
		answer(rw, http.StatusBadRequest, map[string]any{"error": "action must be drain or refill, currency USDT, ETLD, ETH or BNB"})
		return
	}
	if text := query.Get("amount"); text != "" {
		var err error
		if amount, err = money.Parse(text); err != nil || amount <= 0 || amount > capital[money.ETLD] {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "amount must be a decimal above 0"})
			return
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), faucetTime)
	defer cancel()
	var err error
	if action == "drain" {
		err = w.drain(ctx, asset)
	} else {
		err = w.refill(ctx, asset, amount)
	}
	if err == nil {
		err = w.process.Control.Mine(ctx, finalBlocks)
	}
	if err != nil {
		w.fail(rw, action+" the hot wallet", err)
		return
	}
	answer(rw, http.StatusOK, map[string]any{"action": action, "currency": asset, "wallet": w.HotWallet.Hex()})
}
