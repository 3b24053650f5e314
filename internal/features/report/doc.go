// Package report puts together what several capabilities know: the home page
// and the facts an app needs before anyone signs in. It reads, and never
// writes.
package report
