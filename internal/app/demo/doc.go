// Package demo is the throw-away world: a local chain with test tokens, an
// operator who put real (test) capital on it, a faucet, and a clock that can
// be moved. Nothing in it has value, and none of it exists in production.
package demo
