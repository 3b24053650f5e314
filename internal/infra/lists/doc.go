// Package lists reads tables page by page, as an operator's console asks: narrowed
// by filters, in an order, from where the page before ended, or some rows by their
// keys.
//
// A capability declares a List: its table, its filters and its orders. Only what is
// declared becomes a statement, and every order has an index that serves it, so that
// a page costs the same wherever it stands in however long a list. Nothing counts
// rows without end: a count stops at countMax.
package lists
