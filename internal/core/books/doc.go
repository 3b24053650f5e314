// Package books checks what all parts keep, and is the brake.
//
// Words. A *check* looks at what one part keeps and finds violations of invariants. The
// *whole* check is all of them in one snapshot; the *short* one adds up the totals alone.
// The *brake* makes them again and again by itself and stops the parts by which somebody
// could lose money while an invariant is broken.
//
// What holds. A check that fails is a finding itself and keeps no other from being made.
// What is stopped is let run again by people alone.
package books
