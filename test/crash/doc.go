// Package crash holds tests that treat the real program badly: it is killed
// under load, runs out of disk, loses its database, has its clock moved, is
// started on what is not its own. After each of them the books are in order and
// every answer that was given still holds.
//
// The tests need anvil, and for some of them ETLD_TEST_POSTGRES or the right
// to mount a file system; what is missing is said by the test that is skipped.
package crash
