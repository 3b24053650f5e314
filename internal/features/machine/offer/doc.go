// Package offer says what a machine costs and what its purchase promises. It is
// arithmetic only: it reads nothing, posts nothing and knows no clock, so that a
// quote, a purchase and a check come to the same figures.
//
// Words. A *product* is what the catalogue offers. The *rules* are the fees, their
// shares and the times that hold for all products when somebody buys. Product and
// rules make the *terms*, everything a purchase promises; their *version* is a
// digest of them. The price of a machine is its *new part* and its *repurchase
// part*, which decide the *service fee*. A *credit* is a returned principal that
// makes a part of a later price a repurchase. A *quote* is what a quantity costs.
//
// What holds. The shares of a fee and what stays with the platform add up to the
// fee. What a buyer pays is rounded down, and so is what anybody gets of it.
package offer
