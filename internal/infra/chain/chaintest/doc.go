// Package chaintest holds what tests use instead of a real chain and a real
// database, and the tests that hold the substitutes to the real thing.
//
//   - Chain is a fake chain whose every block, reorganisation and lie is
//     scripted. Its Providers are views of it, each with faults of its own.
//   - Store is a chain.Store in memory that checks its contract's invariants
//     in every step.
//   - World is the part of a chain that both the fake and a real development
//     chain can play: transfers, blocks, reorganisations. NewFakeWorld and
//     NewAnvilWorld make one.
//   - RunProviderContract is the suite that every Provider passes.
//
// Nothing here is linked into the program.
package chaintest
