// Package signin knows who is calling: it turns a signed message into a
// session, and a session's token into a user.
//
// Words. The *message* a wallet signs is the deployment's *phrase*, which
// names host and chain, followed by the time in milliseconds. The *token* is
// 256 random bits that the client keeps; the store knows its hash only. A
// *session* slides: it ends seven days after its last use, or up to an hour
// later as uses are recorded hourly, and thirty days after it began, whichever
// comes first.
//
// A message is refused, in this order: malformed (1002), not signed by the
// address or not ours (1101), too old or from the future (1102), not later
// than the last one accepted from that address (1103), of a suspended account
// (1104, with why and until when). The last two are decided in the transaction
// that makes the session, so that of two parallel sign-ins with one message
// exactly one succeeds.
//
// The first sign-in of an address makes its user. Who invited the user is
// decided then and never again.
package signin
