package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/skip"
)

// Each breach is found by the rule that is meant for it, and what is allowed is not.
func TestMigrationsThatLockAreFound(t *testing.T) {
	t.Parallel()
	program, err := filepath.Abs("../../" + squawk)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(program); err != nil {
		skip.Missing(t, "squawk is not installed; `make check` installs it")
	}
	again := concurrently("SET lock_timeout = 0; DROP INDEX CONCURRENTLY IF EXISTS account_asset;", "RESET lock_timeout;")
	for statement, rule := range map[string]string{
		"ALTER TABLE ledger_account ADD COLUMN n BIGINT NOT NULL;":                                         "adding-required-field",
		"ALTER TABLE ledger_account ADD COLUMN n BIGINT NOT NULL DEFAULT random();":                        "adding-field-with-default",
		"ALTER TABLE ledger_account ALTER COLUMN owner SET NOT NULL;":                                      "adding-not-nullable-field",
		"ALTER TABLE ledger_account ALTER COLUMN owner TYPE BIGINT;":                                       "changing-column-type",
		"ALTER TABLE ledger_account ADD CONSTRAINT positive CHECK (balance > 0);":                          "constraint-missing-not-valid",
		"ALTER TABLE ledger_account ADD CONSTRAINT one UNIQUE (owner);":                                    "disallowed-unique-constraint",
		"ALTER TABLE ledger_account RENAME TO ledger_balance;":                                             "renaming-table",
		"ALTER TABLE ledger_account RENAME COLUMN owner TO holder;":                                        "renaming-column",
		"ALTER TABLE ledger_account DROP COLUMN owner;":                                                    "ban-drop-column",
		"DROP TABLE ledger_chain;":                                                                         "ban-drop-table",
		"CREATE INDEX account_asset ON ledger_account (asset);":                                            "require-concurrent-index-creation",
		"DROP INDEX ledger_account_owner;":                                                                 "require-concurrent-index-deletion",
		"CREATE TABLE new_one (id BIGINT NOT NULL PRIMARY KEY);\nCREATE INDEX new_one_id ON new_one (id);": "",
		"ALTER TABLE ledger_account ADD COLUMN n BIGINT NOT NULL DEFAULT 0;":                               "",
		again: "",
		"INSERT INTO sqldb_meta (name, value) VALUES ('a', 'b');\nDELETE FROM sqldb_meta WHERE name = 'a';":        "",
		"ALTER TABLE ledger_account ADD CONSTRAINT positive CHECK (balance > 0) NOT VALID;":                        "",
		"-- the next one is not of the same transaction\nALTER TABLE ledger_account VALIDATE CONSTRAINT positive;": "",
	} {
		path := filepath.Join(t.TempDir(), "planted.sql")
		if err := os.WriteFile(path, []byte("-- +goose Up\n"+statement+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := read(t.Context(), program, path)
		if (err != nil) != (rule != "") || !strings.Contains(text, rule) {
			t.Errorf("%s: %v, want %q, found %s", statement, err, rule, text)
		}
	}
}

// What is read is PostgreSQL's text of all migrations from the first new one on.
func TestNewMigrationsAreWrittenAsPostgresGetsThem(t *testing.T) {
	t.Parallel()
	paths, err := written(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), "+goose Up") || strings.Contains(string(content), "/*postgres") {
			t.Errorf("%s: %v, %s", path, err, content)
		}
	}
	if err := run(t.Context(), []string{filepath.Join(t.TempDir(), "nowhere.sql")}); err == nil {
		t.Error("a file that is not there is read")
	}
}

// concurrently is a file that makes an index while others write.
func concurrently(before, after string) string {
	return "-- " + withoutTransaction + "\n" + before + "\nCREATE INDEX CONCURRENTLY account_asset ON ledger_account (asset);\n" + after
}

// A file that makes an index while others write can be run again wherever it was
// interrupted, and lets nothing run without a limit after it.
func TestAnInterruptedIndexIsMadeAgain(t *testing.T) {
	t.Parallel()
	const drop, unlimited, limited = "DROP INDEX CONCURRENTLY IF EXISTS account_asset;", "SET lock_timeout = 0;", "RESET lock_timeout;"
	for text, want := range map[string]error{
		concurrently(unlimited+drop, limited): nil,
		concurrently(drop, ""):                errInterrupted,
		concurrently(unlimited, limited):      errInterrupted,
		concurrently(unlimited+"DROP INDEX CONCURRENTLY IF EXISTS account_assets;", limited): errInterrupted,
		concurrently(unlimited+drop, ""):                        errUnlimited,
		"CREATE INDEX account_asset ON ledger_account (asset);": nil,
	} {
		if err := runsAgain(text); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}
