// Package people is how operators find a user, see all that concerns one, and write
// notes about one for each other.
//
// Words. A *fact* is how many of a user's things there are in a state, such as machines that
// run. A *note* is a text of one operator; it
// stays until the user's data is erased.
//
// What holds. Nobody sees a whole wallet address or a delivery address here.
package people
