// Package operator is the operator's side: who works here, what needs two of
// them, and a log of it that cannot be changed unnoticed.
//
// Words. *Staff* is a person on the operators' list, known by a wallet address
// and holding *roles*. A *session* follows from a wallet signature and a code
// of the person's authenticator; it ends after 30 minutes without a call. A
// *proposal* is an act of some *kind* that a *maker* wants and that *checkers*
// have to approve; its *payload* is frozen and named by its SHA-256. An
// *approval* is a checker's wallet signature over a sentence that says all of the
// payload, and over that hash. The *audit log* has a record of each action and of each
// refusal of authority, in the transaction of what it records, linked to the one before.
//
// # Kinds
//
// A capability that needs a second person registers a kind:
//
//	operator.Handle(s, operator.Kind[funding]{Name: "pool_funding", …})
//
// Describe checks a payload against the state of things, says whom and what it
// is about, how many approvals it needs (none, one or two), and shows before
// and after. Execute does the act, in the transaction of the last approval
// and only there; a refusal of Execute refuses that approval and changes
// nothing. Describe runs again just before: what is no longer possible, or
// stands on another basis than the checkers saw, is refused.
//
// # States of a proposal
//
//	pending → executed   the last approval; at once where none is needed
//	pending → rejected   a checker says no, or the maker takes it back
//	pending → expired    nobody decided in time (24 hours unless the kind says otherwise)
//
// At most one proposal of a kind and subject is pending. An approval is
// refused, in this order: unknown (not found), closed, expired, payload
// changed, without the role, by its maker, by somebody with a stake in it, by the
// same person again, signature wrong, too old, already used; then for what
// Describe and Execute refuse.
//
// # Calls
//
// View and Action register calls under /operator/api/: POST with a JSON body,
// the session in a cookie, and the header X-CSRF-Token. An Action is one
// transaction: session, role, act and audit record stand or fall together.
package operator
