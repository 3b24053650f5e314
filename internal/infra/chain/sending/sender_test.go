package sending_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/sending"
)

func TestSender(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	receiver := common.Address{0: 0x51}
	token, err := contracts.DeployTestToken(ctx, miner, "ETLD", "ETLD", miner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := token.Mint(ctx, miner, miner.Address(), chaintest.Wei(10)); err != nil {
		t.Fatal(err)
	}

	// Two sent before a block take two nonces and both arrive.
	native, err := miner.Send(ctx, &receiver, chaintest.Wei(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := miner.SendToken(ctx, token.Address, receiver, chaintest.Wei(3))
	if err != nil {
		t.Fatal(err)
	}
	if native.Nonce()+1 != tokens.Nonce() || native.Gas() != 21_000 || native.ChainId().Uint64() != chaintest.ChainID {
		t.Errorf("nonces %d and %d, gas %d, chain %s", native.Nonce(), tokens.Nonce(), native.Gas(), native.ChainId())
	}
	if native.GasTipCap().Cmp(native.GasFeeCap()) > 0 {
		t.Errorf("tip %s above cap %s", native.GasTipCap(), native.GasFeeCap())
	}
	if err := process.Control.Mine(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := miner.Wait(ctx, tokens.Hash()); err != nil {
		t.Fatal(err)
	}
	balance, err := client.Eth().BalanceAt(ctx, receiver, nil)
	if err != nil || balance.Cmp(chaintest.Wei(2)) != 0 {
		t.Errorf("received %s (%v)", balance, err)
	}
	if balance, err := token.BalanceOf(ctx, client, receiver, nil); err != nil || balance.Cmp(chaintest.Wei(3)) != 0 {
		t.Errorf("received tokens %s (%v)", balance, err)
	}
	if _, err := (contracts.ERC20{Address: receiver}).BalanceOf(ctx, client, receiver, nil); !errors.Is(err, contracts.ErrNotToken) {
		t.Errorf("a plain account passed for a token: %v", err)
	}

	// What would fail is not sent and takes no nonce.
	before, err := client.Eth().PendingNonceAt(ctx, miner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := miner.SendToken(ctx, token.Address, receiver, chaintest.Wei(8)); err == nil {
		t.Error("more than the balance was sent")
	}
	frugal := sending.NewSender(client.Eth(), chaintest.ChainID, miner.Key, big.NewInt(1))
	if _, err := frugal.Send(ctx, &receiver, big.NewInt(1), nil); !errors.Is(err, chain.ErrFeeTooHigh) {
		t.Errorf("above the allowed fee: %v", err)
	}
	if after, err := client.Eth().PendingNonceAt(ctx, miner.Address()); err != nil || after != before {
		t.Errorf("nonce went from %d to %d (%v)", before, after, err)
	}

	// Nobody mines: waiting ends with its context.
	waiting, err := miner.Send(ctx, &receiver, big.NewInt(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := miner.Wait(short, waiting.Hash()); !errors.Is(err, sending.ErrNotYet) {
		t.Errorf("got %v", err)
	}
	cancel()
	if _, err := miner.Wait(short, waiting.Hash()); !errors.Is(err, sending.ErrNotYet) {
		t.Errorf("over before a node was asked: %v", err)
	}
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	feed, err := contracts.DeployPriceAggregator(ctx, miner, "ETH / USD", 8, miner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if round, err := feed.LatestRound(ctx, client); err != nil || round.ID != 0 || round.Answer.Sign() != 0 {
		t.Errorf("before the first round: %+v %v", round, err)
	}
	if _, err := feed.Set(ctx, miner, big.NewInt(312_345_000_000)); err != nil {
		t.Fatal(err)
	}
	round, err := feed.LatestRound(ctx, client)
	if err != nil || round.ID != 1 || round.Answer.Int64() != 312_345_000_000 || time.Since(round.UpdatedAt) > time.Hour {
		t.Errorf("%+v %v", round, err)
	}
	stale := time.Unix(1_500_000_000, 0).UTC()
	if _, err := contracts.Execute(ctx, miner, "PriceAggregator", feed.Address, "setAt", big.NewInt(-5), big.NewInt(stale.Unix())); err != nil {
		t.Fatal(err)
	}
	if round, err := feed.LatestRound(ctx, client); err != nil || round.ID != 2 || round.Answer.Int64() != -5 || !round.UpdatedAt.Equal(stale) {
		t.Errorf("%+v %v", round, err)
	}
	if decimals, err := feed.Decimals(ctx, client); err != nil || decimals != 8 {
		t.Errorf("decimals %d %v", decimals, err)
	}
	stranger := chaintest.NewMiner(t, process, client)
	if _, err := feed.Set(ctx, stranger, big.NewInt(1)); err == nil {
		t.Error("a stranger set the price")
	}
	pair, err := contracts.DeployPair(ctx, miner, common.Address{1}, common.Address{2}, miner.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pair.SetReserves(ctx, miner, chaintest.Wei(5), chaintest.Wei(7)); err != nil {
		t.Fatal(err)
	}
	if reserves, err := pair.Reserves(ctx, client); err != nil || reserves.Reserve0.Cmp(chaintest.Wei(5)) != 0 || reserves.Reserve1.Cmp(chaintest.Wei(7)) != 0 || reserves.ChangedAt.IsZero() {
		t.Errorf("%+v %v", reserves, err)
	}
}
