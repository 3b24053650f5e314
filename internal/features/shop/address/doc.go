// Package address keeps where users want goods sent.
//
// Words. An *address* is a name, a phone number, a detailed address and, if its
// user says so, a *region*, a code of ISO 3166-1. A user has up to ten; one of them
// is the *default*.
//
// All of it is personal data: it is sealed at rest, each row for itself, and no log
// or stored answer holds it. A lost key loses the addresses.
package address
