// Package beacon is public randomness that nobody controls: drand's quicknet.
//
// Words. A *round* of the beacon is a number and the BLS signature that the
// network made over it; its *time* is fixed in advance, and nobody knows the
// signature before it. A *relay* is a web server that hands signatures on; it is
// believed nothing, as each answer is verified with the network's public key. A
// round of the beacon is not a round of the game.
//
// A signature that verifies is the only one there is: BLS signatures of one key
// over one message are unique, and the message is the round's number alone. So a
// relay can keep a round back, and cannot choose it.
//
// Local makes rounds by itself with a key of its own, for demos and tests; what
// verifies them is the same code. Whoever holds its key knows every round in
// advance, so the program never offers it outside a demo.
package beacon
