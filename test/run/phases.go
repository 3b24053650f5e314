package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// phases say what a target of the Makefile is called and where it leaves counts.
var phases = map[string]struct{ name, summary string }{
	"check":          {name: "check"},
	"test/go":        {"server", "go"},
	"test/processes": {"processes", "go"},
	"test/web":       {"web", "web"},
	"e2e":            {"browser", "e2e"},
}

// runTarget makes a target of the Makefile and says whether it succeeded.
func runTarget(target string) bool {
	command := exec.Command(cmp.Or(os.Getenv("MAKE"), "make"), "--no-print-directory", target)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	return command.Run() == nil
}

// runPhase makes a target and gives the counts that it left. One that fails without
// a failed test counts as one.
func runPhase(target string, runTarget func(string) bool) counts {
	file := summaries[phases[target].summary]
	if file != "" {
		_ = os.Remove(file)
	}
	isGreen := runTarget(target)
	var c counts
	if file != "" {
		var err error
		if c, err = read(file); err != nil {
			c.Failures = append(c.Failures, err.Error())
			isGreen = false
		}
	}
	if !isGreen && c.Failed == 0 {
		c.Failed++
		c.Failures = append(c.Failures, "make "+target)
	}
	return c
}

// runPhases goes through the targets, one after the other as each of them fills the
// machine, and ends with what passed, what failed, what was unsteady, and the time.
func runPhases(out io.Writer, targets []string, runTarget func(string) bool) bool {
	begun := time.Now()
	var all counts
	var parts, failures []string
	for _, target := range targets {
		start := time.Now()
		name := cmp.Or(phases[target].name, target)
		c := runPhase(target, runTarget)
		all.add(c)
		switch took := span(time.Since(start)); {
		case phases[target].summary != "":
			parts = append(parts, fmt.Sprintf("%s %d in %s", name, c.Passed, took))
		case c.isGreen():
			parts = append(parts, fmt.Sprintf("%s in %s", name, took))
		}
		if !c.isGreen() {
			failures = append(failures, fmt.Sprintf("%s %d", name, c.Failed))
		}
	}
	fmt.Fprintln(out)
	showSkipped(out)
	for _, name := range all.Failures {
		fmt.Fprintln(out, "FAILED", name)
	}
	for _, name := range all.Unsteady {
		fmt.Fprintln(out, "UNSTEADY", name)
	}
	fmt.Fprintf(out, "Passed: %s. Failed: %s. Unsteady: %s. It took %s.\n",
		cmp.Or(strings.Join(parts, ", "), "nothing"), cmp.Or(strings.Join(failures, ", "), "nothing"), number(len(all.Unsteady)), span(time.Since(begun)))
	fmt.Fprintf(out, "Tests: %d passed, %d failed", all.Passed, all.Failed)
	if all.Skipped > 0 {
		fmt.Fprintf(out, ", %d skipped", all.Skipped)
	}
	fmt.Fprintln(out)
	return all.isGreen()
}

// showSkipped lists the tests that said why they were left out on this machine.
func showSkipped(out io.Writer) {
	text, err := os.ReadFile("bin/skipped-tests")
	if err != nil || len(text) == 0 {
		return
	}
	fmt.Fprintln(out, "Left out on this machine:")
	lines := slices.Sorted(strings.Lines(string(text)))
	fmt.Fprint(out, strings.Join(lines, ""))
}

// span is a time for people.
func span(d time.Duration) string {
	d = d.Round(time.Second)
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

func number(n int) string {
	if n == 0 {
		return "nothing"
	}
	return strconv.Itoa(n)
}
