package withdrawal

import (
	"context"
	"errors"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain"
)

var errNode = errors.New("the node does not answer")

// node is a chain on which every transaction is in a block at once. What it
// does badly, package payout tests; here it makes payouts end.
type node struct {
	mu     sync.Mutex
	held   map[common.Address]map[common.Address]*big.Int
	native map[common.Address]*big.Int
	mined  []minedTx
	nonces map[common.Address]uint64
	// isFinal says that blocks are final, down that nobody answers.
	isFinal, down bool
	// reverts makes transfers to these recipients fail in their block.
	reverts map[common.Address]bool
}

type minedTx struct {
	tx        *types.Transaction
	from, to  common.Address
	succeeded bool
}

func newNode() *node {
	return &node{held: make(map[common.Address]map[common.Address]*big.Int), native: make(map[common.Address]*big.Int),
		nonces: make(map[common.Address]uint64), reverts: make(map[common.Address]bool), isFinal: true}
}

func (n *node) fund(token, account common.Address, amount *big.Int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add(token, account, amount)
}

// finalise says whether blocks are final from now on.
func (n *node) finalise(is bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.isFinal = is
}

// fall makes the node answer nobody, or everybody again.
func (n *node) fall(isDown bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down = isDown
}

func (n *node) revertTo(recipient common.Address, does bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.reverts[recipient] = does
}

func (n *node) add(token, account common.Address, amount *big.Int) {
	holders := n.native
	if token != (common.Address{}) {
		if n.held[token] == nil {
			n.held[token] = make(map[common.Address]*big.Int)
		}
		holders = n.held[token]
	}
	if holders[account] == nil {
		holders[account] = new(big.Int)
	}
	holders[account].Add(holders[account], amount)
}

// drain takes all of a token from an account.
func (n *node) drain(token, account common.Address) *big.Int {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.balance(token, account)
	n.add(token, account, new(big.Int).Neg(all))
	return all
}

func (n *node) balance(token, account common.Address) *big.Int {
	holders := n.native
	if token != (common.Address{}) {
		holders = n.held[token]
	}
	if holders[account] == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(holders[account])
}

// Quote, Balance, FinalBalance, Nonces, Broadcast and Outcome are what payouts ask.
func (n *node) Quote(context.Context, ethereum.CallMsg) (chain.Quote, error) {
	return chain.Quote{Gas: 60_000, Tip: 1_000_000_000, FeeCap: 2_000_000_000}, nil
}

func (n *node) Balance(_ context.Context, token, account common.Address) (*big.Int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return nil, errNode
	}
	return n.balance(token, account), nil
}

func (n *node) FinalBalance(ctx context.Context, account common.Address) (*big.Int, error) {
	return n.Balance(ctx, common.Address{}, account)
}

func (n *node) Nonces(_ context.Context, account common.Address) (latest, final uint64, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return 0, 0, errNode
	}
	return n.nonces[account], n.nonces[account], nil
}

func (n *node) Broadcast(_ context.Context, raw []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return errNode
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return err
	}
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil || tx.Nonce() != n.nonces[from] {
		return errors.Join(err, errNode)
	}
	// A token's transfer(address,uint256); a native one has no data.
	token, to, amount := *tx.To(), *tx.To(), tx.Value()
	if len(tx.Data()) > 0 {
		to, amount = common.BytesToAddress(tx.Data()[4:36]), new(big.Int).SetBytes(tx.Data()[36:68])
	} else {
		token = common.Address{}
	}
	n.nonces[from]++
	one := minedTx{tx: tx, from: from, to: to, succeeded: !n.reverts[to] && n.balance(token, from).Cmp(amount) >= 0}
	if one.succeeded {
		n.add(token, from, new(big.Int).Neg(amount))
		n.add(token, to, amount)
	}
	n.mined = append(n.mined, one)
	return nil
}

func (n *node) Outcome(_ context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return chain.Outcome{}, errNode
	}
	for i, one := range n.mined {
		if one.from != account || one.tx.Nonce() != nonce {
			continue
		}
		for _, hash := range hashes {
			if one.tx.Hash() == hash {
				return chain.Outcome{Tx: hash, Block: chain.BlockRef{Number: uint64(i + 1), Hash: common.BigToHash(big.NewInt(int64(i + 1)))},
					Succeeded: one.succeeded, IsFinal: n.isFinal, Fee: big.NewInt(21_000)}, nil
			}
		}
	}
	return chain.Outcome{}, nil
}

// CodeAt and CallContract are what the signer asks besides: users here are
// plain wallets.
func (n *node) AgreedHead(context.Context) (chain.Block, error)                  { return chain.Block{}, nil }
func (n *node) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) { return nil, nil }
func (n *node) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	return nil, errNode
}
