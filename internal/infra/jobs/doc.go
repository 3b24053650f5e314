// Package jobs runs scheduled work that survives crashes, several instances
// and long sleeps.
//
// Words. A *job* is work that recurs; a *period* is one due occurrence, such as
// the number of an hour, a day or a month; a *calendar* says at which moments
// the periods fall due; a *cursor* tells how far a period's work has come. A job's work is cut into bounded chunks;
// each chunk moves the cursor by compare-and-set in the same transaction as
// its effects, so that no effect can happen twice. Which periods are due
// comes from the clock and the data, never from a timer's memory: a server
// that slept three days works through every period it missed.
package jobs
