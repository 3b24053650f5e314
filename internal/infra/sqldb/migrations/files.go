package migrations

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"time"
)

//go:embed *.sql
var files embed.FS

// Engine names a database engine.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Migration is one file as an engine reads it.
type Migration struct {
	Number int64
	Name   string
	Text   string

	// indexes are the tables of all indexes that migrations make.
	indexes map[string]string
}

// All are the migrations in the order of their numbers.
func All(engine Engine) (list []Migration, err error) {
	indexes := make(map[string]string)
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, err
		}
		digits, _, _ := strings.Cut(entry.Name(), "_")
		number, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the migration %s has no number: %w", entry.Name(), err)
		}
		m := Migration{Number: number, Name: entry.Name(), Text: string(optionsOf(engine, text)), indexes: indexes}
		for _, part := range partsOf(m.Text) {
			if found := createIndex.FindStringSubmatch(part); found != nil {
				indexes[found[1]] = found[2]
			}
		}
		list = append(list, m)
	}
	return list, nil
}

// engineDDL gives each engine its own options of tables: what stands in the
// migrations between "/*sqlite" or "/*postgres" and "*/" is a part of the text
// for that engine, and not there for the other.
type engineDDL struct {
	fs.FS
	engine Engine
}

type memoryFile struct {
	*bytes.Reader
	name string
}

// Open is for package fs.
func (f engineDDL) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return file, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return memoryFile{bytes.NewReader(optionsOf(f.engine, text)), name}, nil
}

var engineOptions = regexp.MustCompile(`(?s)/\*(sqlite|postgres)(\s.*?)\*/`)

// optionsOf leaves an engine's own options in the text and no others.
func optionsOf(engine Engine, text []byte) []byte {
	return engineOptions.ReplaceAllFunc(text, func(option []byte) []byte {
		parts := engineOptions.FindSubmatch(option)
		if string(parts[1]) != string(engine) {
			return nil
		}
		return parts[2]
	})
}

func (m memoryFile) Close() error               { return nil }
func (m memoryFile) Stat() (fs.FileInfo, error) { return m, nil }
func (m memoryFile) Name() string               { return m.name }
func (m memoryFile) Mode() fs.FileMode          { return 0o444 }
func (m memoryFile) ModTime() time.Time         { return time.Time{} }
func (m memoryFile) IsDir() bool                { return false }
func (m memoryFile) Sys() any                   { return nil }
