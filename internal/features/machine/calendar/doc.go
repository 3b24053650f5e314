// Package calendar tells what days brought and will bring a user: of all machines, or of
// one.
//
// Words. A *posted* line stands in the journal. A *coming* line is one that is certain:
// interest at the terms of a machine that runs, the principal at the end of its term, the
// day on which dividends are paid, the end of a break from the game. Output and rewards are
// never coming, since nobody knows them ahead; nor is anything of a machine whose clock
// stands, or that has not started.
//
// A line counts for the platform's day on which it took effect; interest, which is paid at
// the end of the clock hour in which it fell due, for the day on which it fell due.
//
// Nothing is kept here but links: the journal knows what was posted, machines what is
// certain.
package calendar
