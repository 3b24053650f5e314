// Command run runs the tests and says at the end, in one line each, what passed
// and what did not.
//
//	run go ARGUMENT…    go test with these arguments, counted
//	run phases TARGET…  each target of the Makefile in turn, whatever fails before it
//	run quick BASE      the tests of what changed since BASE, for three minutes at most
//	run steady N        the browser tests and those with processes, N times
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "name what to run: go, phases, quick or steady")
		os.Exit(2)
	}
	if !run(os.Args[1], os.Args[2:]) {
		os.Exit(1)
	}
}

func run(what string, args []string) bool {
	switch what {
	case "go":
		c := goTest(os.Stdout, args)
		return c.write("go") == nil && c.isGreen()
	case "phases":
		return runPhases(os.Stdout, args, runTarget)
	case "quick":
		return quick(os.Stdout, args)
	case "steady":
		times, err := strconv.Atoi(args[0])
		return err == nil && steady(os.Stdout, times, runTarget)
	}
	fmt.Fprintln(os.Stderr, what, "is nothing to run")
	return false
}
