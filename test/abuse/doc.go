// Package abuse holds tests of the public listener of the real program against
// callers who mean harm or know no better. None of what they send may change
// anything, use up the machine, or leave secrets in the log.
package abuse
