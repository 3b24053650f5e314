// Package dbtest gives tests a database of their own on each engine.
//
// SQLite tests use a file in the test's temporary folder. PostgreSQL tests
// need ETLD_TEST_POSTGRES, the address of a cluster where databases may be
// created; "go run ./internal/infra/sqldb/dbtest/withpostgres COMMAND" starts
// a throw-away one around a command. Without it they are left out, and say so.
package dbtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/skip"
	"etld/internal/infra/sqldb"
)

// Environment names the variable with the test cluster's address.
const Environment = "ETLD_TEST_POSTGRES"

// Start is the time at which a test's clock stands: a platform noon.
var Start = time.Date(2026, 3, 2, 12, 0, 0, 0, clock.Zone).UTC()

// Clock is a manual clock that the database may raise.
type Clock struct{ *clock.Manual }

// NewClock is a manual clock at Start.
func NewClock() Clock { return Clock{clock.NewManual(Start)} }

// Each runs a test on both engines, each time in a new migrated database.
func Each(t *testing.T, test func(t *testing.T, db *sqldb.DB, c Clock)) {
	t.Helper()
	EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		c := NewClock()
		test(t, Open(t, Address(t, engine), c), c)
	})
}

// In runs a test on both engines, each time in a new world.
func In[World any](t *testing.T, newWorld func(t testing.TB, db *sqldb.DB, c Clock) World, test func(t *testing.T, w World)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqldb.DB, c Clock) { test(t, newWorld(t, db, c)) })
}

// EachEngine runs a test for both engines at once, where PostgreSQL is there.
func EachEngine(t *testing.T, test func(t *testing.T, engine sqldb.Engine)) {
	t.Helper()
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			if engine == sqldb.Postgres {
				Cluster(t)
			}
			test(t, engine)
		})
	}
}

// Cluster is the address of the cluster for tests. Without one a test is left out.
func Cluster(t testing.TB) string {
	t.Helper()
	address := os.Getenv(Environment)
	if address == "" {
		skip.Missing(t, "%s is not set, so there is no PostgreSQL to test on", Environment)
	}
	return address
}

// SQLite is a new migrated SQLite database for tests that need one engine only.
func SQLite(t *testing.T) (*sqldb.DB, Clock) {
	t.Helper()
	c := NewClock()
	return Open(t, Address(t, sqldb.SQLite), c), c
}

// Open opens an address and closes it with the test.
func Open(t testing.TB, address string, c sqldb.Clock) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), address, c)
	if err != nil {
		t.Fatalf("open %s: %v", address, err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close database: %v", err)
		}
	})
	return db
}

// Address is the address of a new migrated database; opening it twice gives
// two instances on one database.
func Address(t testing.TB, engine sqldb.Engine) string {
	t.Helper()
	if engine == sqldb.Postgres {
		return postgresAddress(t, "")
	}
	path := filepath.Join(t.TempDir(), "etld.db")
	migrated, err := migratedFile()
	if err == nil {
		err = os.WriteFile(path, migrated, 0o600)
	}
	if err != nil {
		t.Fatalf("migrated database: %v", err)
	}
	return "sqlite:" + path
}

// Empty is the address of a new database without a schema.
func Empty(t testing.TB, engine sqldb.Engine) string {
	t.Helper()
	if engine == sqldb.SQLite {
		return "sqlite:" + filepath.Join(t.TempDir(), "etld.db")
	}
	return postgresAddress(t, "template1")
}

// PostgresIn is the address of a new, empty PostgreSQL database whose texts are
// sorted by the rules of a language.
func PostgresIn(t testing.TB, language string) string {
	t.Helper()
	cluster := Cluster(t)
	name := newName()
	admin(t, "CREATE DATABASE "+name+" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '"+language+"'")
	t.Cleanup(func() { admin(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return withDatabase(cluster, name)
}

// migratedFile is what a migrated SQLite database holds, made once per test
// process. Tests' databases are copies of it.
var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "etld-migrated-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "etld.db")
	if err := sqldb.Migrate(context.Background(), "sqlite:"+path); err != nil {
		return nil, err
	}
	// The connection is closed, so nothing is left in the write-ahead log.
	return os.ReadFile(path)
})

// template is the name of a cluster's migrated database, made once per test
// process. Tests' databases are copies of it.
var template = sync.OnceValues(func() (string, error) { return makeTemplate(os.Getenv(Environment)) })

// Copy is the address of a copy of a PostgreSQL database to which nobody is
// connected.
func Copy(t testing.TB, of string) string {
	t.Helper()
	u, err := url.Parse(of)
	if err != nil {
		t.Fatal(err)
	}
	return postgresAddress(t, strings.TrimPrefix(u.Path, "/"))
}

// postgresAddress makes a database as a copy of another; without a name, of
// the migrated one.
func postgresAddress(t testing.TB, from string) string {
	t.Helper()
	cluster := Cluster(t)
	if from == "" {
		var err error
		if from, err = template(); err != nil {
			t.Fatalf("template database: %v", err)
		}
	}
	name := newName()
	admin(t, "CREATE DATABASE "+name+" STRATEGY FILE_COPY TEMPLATE "+from)
	t.Cleanup(func() { admin(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return withDatabase(cluster, name)
}

func makeTemplate(cluster string) (string, error) {
	name := newName()
	if err := execute("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	return name, sqldb.Migrate(context.Background(), withDatabase(cluster, name))
}

func admin(t testing.TB, statement string) {
	t.Helper()
	if err := execute(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// adminLock keeps one process from copying the template twice at once, which
// PostgreSQL refuses, and guards its connection.
var adminLock sync.Mutex

// adminConnection makes and drops databases, and ends with the process: a process of
// PostgreSQL for each statement costs as much as a small test.
var adminConnection *pgx.Conn

func execute(statement string) (err error) {
	adminLock.Lock()
	defer adminLock.Unlock()
	if adminConnection == nil || adminConnection.IsClosed() {
		if adminConnection, err = pgx.Connect(context.Background(), os.Getenv(Environment)); err != nil {
			return fmt.Errorf("connect to the test cluster: %w", err)
		}
	}
	_, err = adminConnection.Exec(context.Background(), statement)
	return err
}

func newName() string { return fmt.Sprintf("test_%x", entropy.Bytes(entropy.System(), 8)) }

func withDatabase(cluster, name string) string {
	u, err := url.Parse(cluster)
	if err != nil {
		panic(err)
	}
	u.Path = "/" + name
	return u.String()
}
