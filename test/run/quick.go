package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"
)

// quickMax is how long a quick run may take.
const quickMax = 3 * time.Minute

// quick runs what the changes since a commit may have broken: the server's packages
// with changed files, then those that import them, on SQLite alone and without a
// chain; and the web's unit tests of changed files. What three minutes do not reach
// is said, and is no failure.
func quick(out io.Writer, args []string) bool {
	begun := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), quickMax)
	defer stop()
	files, err := changedFiles(args)
	if err != nil {
		fmt.Fprintln(out, err)
		return false
	}
	steps := stepsFor(files)
	if len(steps) == 0 {
		fmt.Fprintln(out, "Nothing has changed.")
		return true
	}
	var failed, late []string
	for _, one := range steps {
		if ctx.Err() != nil {
			late = append(late, one.name)
			continue
		}
		fmt.Fprintln(out, "→", one.name)
		command := exec.CommandContext(ctx, one.command[0], one.command[1:]...)
		command.Dir, command.Stdout, command.Stderr = one.folder, out, os.Stderr
		command.Env = append(os.Environ(), "ETLD_TEST_QUICK=1", "ETLD_TEST_POSTGRES=")
		command.WaitDelay = time.Second
		if err := command.Run(); ctx.Err() != nil {
			late = append(late, one.name)
		} else if err != nil {
			failed = append(failed, one.name)
		}
	}
	if len(late) > 0 {
		fmt.Fprintf(out, "Not reached in %s: %s.\n", span(quickMax), strings.Join(late, ", "))
	}
	fmt.Fprintf(out, "%d of %d steps passed in %s. `make test` runs everything.\n", len(steps)-len(failed)-len(late), len(steps), span(time.Since(begun)))
	for _, name := range failed {
		fmt.Fprintln(out, "FAILED", name)
	}
	return len(failed) == 0
}

// changedFiles lists what differs from the commit in which this branch left another,
// with what is not committed yet.
func changedFiles(args []string) ([]string, error) {
	if len(args) != 1 {
		return nil, errors.New("name the branch to compare with")
	}
	base := "HEAD"
	if text, err := exec.Command("git", "merge-base", "HEAD", args[0]).Output(); err == nil {
		base = strings.TrimSpace(string(text))
	}
	changed, err := exec.Command("git", "diff", "--name-only", "--relative", base).Output()
	if err != nil {
		return nil, fmt.Errorf("git diff: %w", err)
	}
	added, err := exec.Command("git", "ls-files", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	return strings.Fields(string(changed) + string(added)), nil
}

// step is a command of a quick run.
type step struct {
	name, folder string
	command      []string
}

// stepsFor says what to run for changed files, what is nearest to them first.
func stepsFor(files []string) (steps []step) {
	packages, web := sortChanged(files)
	if len(packages) > 0 {
		steps = append(steps, step{"house rules", ".", testCommand("./internal")}, step{"vet", ".", append([]string{"go", "vet", "-trimpath", "-tags", "nodynamic"}, packages...)})
		steps = append(steps, step{"changed packages", ".", testCommand(packages...)})
		// A few at a time, so that what is not reached can be told.
		for some := range slices.Chunk(dependents(packages, importsOfAll()), 4) {
			steps = append(steps, step{strings.Join(some, ", "), ".", testCommand(some...)})
		}
	}
	if len(web) > 0 {
		steps = append(steps, step{"types of the web", "web", []string{"npm", "run", "--silent", "typecheck"}})
		steps = append(steps, step{"web", "web", append([]string{"npx", "vitest", "related", "--run", "--passWithNoTests", "--config", "vitest.config.ts"}, web...)})
	}
	return steps
}

// testCommand builds as the Makefile does, so that nothing is compiled twice.
func testCommand(packages ...string) []string {
	return append([]string{"go", "test", "-trimpath", "-tags", "nodynamic", "-vet=off", "-ldflags=-w"}, packages...)
}

// sortChanged gives the folders of the server's packages among changed files, and
// the web's scripts. What only whole programs can test is left to `make test`.
func sortChanged(files []string) (packages, web []string) {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			continue // It is gone.
		}
		rest, isWeb := strings.CutPrefix(file, "web/")
		switch {
		case strings.Contains(file, "testdata/"):
		case strings.HasSuffix(file, ".go") || strings.HasSuffix(file, ".sql"):
			folder := path.Dir(file)
			if strings.HasSuffix(file, ".sql") {
				folder = path.Dir(folder)
			}
			if isQuick(folder) && !slices.Contains(packages, "./"+folder) {
				packages = append(packages, "./"+folder)
			}
		case isWeb && !strings.HasPrefix(rest, "e2e/") && (strings.HasSuffix(rest, ".ts") || strings.HasSuffix(rest, ".tsx") || strings.HasSuffix(rest, ".json")):
			web = append(web, rest)
		}
	}
	return packages, web
}

// isQuick says that a package's tests start no program.
func isQuick(folder string) bool {
	return strings.HasPrefix(folder, "internal/") || strings.HasPrefix(folder, "cmd/") || folder == "test/run"
}

// importsOfAll gives what each package, or its tests, needs.
func importsOfAll() map[string][]string {
	all := map[string][]string{}
	text, err := exec.Command("go", "list", "-test", "-f", `{{or .ForTest .ImportPath}}{{range .Deps}} {{.}}{{end}}`, "./internal/...", "./cmd/...").Output()
	if err != nil {
		return all
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		// A test is listed as "PACKAGE.test", its packages under the one they are for.
		name := strings.TrimSuffix(fields[0], ".test")
		all[name] = append(all[name], fields[1:]...)
	}
	return all
}

// dependents are the packages that need one of some folders, the nearest first:
// those that need the least.
func dependents(folders []string, imports map[string][]string) (list []string) {
	var changed []string
	for _, folder := range folders {
		changed = append(changed, "etld"+strings.TrimPrefix(folder, "."))
	}
	for name, needs := range imports {
		isOther := !slices.Contains(changed, name) && isQuick(strings.TrimPrefix(name, "etld/"))
		if isOther && slices.ContainsFunc(needs, func(one string) bool { return slices.Contains(changed, one) }) {
			list = append(list, name)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(imports[a])-len(imports[b]), strings.Compare(a, b)) })
	return list
}
