// Package team is what users earn from those they invited.
//
// Words. The *parent*, or *referrer*, of a user is who invited this user, fixed when
// the account was made; so invitations form a tree. A user's *team* is everybody
// below, down to five generations, and the *performance* the new part of the team's
// machines that run. Each user invited directly, with those below, is a *leg*. The
// *earned level* is the highest whose threshold the *qualified* performance reaches:
// all legs, none for more than six tenths of the threshold. The *level* is the higher
// of it and of the gift level of nodes. The *referral share* is a part of the service
// fee of a machine that starts; the *referral reward* is what the buyer's referrer
// gets of it, at most the *cap* of a calendar month in the platform's zone.
//
// How the sums are kept. A machine that starts or ends, and a user who joins, leave
// one *change*; a job counts it in the rows of the user and of the five above. So a
// purchase costs one row however large the tree is, and a total is one row to read.
// What happens on a day is counted when that day's levels are worked out, so these
// are the same however late that is.
//
// How a night passes. At 00:30 the levels of the day's beginning are worked out, once
// the day before is closed and all that started in it is counted; who reached a level
// gets its reward. When the day is over and its output is paid, each member's part
// of the acceleration is fixed, then paid, scaled where all together are above their
// tenth of the day's budget. Only then comes the next day. Who cannot be served is
// parked, and tried again as long as the sums are those of the day's beginning; so is the part of a member whose output could not be paid, which the budget
// keeps until it is.
//
// How rewards are delayed. Under a *risk flag* a referral or level reward
// is *delayed*: it lies in L.HLD and is paid after seven days, or when the flag is
// lifted; operators may refuse it before, with a reason, and then it is nobody's. Two
// of them may grant it after all within 30 days, whose owner objected.
// Operators open flags, and so does the program on two *signals*: an address that
// funded many accounts, heard when one of them claims its deposits, and a *burst* of
// purchases of a referrer's friends, looked for by a job that *screens* each reward
// once, by a bounded number of rows. An address has one flag, with the accounts that
// it funded under it. The same evidence opens no second flag. What the program opened
// ends after seven days unless an operator takes it over.
//
// What is told. A referral or level reward leaves a notice each. The acceleration
// leaves none: it is a part of the day's output, comes every day, and would bury what
// happens once; the rewards of a team and the movements list it day by day.
//
// How referral rewards are paid. Whoever sells asks Referral at the moment from which a reward is
// due, in the transaction that posts it from the buyer's fee: nothing is paid
// that this purchase did not bring. A share without a referrer, above the cap,
// or of a platform or suspended account is not a reward, and the seller posts it
// to the income pool.
//
// What holds. A reward is at most its share; a referrer's rewards of a month are
// at most the cap that was in effect. The sums are those of a recount of the tree
// (Check).
package team
