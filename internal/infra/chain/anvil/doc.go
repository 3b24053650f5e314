// Package anvil runs the development chain: one anvil process per data
// directory, started directly from its native binary.
//
// Words:
//
//   - The binary is what npm installs inside @foundry-rs/anvil-<os>-<arch>; the
//     Node wrapper around it is not used, so that the recorded process id is
//     the chain's own.
//   - A leftover is an anvil of this data directory that outlived the program
//     that started it. It is recognised by its command line, which names the
//     directory's state file.
//   - Keys are random per data directory and kept in it. The chain starts with
//     no accounts of its own: the well-known test keys hold nothing here.
//
// States of a data directory, and what Start does:
//
//	no record                      → starts the chain
//	record, process gone           → starts the chain from its state file
//	leftover, same settings        → adopts it
//	leftover, other settings, deaf → stops it, then starts the chain
//	record, process is another's   → leaves that process alone, starts the chain
//	port held by anything else     → refuses with ErrPortTaken
//
// The chain is never for value, and nothing here is used outside demo and tests.
package anvil
