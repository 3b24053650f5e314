package chaintest

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/skip"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/sending"
)

// AnvilWorld is a World on a development chain that mines on demand only.
type AnvilWorld struct {
	Process *anvil.Process
	Client  *endpoint.Client

	treasury common.Address
	token    contracts.TestToken
	fee      contracts.TestToken
	fake     FakeToken
	wallets  []ContractWallet
	owners   []*Miner
}

// Miner is a contracts.Transactor on a chain that mines on demand: it sends,
// has a block mined and reads the receipt.
type Miner struct {
	*sending.Sender
	Key *ecdsa.PrivateKey

	control anvil.Control
	client  *endpoint.Client
}

// Execute sends a transaction and has it mined.
func (miner *Miner) Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error) {
	transaction, err := miner.Send(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	if err := miner.control.Mine(ctx, 1); err != nil {
		return nil, err
	}
	return miner.Wait(ctx, transaction.Hash())
}

// StartAnvil runs a development chain for one test; where anvil is missing the
// test is skipped and says so.
func StartAnvil(t testing.TB) (*anvil.Process, *endpoint.Client) {
	t.Helper()
	skip.WhenQuick(t)
	binary, err := anvil.Find("", "")
	if err != nil {
		skip.Missing(t, "%v", err)
	}
	process, err := anvil.Start(context.Background(), anvil.Options{Binary: binary, DataDir: t.TempDir(), ChainID: ChainID, SlotsInEpoch: WorldFinalityDepth / 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Stop(); err != nil {
			t.Error(err)
		}
	})
	client, err := endpoint.Dial(context.Background(), "anvil", process.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return process, client
}

// NewMiner makes a funded account on a development chain.
func NewMiner(t testing.TB, process *anvil.Process, client *endpoint.Client) *Miner {
	t.Helper()
	key, err := crypto.ToECDSA(entropy.Bytes(entropy.System(), 32))
	if err != nil {
		t.Fatal(err)
	}
	miner := &Miner{Key: key, Sender: sending.NewSender(client.Eth(), ChainID, key, big.NewInt(1_000_000_000_000)), control: process.Control, client: client}
	if err := process.Control.SetBalance(context.Background(), miner.Address(), Wei(1_000)); err != nil {
		t.Fatal(err)
	}
	return miner
}

// NewAnvilWorld starts a chain, deploys the tokens and funds two payers, each a
// contract wallet, so that one transaction can hold several movements.
func NewAnvilWorld(t testing.TB) *AnvilWorld {
	t.Helper()
	ctx := context.Background()
	process, client := StartAnvil(t)
	world := &AnvilWorld{Process: process, Client: client, treasury: common.Address{0: 0x11}}
	deployer := NewMiner(t, process, client)
	var problems []error
	keep := func(err error) { problems = append(problems, err) }
	var err error
	world.token, err = contracts.DeployTestToken(ctx, deployer, "Tether USD", "USDT", deployer.Address())
	keep(err)
	world.fee, err = deployTaxedToken(ctx, deployer, deployer.Address())
	keep(err)
	world.fake, err = DeployFakeToken(ctx, deployer, "Tether USD", "USDT")
	keep(err)
	for range payersCount {
		owner := NewMiner(t, process, client)
		wallet, err := DeployContractWallet(ctx, owner, owner.Address(), WalletHonest)
		keep(err)
		for _, token := range []contracts.TestToken{world.token, world.fee} {
			_, err := token.Mint(ctx, deployer, wallet.Address, Wei(1_000_000))
			keep(err)
		}
		world.owners, world.wallets = append(world.owners, owner), append(world.wallets, wallet)
	}
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
	world.Mine(t, WorldFinalityDepth)
	return world
}

// Provider is the chain's client.
func (world *AnvilWorld) Provider() chain.Provider { return world.Client }

// Treasury is the recipient.
func (world *AnvilWorld) Treasury() common.Address { return world.treasury }

// Token is the configured token.
func (world *AnvilWorld) Token() common.Address { return world.token.Address }

// FeeToken keeps a tenth.
func (world *AnvilWorld) FeeToken() common.Address { return world.fee.Address }

// FakeToken lies.
func (world *AnvilWorld) FakeToken() common.Address { return world.fake.Address }

// Payer is one of two wallets.
func (world *AnvilWorld) Payer(index int) common.Address { return world.wallets[index].Address }

// Send puts one transaction of a payer into the chain's pool.
func (world *AnvilWorld) Send(t testing.TB, payer int, movements ...Movement) Sent {
	t.Helper()
	calls := each.Of(movements, func(movement Movement) Call { return world.callOf(t, world.Payer(payer), movement) })
	sender := &recorder{Miner: world.owners[payer]}
	if _, err := world.wallets[payer].ExecuteAll(context.Background(), sender, calls); err != nil {
		t.Fatal(err)
	}
	raw, err := sender.sent.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return Sent{Hash: sender.sent.Hash(), raw: raw}
}

// batchGas is enough for any test's batch. An estimate would not do: after a
// reorganisation the same transaction may find colder storage and cost more.
const batchGas = 1_000_000

// recorder is a Transactor that sends with batchGas and does not wait.
type recorder struct {
	*Miner
	sent *types.Transaction
}

// Execute sends; the receipt it answers is empty.
func (recorder *recorder) Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error) {
	estimated, err := recorder.Sign(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	recorder.sent, err = types.SignNewTx(recorder.Key, types.LatestSignerForChainID(estimated.ChainId()), &types.DynamicFeeTx{
		ChainID: estimated.ChainId(), Nonce: estimated.Nonce(), To: to, Value: estimated.Value(), Data: data,
		Gas: batchGas, GasTipCap: estimated.GasTipCap(), GasFeeCap: estimated.GasFeeCap(),
	})
	if err != nil {
		return nil, err
	}
	return &types.Receipt{}, recorder.client.Eth().SendTransaction(ctx, recorder.sent)
}

func (world *AnvilWorld) callOf(t testing.TB, from common.Address, movement Movement) Call {
	t.Helper()
	method := ""
	switch movement.Kind {
	case Pay:
		return transferCall(t, world.Token(), world.treasury, movement.Wei)
	case PayWithFee:
		return transferCall(t, world.FeeToken(), world.treasury, movement.Wei)
	case Elsewhere:
		return transferCall(t, world.Token(), common.BytesToAddress([]byte{0x99}), movement.Wei)
	case FalseTransfer:
		return transferCall(t, world.FakeToken(), world.treasury, movement.Wei)
	case Pretend:
		method = "pretend"
	case PretendIndexed:
		method = "pretendIndexed"
	case PretendLong:
		method = "pretendLong"
	}
	artefact, err := contracts.Load("FakeToken")
	if err != nil {
		t.Fatal(err)
	}
	data, err := artefact.ABI.Pack(method, from, world.treasury, movement.Wei)
	if err != nil {
		t.Fatal(err)
	}
	return Call{Target: world.FakeToken(), Data: data}
}

// Mine adds blocks.
func (world *AnvilWorld) Mine(t testing.TB, blocks int) {
	t.Helper()
	if err := world.Process.Control.Mine(context.Background(), blocks); err != nil {
		t.Fatal(err)
	}
}

// Reorganise replaces blocks.
func (world *AnvilWorld) Reorganise(t testing.TB, depth int, again ...Again) {
	t.Helper()
	included := make([]anvil.Included, 0, len(again))
	for _, one := range again {
		transaction := new(types.Transaction)
		if err := transaction.UnmarshalBinary(one.Sent.raw); err != nil {
			t.Fatal(err)
		}
		included = append(included, anvil.Included{Transaction: transaction, Block: one.Block})
	}
	if err := world.Process.Control.Reorganise(context.Background(), depth, included...); err != nil {
		t.Fatal(err)
	}
}
