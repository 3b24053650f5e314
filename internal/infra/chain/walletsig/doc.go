// Package walletsig decides whether a wallet signed a text.
//
// Words:
//
//   - A text is signed as EIP-191 prescribes (personal_sign): hashed behind the
//     prefix "\x19Ethereum Signed Message:\n" and its length in bytes.
//   - A plain wallet's signature is 65 bytes, r ‖ s ‖ v, and recovers to its
//     address. v is 0, 1, 27 or 28; s is in the lower half of the curve's
//     order, so that nobody can write a second signature from a first.
//   - A contract wallet (EIP-1271) is asked whether it accepts the signature,
//     whose form is its own business.
//
// Order of judgement: the form, then plain recovery, then, only where that did
// not give the address and the address has code, the contract's answer. The
// contract's call is bounded in gas and in time: its code is a stranger's.
//
// A valid signature says who signed, not when: replay is barred by the caller,
// through the strictly increasing time in the text, and never by remembering
// signatures.
package walletsig
