// Package game plays the blind-box game: rounds that everybody can recompute.
//
// Words. A *round* is one game; its *period* is the five minutes of the wall clock
// that it belongs to, numbered 001 to 288 within a day of the platform's zone
// (YYYYMMDD-NNN). An *entry* is one user's stake on one of ten *boxes*, at most one
// in a round. A *prize* is what a box pays in tenths of the stake; the *board* says
// which box holds which prize. The *root* is the hash of all entries, and the
// *anchor* a transaction that shows it to everybody before anybody can know the
// *beacon round* that decides. A *receipt* is the platform's signature over an
// entry, given when it was made. The *worst case* is what a round pays if the
// largest prizes fall on the boxes with the most stakes; what of it the stakes do
// not cover is the round's *exposure*, reserved from the *bankroll* (P.GAME.BANK).
package game
