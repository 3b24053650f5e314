// Package terms says what can be withdrawn, in which amounts and for which fee, and who must
// approve it: pure functions of the parameters.
//
// Words. An *offer* is a currency on a network; its *terms* are its parameters in effect. The
// *room* is what a user's balance and day leave. *Limits* say from which worth or quantity
// nobody, one or two reviewers must approve; see the package withdrawal for the rule.
package terms
