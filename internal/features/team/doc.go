// Package team is what users earn from those they invited.
//
// Words. The *referrer* of a user is who invited this user, fixed when the
// account was made. The *referral share* is a part of the service fee of a
// machine that starts; the *referral reward* is what the buyer's referrer gets
// of it, at most the *cap* of a calendar month in the platform's zone.
//
// How it runs. Whoever sells asks Referral at the moment from which a reward is
// due, in the transaction that posts it from the buyer's fee: nothing is paid
// that this purchase did not bring. A share without a referrer, above the cap,
// or of a platform or suspended account is not a reward, and the seller posts it
// to the income pool.
//
// What holds. A reward is at most its share; a referrer's rewards of a month are
// at most the cap that was in effect.
package team
