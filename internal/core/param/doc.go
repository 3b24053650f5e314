// Package param keeps the product's parameters: numbers an operator can
// change, each with a default in the program and a history in the database.
//
// Words. A *definition* says a parameter's name, kind, default and bounds. A
// *change* gives it another value from an effective time on, by an actor, for
// a reason; changes are only ever added. A change *for the worse* for users
// needs 24 hours' notice. A *rule* holds across parameters ("the shares are
// within the fee") at every time. A *guard* keeps one from going where people were
// promised it would not, whatever the notice.
//
// A package declares its parameters as values and reads them in a transaction:
//
//	var feeNew = param.NewRatio("machine.fee_new", money.Percent(500), param.WorseHigher)
//	v, err := param.AsOf(tx, tx.Now())
//	fee := feeNew.In(v)
//
// and app gives all of them to NewSet, through which changes go. Reading costs
// one lookup for all parameters together; commands may hint at it with Hint.
package param
