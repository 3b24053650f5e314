// Package personal gives people the data that the platform holds about them, and
// erases of it what may be erased.
//
// Words. An *export* is everything that is held about a person and shown to that
// person: the answers of the calls that show it, all pages of them, and what no call
// shows by itself. The calls say so themselves (httpapi.Op.Personal), so whoever adds
// one decides there whether it belongs to an export. An *erasure* takes away what is
// not needed to keep the books: addresses, name and picture, sessions and what
// notices say of devices, settings of notices, the browsers that are told while the app
// is closed, price alerts, the link of the calendar. It is asked for by the person, whose
// wallet signs it in words, or by two operators for somebody who wrote to support.
//
// What stays: the wallet's address and what it signed, as the account is known by
// it; the journal and all that its entries are about; what was sent, without where
// to; limits and breaks of the game, which protect the player; the record of the
// erasure. The account itself stays open, as its balance is the person's.
//
// An erasure is refused while something ordered is not sent, since nobody could send
// it any more. The address of what was sent goes after the days in which it may
// still be found to be lost or returned. All else goes in one transaction.
package personal
