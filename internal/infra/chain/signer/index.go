package signer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	// bucketsMax is over how many buckets facts are spread: with ten million
	// payouts a bucket has some 800 facts, which are read in a millisecond.
	bucketsMax = 1 << 16
	// pageBuckets is how many buckets' sums are stored together.
	pageBuckets = 1 << 8
	sumSize     = 16
)

// indexPragmas: a commit lost in a power cut is read again from the journal, so
// it need not wait for the disk. Whoever has the journal has the index alone.
var indexPragmas = []string{"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -16384"}

const indexSchema = `
CREATE TABLE IF NOT EXISTS chain_signer_fact (bucket INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chain_signer_page (number INTEGER PRIMARY KEY, sums BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS chain_signer_checkpoint (one INTEGER PRIMARY KEY CHECK (one = 1), content TEXT NOT NULL);`

const (
	readBucket      = "SELECT key, value FROM chain_signer_fact WHERE bucket = $1"
	readFact        = "SELECT value FROM chain_signer_fact WHERE bucket = $1 AND key = $2"
	writeFact       = "INSERT OR REPLACE INTO chain_signer_fact (bucket, key, value) VALUES ($1, $2, $3)"
	readPages       = "SELECT number, sums FROM chain_signer_page"
	writePage       = "INSERT OR REPLACE INTO chain_signer_page (number, sums) VALUES ($1, $2)"
	readCheckpoint  = "SELECT content FROM chain_signer_checkpoint"
	writeCheckpoint = "INSERT OR REPLACE INTO chain_signer_checkpoint (one, content) VALUES (1, $1)"
)

// sum is the exclusive or of facts' hashes: it changes with any one of them, and
// is brought up to date without reading the others.
type sum [sumSize]byte

func (s *sum) flip(other sum) {
	for i := range s {
		s[i] ^= other[i]
	}
}

// checkpoint is how far the index has followed the journal.
type checkpoint struct {
	position
	// Total is the sum over all facts.
	Total string `json:"total"`
}

// index keeps facts about the journal by key, in a file beside it, so that a
// start reads the journal's end alone. A fact is read with its whole bucket,
// whose sum must be right: a fact that was altered, added or taken away is
// noticed before anything is decided by it. It is not safe for concurrent use.
type index struct {
	path    string
	conn    *sqlite.Conn
	sums    [bucketsMax]sum
	total   sum
	reached position
	// changes are the facts since the last checkpoint.
	changes map[string]string
	// isFresh says that this process wrote every fact there is: they need no
	// proof while the index is made.
	isFresh bool
}

// openIndex opens the file, or makes an empty one.
func openIndex(path string) (*index, error) {
	// The engine would make a file that others can read.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	x := &index{path: path, conn: conn, changes: make(map[string]string)}
	if err := x.load(); err != nil {
		return nil, errors.Join(x.wrong(err), conn.Close())
	}
	return x, nil
}

func (x *index) load() error {
	for _, pragma := range indexPragmas {
		if err := sqlitex.ExecuteTransient(x.conn, pragma, nil); err != nil {
			return err
		}
	}
	if err := sqlitex.ExecuteScript(x.conn, indexSchema, nil); err != nil {
		return err
	}
	err := sqlitex.Execute(x.conn, readPages, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		number, blob := row.ColumnInt64(0), make([]byte, row.ColumnLen(1))
		row.ColumnBytes(1, blob)
		if number < 0 || number >= bucketsMax/pageBuckets || len(blob) != pageBuckets*sumSize {
			return errors.New("a page of sums is no page")
		}
		for i := range pageBuckets {
			one := sum(blob[i*sumSize:])
			x.sums[int(number)*pageBuckets+i] = one
			x.total.flip(one)
		}
		return nil
	}})
	if err != nil {
		return err
	}
	var last checkpoint
	err = sqlitex.Execute(x.conn, readCheckpoint, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		return json.Unmarshal([]byte(row.ColumnText(0)), &last)
	}})
	if err != nil {
		return err
	}
	if last.Number > 0 && last.Total != hex.EncodeToString(x.total[:]) || last.Number == 0 && x.total != (sum{}) {
		return errors.New("its sums are not those of its checkpoint")
	}
	x.reached, x.isFresh = last.position, last.Number == 0
	return nil
}

// wrong names the file and the way out: the index holds nothing of its own.
func (x *index) wrong(err error) error {
	return fmt.Errorf("%w: %s: %w; where the journal is whole, take this file away and start again, and it is made anew", ErrJournal, x.path, err)
}

func bucketOf(key string) int {
	hash := sha256.Sum256([]byte(key))
	return int(hash[0])<<8 | int(hash[1])
}

func sumOf(key, value string) sum {
	hash := sha256.Sum256([]byte(key + "\n" + value))
	return sum(hash[:])
}

// get reads the fact of a key into target.
func (x *index) get(key string, target any) (isKnown bool, err error) {
	value, isKnown := x.changes[key]
	if !isKnown {
		if value, isKnown, err = x.stored(key); err != nil {
			return false, x.wrong(err)
		}
	}
	if !isKnown {
		return false, nil
	}
	if err := json.Unmarshal([]byte(value), target); err != nil {
		return false, x.wrong(err)
	}
	return true, nil
}

func (x *index) stored(key string) (value string, isKnown bool, err error) {
	bucket := bucketOf(key)
	if x.isFresh {
		return x.factOf(bucket, key)
	}
	var all sum
	err = sqlitex.Execute(x.conn, readBucket, &sqlitex.ExecOptions{Args: []any{bucket}, ResultFunc: func(row *sqlite.Stmt) error {
		other, content := row.ColumnText(0), row.ColumnText(1)
		all.flip(sumOf(other, content))
		if other == key {
			value, isKnown = content, true
		}
		return nil
	}})
	if err == nil && all != x.sums[bucket] {
		err = errors.New("its facts were changed")
	}
	return value, isKnown, err
}

func (x *index) factOf(bucket int, key string) (value string, isKnown bool, err error) {
	err = sqlitex.Execute(x.conn, readFact, &sqlitex.ExecOptions{Args: []any{bucket, key}, ResultFunc: func(row *sqlite.Stmt) error {
		value, isKnown = row.ColumnText(0), true
		return nil
	}})
	return value, isKnown, err
}

// put changes a fact; save stores it.
func (x *index) put(key string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	x.changes[key] = string(content)
	return nil
}

// save stores the changed facts, which are those of the journal up to a position.
// After a failure the index may not be used any more.
func (x *index) save(reached position) (err error) {
	end, err := sqlitex.ImmediateTransaction(x.conn)
	if err != nil {
		return x.wrong(err)
	}
	defer func() {
		if end(&err); err != nil {
			err = x.wrong(err)
		}
	}()
	pages, err := x.saveFacts()
	if err != nil {
		return err
	}
	for number := range pages {
		blob := make([]byte, 0, pageBuckets*sumSize)
		for i := range pageBuckets {
			blob = append(blob, x.sums[number*pageBuckets+i][:]...)
		}
		if err := sqlitex.Execute(x.conn, writePage, &sqlitex.ExecOptions{Args: []any{number, blob}}); err != nil {
			return err
		}
	}
	content, err := json.Marshal(checkpoint{reached, hex.EncodeToString(x.total[:])})
	if err != nil {
		return err
	}
	x.reached = reached
	clear(x.changes)
	return sqlitex.Execute(x.conn, writeCheckpoint, &sqlitex.ExecOptions{Args: []any{string(content)}})
}

// saveFacts stores the changes and brings the sums up to date; it names the pages
// of those that changed.
func (x *index) saveFacts() (pages map[int]bool, err error) {
	type change struct {
		bucket int
		key    string
	}
	changes := make([]change, 0, len(x.changes))
	for key := range x.changes {
		changes = append(changes, change{bucketOf(key), key})
	}
	// In the table's own order: neighbours lie on one page of the file.
	slices.SortFunc(changes, func(a, b change) int { return a.bucket - b.bucket })
	pages = make(map[int]bool)
	for _, one := range changes {
		value := x.changes[one.key]
		before, isKnown, err := x.factOf(one.bucket, one.key)
		if err != nil {
			return nil, err
		}
		difference := sumOf(one.key, value)
		if isKnown {
			difference.flip(sumOf(one.key, before))
		}
		if err := sqlitex.Execute(x.conn, writeFact, &sqlitex.ExecOptions{Args: []any{one.bucket, one.key, value}}); err != nil {
			return nil, err
		}
		x.sums[one.bucket].flip(difference)
		x.total.flip(difference)
		pages[one.bucket/pageBuckets] = true
	}
	return pages, nil
}

func (x *index) close() error { return x.conn.Close() }
