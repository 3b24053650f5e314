package payment_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const otherChain = 1

// safes is a chain on which some addresses are contract wallets that say yes.
type safes map[common.Address]bool

func (safes) AgreedHead(context.Context) (chain.Block, error) { return chain.Block{}, nil }

func (s safes) CodeAt(_ context.Context, account common.Address, _ *big.Int) ([]byte, error) {
	if s[account] {
		return []byte{1}, nil
	}
	return nil, nil
}

func (s safes) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	return common.RightPadBytes(common.FromHex("0x1626ba7e"), 32), nil
}

// twoChains is a world whose wallets may be contracts here, there or on both.
func twoChains(t testing.TB, db *sqldb.DB, c dbtest.Clock, here, there safes) (w *world, first, second *line) {
	t.Helper()
	w = newBareWorld(t, db, c)
	w.change = func(c *payment.Config) {
		c.Networks[0].Verifier = walletsig.NewVerifier(here, 0)
		second := c.Networks[0]
		second.Name, second.ChainID, second.Account = "ERC-20", otherChain, ledger.ChainERC20
		second.Verifier = walletsig.NewVerifier(there, 0)
		c.Networks = append(c.Networks, second)
	}
	w.service = w.newService(w.Ledger)
	w.line = newLine(w)
	return w, w.line, newLineOn(w, otherChain)
}

// claimNow signs a claim's text with a key and makes the claim at once.
func (w *world) claimNow(user string, sender common.Address, sign func(text string) string) error {
	w.T.Helper()
	account := ""
	for address, id := range w.users.byAddress {
		if id == user {
			account = address
		}
	}
	text := fmt.Sprintf("%s%d", w.service.ClaimPhrase(sender.Hex(), account), w.Clock.Now().UnixMilli())
	_, err := w.claims().Claim(context.Background(), user, sender.Hex(), text, sign(text))
	return err
}

func anySignature(string) string { return "0x01" }

// A contract's address may be somebody else's on another chain: who deployed a
// wallet at it here, and signed up with it, gets nothing of what comes there.
func TestAContractWalletIsCreditedOnItsOwnChainOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		safe := address("safe")
		here, there := safes{safe: true}, safes{safe: true}
		w, first, second := twoChains(t, db, c, here, there)
		w.users.byAddress[safe.Hex()] = "thief"
		w.users.contracts = map[string]uint64{safe.Hex(): chainID}
		first.land(first.pay(safe, money.Units(3)))
		second.land(second.pay(safe, money.Units(500)), second.pay(ann, money.Units(7)))
		w.work()
		onSecond := ledger.House(ledger.ChainERC20, money.USDT)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("thief", money.USDT): money.Units(3), ledger.AvailableOf("ann", money.USDT): money.Units(7),
			suspense: money.Units(500), onChain: money.Units(3), onSecond: money.Units(507)})
		if info := w.info("thief"); len(info.Networks) != 1 || info.Networks[0].Network != "BEP-20" {
			t.Errorf("a contract wallet is offered %+v", info.Networks)
		}
		// Over there nobody says yes for the thief, whatever is deployed here.
		delete(there, safe)
		if err := w.claimNow("thief", safe, anySignature); !is(err, claim.ErrSignature) {
			t.Errorf("the claim of another chain's deposit: %v", err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("thief", money.USDT): money.Units(3), suspense: money.Units(500)})
		// Its owner there claims it for an account of a wallet of the owner's.
		there[safe] = true
		delete(here, safe)
		if err := w.claimNow("bob", safe, anySignature); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("bob", money.USDT): money.Units(500), suspense: 0})
		w.clean()
	})
}

// A claim speaks for the deposits of those chains alone on which the contract
// confirmed it; a plain wallet is the same everywhere, and never a contract.
func TestClaimsAreJudgedOnTheTransfersChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		safe := address("safe")
		w, first, second := twoChains(t, db, c, safes{safe: true}, safes{})
		first.land(first.pay(safe, money.Units(3)))
		second.land(second.pay(safe, money.Units(500)))
		w.work()
		if err := w.claimNow("ann", safe, anySignature); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), suspense: money.Units(500)})

		key := wallettest.New()
		sender := wallettest.Address(key)
		first.land(first.pay(sender, money.Units(1)))
		second.land(second.pay(sender, money.Units(2)))
		w.work()
		plainly := func(text string) string { return wallettest.Sign(key, text) }
		if err := w.claimNow("bob", sender, plainly); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("bob", money.USDT): money.Units(3), suspense: money.Units(500)})
		first.land(first.pay(sender, money.Units(9)))
		w.work()
		w.change = func(c *payment.Config) { c.Networks[0].Verifier = walletsig.NewVerifier(safes{sender: true}, 0) }
		w.service = w.newService(w.Ledger)
		w.Clock.Advance(1_000_000)
		if err := w.claimNow("ann", sender, anySignature); !is(err, claim.ErrSignature) {
			t.Errorf("a node says that a plain wallet is a contract: %v", err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(509)})
	})
}
