// Command migrations reads the migrations as PostgreSQL gets them, with squawk: for what
// locks tables that are large, and for what the release before cannot live with.
//
//	go run ./test/migrations [FILE …]
//
// Without files it reads all of them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// read is what squawk says of a file, and fails where it says anything.
func read(ctx context.Context, program, path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	arguments := []string{"--reporter", "gcc", "--pg-version", "15", "--exclude", excluded}
	if !strings.Contains(string(content), withoutTransaction) {
		arguments = append(arguments, "--assume-in-transaction")
	}
	text, err := exec.CommandContext(ctx, program, append(arguments, path)...).CombinedOutput()
	return string(text), err
}
