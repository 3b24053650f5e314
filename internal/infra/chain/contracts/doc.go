// Package contracts holds the contracts of the development chain: their
// Solidity sources (src), what they compile to (artefacts, embedded), and thin
// typed helpers to deploy and call them; those of hostile ones stand in chaintest.
//
// Words:
//
//   - An artefact is a contract's interface (ABI) and creation bytecode.
//   - A Transactor signs, sends and waits until a transaction is in a block.
//   - A Caller reads state without a transaction.
//
// The contracts, none of which is deployed on a chain of value:
//
//   - TestToken stands for USDT, ETLD and ETH; 18 decimals, owner mints, also
//     for a holder who pays it on in the same call.
//   - FeeOnTransferToken delivers less than was sent.
//   - FakeToken carries anybody's name and writes any event.
//   - PriceAggregator and Pair are the reading sides of a feed and a pool.
//   - ContractWallet is an EIP-1271 wallet, honest or hostile.
//
// The production binary uses only the standard token calls of erc20.go.
// "npm ci && npm run compile" in this folder writes the artefacts again; a test
// recompiles them and compares bytes.
package contracts
