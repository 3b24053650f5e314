package chaintest

import (
	"encoding/binary"
	"math/big"
	"testing"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// ChainID is the worlds' chain.
const ChainID = 56

// WorldFinalityDepth is how far the final block is below the head in a world.
const WorldFinalityDepth = 4

// payersCount is how many payers a world has.
const payersCount = 2

// Kind is what one movement of a transaction does.
type Kind int

// The kinds of movement, all towards the treasury but for Elsewhere.
const (
	// Pay transfers the configured token; a Wei of 0 is a zero-value event.
	Pay Kind = iota
	// PayWithFee transfers the token that keeps a tenth.
	PayWithFee
	// Elsewhere transfers the configured token to somebody else.
	Elsewhere
	// Pretend writes an event of the fake token, which has the configured
	// one's name and symbol and moves nothing.
	Pretend
	// PretendIndexed and PretendLong write it malformed.
	PretendIndexed
	PretendLong
	// FalseTransfer calls the fake token's transfer, which returns false,
	// writes nothing and succeeds.
	FalseTransfer
)

// Movement is a part of a transaction.
type Movement struct {
	Kind Kind
	Wei  *big.Int
}

// Wei makes whole tokens of 18 decimals.
func Wei(tokens int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(tokens), big.NewInt(1_000_000_000_000_000_000))
}

// Sent is a transaction waiting for, or standing in, a block.
type Sent struct {
	Hash common.Hash

	fake Transaction
	raw  []byte
}

// Again puts a transaction into a reorganisation's new block; blocks count
// from 0, the lowest.
type Again struct {
	Sent  Sent
	Block int
}

// World is a chain with a treasury, tokens and payers.
type World interface {
	Provider() chain.Provider
	Treasury() common.Address
	// Token, FeeToken and FakeToken are contracts; a test configures which of
	// them count.
	Token() common.Address
	FeeToken() common.Address
	FakeToken() common.Address
	// Payer is an account that holds all tokens; there are two.
	Payer(index int) common.Address
	// Send makes a transaction of one payer; it stands in the next block mined.
	Send(t testing.TB, payer int, movements ...Movement) Sent
	Mine(t testing.TB, blocks int)
	// Reorganise replaces the last depth blocks by as many that hold only the
	// given transactions.
	Reorganise(t testing.TB, depth int, again ...Again)
}

// FakeWorld is a World on a fake chain.
type FakeWorld struct {
	Chain *Chain

	provider *Provider
	pending  []Transaction
	sent     uint64
}

// NewFakeWorld makes a world in memory.
func NewFakeWorld() *FakeWorld {
	fake := NewChain(ChainID, WorldFinalityDepth)
	return &FakeWorld{Chain: fake, provider: fake.Provider("fake")}
}

// Provider views the world's chain.
func (world *FakeWorld) Provider() chain.Provider { return world.provider }

// Treasury is the recipient.
func (world *FakeWorld) Treasury() common.Address { return common.Address{0: 0x11} }

// Token is the configured token.
func (world *FakeWorld) Token() common.Address { return common.Address{0: 0x21} }

// FeeToken keeps a tenth.
func (world *FakeWorld) FeeToken() common.Address { return common.Address{0: 0x22} }

// FakeToken lies.
func (world *FakeWorld) FakeToken() common.Address { return common.Address{0: 0x23} }

// Payer is one of two accounts.
func (world *FakeWorld) Payer(index int) common.Address {
	return common.Address{0: 0x31, 19: byte(index)}
}

// Send keeps a transaction for the next block.
func (world *FakeWorld) Send(_ testing.TB, payer int, movements ...Movement) Sent {
	world.sent++
	transaction := Transaction{Hash: crypto.Keccak256Hash(binary.BigEndian.AppendUint64(nil, world.sent))}
	for _, movement := range movements {
		transaction.Events = append(transaction.Events, world.eventsOf(world.Payer(payer), movement)...)
	}
	world.pending = append(world.pending, transaction)
	return Sent{Hash: transaction.Hash, fake: transaction}
}

func (world *FakeWorld) eventsOf(from common.Address, movement Movement) []Event {
	event := TransferEvent(world.Token(), from, world.Treasury(), movement.Wei)
	switch movement.Kind {
	case Pay:
	case PayWithFee:
		fee := new(big.Int).Div(movement.Wei, big.NewInt(10))
		return []Event{
			TransferEvent(world.FeeToken(), from, common.Address{0: 0x41}, fee),
			TransferEvent(world.FeeToken(), from, world.Treasury(), new(big.Int).Sub(movement.Wei, fee)),
		}
	case Elsewhere:
		event.Topics[2] = common.BytesToHash([]byte{0x99})
	case Pretend:
		event.Contract = world.FakeToken()
	case PretendIndexed:
		event.Contract = world.FakeToken()
		event.Topics = append(event.Topics, common.BytesToHash(event.Data))
		event.Data = nil
	case PretendLong:
		event.Contract = world.FakeToken()
		event.Data = append(event.Data, event.Data...)
	case FalseTransfer:
		return nil
	}
	return []Event{event}
}

// Mine puts what was sent into the next block and adds empty ones.
func (world *FakeWorld) Mine(_ testing.TB, blocks int) {
	world.Chain.MineWith(world.pending...)
	world.pending = nil
	world.Chain.Mine(blocks - 1)
}

// Reorganise replaces blocks.
func (world *FakeWorld) Reorganise(_ testing.TB, depth int, again ...Again) {
	blocks := make([][]Transaction, depth)
	for _, one := range again {
		blocks[one.Block] = append(blocks[one.Block], one.Sent.fake)
	}
	world.Chain.Reorganise(depth, blocks...)
}

// transferCall is transfer(to, wei) as a call of a batch.
func transferCall(t testing.TB, token, to common.Address, wei *big.Int) Call {
	t.Helper()
	data, err := contracts.EncodeTransfer(to, wei)
	if err != nil {
		t.Fatal(err)
	}
	return Call{Target: token, Data: data}
}
