// Command migrations reads the migrations as PostgreSQL gets them, with squawk: for what
// locks tables that are large, and for what the release before cannot live with.
//
//	go run ./test/migrations [FILE …]
//
// Without files it reads all of them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"etld/internal/infra/sqldb/migrations"
)

// withoutTransaction is how a migration says that it is none.
const withoutTransaction = "+goose NO TRANSACTION"

// squawk is where `make check` installs it, on Linux for amd64.
const squawk = "tools/programs/node_modules/@squawk-cli/linux-x64/bin/squawk"

// excluded are rules that are kept otherwise: the connection of migrations has a limit
// for locks, statements may take as long as they need, and an interrupted run resumes at
// its file.
const excluded = "require-lock-timeout,require-statement-timeout,prefer-robust-stmts"

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "migrations:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, paths []string) error {
	folder, err := os.MkdirTemp("", "etld-migrations-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if len(paths) == 0 {
		if paths, err = written(folder); err != nil {
			return err
		}
	}
	for _, path := range paths {
		text, err := read(ctx, squawk, path)
		fmt.Print(text)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	fmt.Printf("%d migrations lock nothing for long\n", len(paths))
	return nil
}

// written are the migrations as files of a folder, as PostgreSQL gets them.
func written(folder string) (paths []string, err error) {
	all, err := migrations.All(migrations.Postgres)
	for _, m := range all {
		path := filepath.Join(folder, m.Name)
		if err := os.WriteFile(path, []byte(m.Text), 0o600); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, err
}

// concurrent is an index that is made while others write.
var concurrent = regexp.MustCompile(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) `)

// runsAgain refuses an index that an interrupted run leaves behind, invalid, and the next
// one then finds: it is taken away before it is made. Whoever makes it waits for all that
// others have begun, and nobody waits for him, so no limit for locks may end it.
func runsAgain(text string) error {
	var before []string
	for _, s := range (migrations.Migration{Text: text}).Statements() {
		if made := concurrent.FindStringSubmatch(s.Text); made != nil {
			for _, needed := range []string{"SET lock_timeout = 0", "DROP INDEX CONCURRENTLY IF EXISTS " + made[1]} {
				if !slices.Contains(before, needed) {
					return fmt.Errorf("%w %s: %s", errInterrupted, made[1], needed)
				}
			}
		}
		before = append(before, s.Text)
	}
	if slices.Contains(before, "SET lock_timeout = 0") && before[len(before)-1] != "RESET lock_timeout" {
		return errUnlimited
	}
	return nil
}

var (
	errInterrupted = errors.New("before the index is made this has to stand, or an interrupted run is not run again,")
	errUnlimited   = errors.New("the last statement has to be RESET lock_timeout, or the next file waits for its locks without a limit")
)

// read is what squawk says of a file, and fails where it says anything, or where the file
// cannot be run again after it was interrupted.
func read(ctx context.Context, program, path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if err := runsAgain(string(content)); err != nil {
		return "", err
	}
	arguments := []string{"--reporter", "gcc", "--pg-version", "15", "--exclude", excluded}
	if !strings.Contains(string(content), withoutTransaction) {
		arguments = append(arguments, "--assume-in-transaction")
	}
	text, err := exec.CommandContext(ctx, program, append(arguments, path)...).CombinedOutput()
	return string(text), err
}
