// Package app builds the program out of its capabilities and runs it. It is
// the only place that sees every feature.
package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"syscall"

	"etld/internal/app/doctor"
	"etld/internal/app/signing"
	"etld/internal/app/verify"
	"etld/internal/base/version"
	"etld/internal/core/backup"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/migrations"
)

const usage = `etld: the product's server, its demo world, and tools for its operator

  etld demo      start a throw-away world with its own chain; nothing in it has value
  etld serve     serve the product
  etld migrate   bring the database's schema up to date; with --plan print what that takes
  etld check     replay the journal, check every invariant, and compare the books with the chain
  etld signer    sign payouts, as a process of its own; "etld signer create" makes its key
  etld operator  put the first administrators on the operators' list
  etld seal rotate  seal personal data with the present key, so that former ones are needed no more
  etld receipts rotate    sign receipts of the game with a new key from the next start on
  etld doctor    what is missing on the way to the first sale, as the running program sees it
  etld backup F  copy a SQLite database into the new file F while it may be running; with --verify restore a copy apart and check it
  etld verify dividend F  recompute the dividend statement in the file F
  etld verify round F     recompute the game's round in the file F, and name what is wrong with it
  etld verify proof F     check what the midnight's count says a user is owed, as the file F proves it
  etld verify approval F  print what operators' signatures in the file F approved, and whether they hold
  etld version   print what this program was built from
  etld openapi   print the document of users' calls; "etld openapi operator" that of operators'

"etld COMMAND -h" lists a command's settings. Each can also stand in the
environment (ETLD_DATA_DIR) or in a TOML file named by -config.
`

// What the commands are and how they are used.
var (
	ErrUsage       = errors.New("name a command: demo, serve, migrate, check, signer, operator, seal, receipts, doctor, backup, verify, version or openapi")
	ErrRotateUsage = errors.New("write: etld seal rotate, or etld receipts rotate")
	ErrBackupUsage = errors.New("name the file to write: etld backup FILE")
)

// runWithoutSettings runs the commands that need none, and says whether it was one.
func runWithoutSettings(ctx context.Context, arguments []string, out io.Writer) (bool, error) {
	switch rest := arguments[1:]; arguments[0] {
	case "verify":
		return true, verify.Run(ctx, rest, out)
	case "doctor":
		return true, doctor.Run(ctx, rest, out)
	case "openapi":
		return true, printOpenAPI(ctx, rest, out)
	case "version":
		_, err := io.WriteString(out, version.Text())
		return true, err
	case "help", "-h", "--help":
		fmt.Fprint(out, usage)
		return true, nil
	}
	return false, nil
}

// Run runs the command named by the first argument until it ends or the
// context does.
func Run(ctx context.Context, arguments []string, out, log io.Writer) error {
	// Nobody but the program's user reads the files it makes: the books, their copies and the keys.
	syscall.Umask(0o077)
	if len(arguments) == 0 {
		fmt.Fprint(log, usage)
		return ErrUsage
	}
	if ran, err := runWithoutSettings(ctx, arguments, out); ran {
		return err
	}
	command, rest, action := config.Command(arguments[0]), arguments[1:], ""
	switch command {
	case config.Serve, config.Demo, config.Migrate, config.Check, config.Backup:
	case config.Operator:
		if len(rest) == 0 {
			return ErrOperatorUsage
		}
		action, rest = rest[0], rest[1:]
	case config.Seal, config.Receipts:
		if len(rest) == 0 || rest[0] != "rotate" {
			return ErrRotateUsage
		}
		rest = rest[1:]
	case config.Signer:
		if len(rest) > 0 && rest[0] == "create" {
			command, rest = config.SignerCreate, rest[1:]
		}
	default:
		return fmt.Errorf("%q: %w", arguments[0], ErrUsage)
	}
	c, others, err := config.Parse(command, rest, log)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	logger := newLogger(log, c.LogLevel)
	if command == config.Check || command == config.Backup || command == config.Seal {
		if err := c.WantDatabase(); err != nil {
			return err
		}
	}
	switch command {
	case config.Serve:
		return serve(ctx, c, out, logger)
	case config.Demo:
		return runDemo(ctx, c, out, logger)
	case config.Migrate:
		return migrate(ctx, c, out)
	case config.Signer:
		return signing.Run(ctx, c, out, logger)
	case config.SignerCreate:
		return signing.CreateKeystore(c, out)
	case config.Operator:
		return operatorCommand(ctx, action, c, out, logger)
	case config.Seal:
		return rotateSeals(ctx, c, out, logger)
	case config.Check:
		return check(ctx, c, out, logger)
	case config.Receipts:
		return rotateReceipts(c, out)
	default:
		if c.Verify != "" {
			return proveBackup(ctx, c, out, logger)
		}
		return makeBackup(ctx, c, others)
	}
}

// migrate brings the schema up to date, or prints what that would take.
func migrate(ctx context.Context, c config.Config, out io.Writer) error {
	if c.Plan {
		return migrations.Plan(ctx, c.Database, out)
	}
	if err := c.CreateFolder(); err != nil {
		return err
	}
	return sqldb.Migrate(ctx, c.Database)
}

func makeBackup(ctx context.Context, c config.Config, files []string) error {
	if len(files) != 1 {
		return ErrBackupUsage
	}
	return backup.Make(ctx, c.Database, files[0])
}

// proveBackup restores a copy apart and checks it by itself, as the chain has gone on
// since.
func proveBackup(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) error {
	return backup.Copy{Of: c.Verify, Live: c.Database, Clock: offlineClock(c), Check: func(ctx context.Context, address string) error {
		c.Database, c.RPCURLs = address, ""
		return check(ctx, c, out, log)
	}}.Prove(ctx, out)
}

func newLogger(to io.Writer, level string) *slog.Logger {
	var l slog.Level
	// The configuration has checked the word.
	_ = l.UnmarshalText([]byte(level))
	return slog.New(slog.NewJSONHandler(to, &slog.HandlerOptions{Level: l}))
}

const (
	exitNotLookedUp = 3
	exitPending     = 4
)

// ExitCode is what the program ends with: 0 where all is well, 3 where a verified file
// contradicts nothing and something in it was not looked up, 4 where migrations are
// pending that were only to be printed, and 1 otherwise.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, verify.ErrNotLookedUp):
		return exitNotLookedUp
	case errors.Is(err, migrations.ErrPending):
		return exitPending
	}
	return 1
}
