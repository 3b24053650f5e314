// Package personal gives people the data that the platform holds about them, and
// erases of it what may be erased.
//
// Words. An *export* is everything that is held about a person and shown to that
// person: the answers of the calls that show it, all pages of them, and what no call
// shows by itself. The calls say so themselves (httpapi.Op.Personal), so whoever adds
// one decides there whether it belongs to an export.
package personal
