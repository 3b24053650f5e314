package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// steadyTargets are the tests that depend on processes, clocks and a browser.
var steadyTargets = []string{"test/processes", "e2e"}

// steady repeats these tests and shows a line for each run and each test that was
// not green in all of them.
func steady(out io.Writer, times int, runTarget func(string) bool) bool {
	red, unsteady := map[string]int{}, map[string]int{}
	var rows []string
	greens := 0
	for i := range times {
		begun := time.Now()
		var all counts
		for _, target := range steadyTargets {
			all.add(runPhase(target, runTarget))
		}
		if all.isGreen() && len(all.Unsteady) == 0 {
			greens++
		}
		for _, name := range all.Failures {
			red[name]++
		}
		for _, name := range all.Unsteady {
			unsteady[name]++
		}
		rows = append(rows, fmt.Sprintf("%4d %8d %8d %10d   %s", i+1, all.Passed, all.Failed, len(all.Unsteady), span(time.Since(begun))))
		fmt.Fprintf(out, "\n run   passed   failed   unsteady   time\n%s\n", strings.Join(rows, "\n"))
	}
	for _, name := range slices.Sorted(maps.Keys(red)) {
		fmt.Fprintf(out, "FAILED %d of %d: %s\n", red[name], times, name)
	}
	for _, name := range slices.Sorted(maps.Keys(unsteady)) {
		fmt.Fprintf(out, "UNSTEADY %d of %d: %s\n", unsteady[name], times, name)
	}
	fmt.Fprintf(out, "%d of %d runs were green.\n", greens, times)
	return greens == times
}
