package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// goTest runs go test and shows what it would show: a line for each package, and
// all that a failed test wrote.
func goTest(out io.Writer, args []string) counts {
	command := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		fmt.Fprintln(out, err)
		return counts{Failed: 1, Failures: []string{err.Error()}}
	}
	c := readEvents(out, events)
	if err := command.Wait(); err != nil && c.Failed == 0 {
		c.Failed, c.Failures = 1, []string{"go test: " + err.Error()}
	}
	return c
}

// event is a line of `go test -json` (go doc test2json).
type event struct{ Action, Package, ImportPath, Test, Output string }

// readEvents counts tests, subtests among them. A package that fails without a
// failed test counts as one: it did not build, or ended at once.
func readEvents(out io.Writer, events io.Reader) (c counts) {
	written := map[[2]string]*strings.Builder{}
	failedIn := map[string]bool{}
	fail := func(name, pkg string) {
		c.Failed++
		c.Failures = append(c.Failures, name)
		failedIn[pkg] = true
	}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return c
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			_, _ = out.Write(line)
			continue
		}
		key := [2]string{e.Package, e.Test}
		switch e.Action {
		case "output", "build-output":
			if e.Package == "" || e.Test == "" && strings.HasPrefix(e.Output, "ok ") {
				fmt.Fprint(out, e.Output)
				continue
			}
			if written[key] == nil {
				written[key] = &strings.Builder{}
			}
			written[key].WriteString(e.Output)
		case "pass", "skip", "fail":
			text := written[key]
			delete(written, key)
			if e.Action == "fail" {
				if e.Test == "" {
					showUnfinished(out, e.Package, written)
				}
				if text != nil {
					fmt.Fprint(out, text)
				}
			}
			switch {
			case e.Action == "fail" && (e.Test != "" || !failedIn[e.Package]):
				fail(strings.TrimSuffix(e.Package+": "+e.Test, ": "), e.Package)
			case e.Test == "":
			case e.Action == "pass":
				c.Passed++
			case e.Action == "skip":
				c.Skipped++
			}
		}
	}
}

// showUnfinished shows what the tests of a package wrote that never ended.
func showUnfinished(out io.Writer, pkg string, written map[[2]string]*strings.Builder) {
	for key, text := range written {
		if key[0] == pkg {
			fmt.Fprint(out, text)
			delete(written, key)
		}
	}
}
