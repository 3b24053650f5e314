package crash

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/internal/base/skip"
	"etld/internal/infra/sqldb/dbtest/cluster"
	"etld/test/player"
)

const (
	backrestConfig = `[global]
repo1-path=%[1]s/repo
lock-path=%[1]s/lock
spool-path=%[1]s/spool
log-level-file=off
[etld]
pg1-path=%[2]s
pg1-port=%[3]d
pg1-socket-path=%[4]s
pg1-user=etld
`
	promotedWithin = time.Minute
)

// backrest is a PostgreSQL server whose log pgBackRest archives.
type backrest struct {
	t      *testing.T
	server *cluster.Cluster
	// data is the server's folder, file the configuration, as is who runs pgBackRest.
	data, file string
	as         []string
}

// startBackrest starts a server, its archive and a first full backup.
func startBackrest(t *testing.T) *backrest {
	t.Helper()
	if _, err := exec.LookPath("pgbackrest"); err != nil {
		skip.Because(t, "pgBackRest is not installed")
	}
	server, err := cluster.Start(false)
	if err != nil {
		skip.Missing(t, "no PostgreSQL can be started here: %v", err)
	}
	t.Cleanup(server.Remove)
	b := &backrest{t: t, server: server}
	dir, err := os.MkdirTemp("", "etld-backrest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if who, err := user.Lookup("postgres"); err == nil && os.Geteuid() == 0 {
		b.as = []string{"setpriv", "--reuid", who.Uid, "--regid", who.Gid, "--clear-groups"}
		uid, _ := strconv.Atoi(who.Uid)
		gid, _ := strconv.Atoi(who.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	b.data, b.file = b.ask("SHOW data_directory"), filepath.Join(dir, "pgbackrest.conf")
	config, err := pgx.ParseConfig(server.Address)
	if err == nil {
		err = os.WriteFile(b.file, fmt.Appendf(nil, backrestConfig, dir, b.data, config.Port, filepath.Dir(b.data)), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	b.ask("ALTER SYSTEM SET archive_mode = on")
	b.ask(fmt.Sprintf("ALTER SYSTEM SET archive_command = 'pgbackrest --config=%s --stanza=etld archive-push %%p'", b.file))
	server.Halt()
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	b.run("stanza-create")
	b.run("check")
	b.run("--type=full", "backup")
	return b
}

// ask is the text that the server answers to one statement.
func (b *backrest) ask(statement string) (text string) {
	b.t.Helper()
	conn, err := pgx.Connect(b.t.Context(), b.server.Address)
	if err != nil {
		b.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	// All answers of the simple protocol, of which a setting has none.
	results, err := conn.PgConn().Exec(b.t.Context(), statement).ReadAll()
	if err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
	for _, result := range results {
		for _, row := range result.Rows {
			text = string(row[0])
		}
	}
	return text
}

// run runs pgBackRest as the server's user.
func (b *backrest) run(words ...string) {
	b.t.Helper()
	all := slices.Concat(b.as, []string{"pgbackrest", "--config=" + b.file, "--stanza=etld"}, words)
	command := exec.CommandContext(b.t.Context(), all[0], all[1:]...)
	command.Dir = filepath.Dir(b.file)
	if out, err := command.CombinedOutput(); err != nil {
		b.t.Fatalf("pgbackrest %v: %v, %s", words, err, out)
	}
}

// restore puts what stood at a moment in the place of the server's data.
func (b *backrest) restore(moment string) {
	b.t.Helper()
	// What was written last is archived with the file that it stands in.
	b.ask("SELECT CAST(pg_switch_wal() AS TEXT)")
	b.server.Halt()
	b.run("--delta", "--type=time", "--target="+moment, "--target-action=promote", "restore")
	if err := b.server.Resume(); err != nil {
		b.t.Fatal(err)
	}
	for deadline := time.Now().Add(promotedWithin); b.ask("SELECT CAST(pg_is_in_recovery() AS TEXT)") != "false"; time.Sleep(pollPause) {
		if time.Now().After(deadline) {
			b.t.Fatal("the restored server takes no writes")
		}
	}
}

// TestARestoreByPgBackRestPaysNothingAgain restores a server to a moment by pgBackRest,
// while signer and chain know what was paid since.
func TestARestoreByPgBackRestPaysNothingAgain(t *testing.T) {
	t.Parallel()
	b := startBackrest(t)
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "world"), log: &player.Log{Max: logMax}, database: b.server.Address}
	w.open()
	w.payNothingAgain(func() func() {
		moment := b.ask("SELECT CAST(clock_timestamp() AS TEXT)")
		return func() { b.restore(moment) }
	})
}
