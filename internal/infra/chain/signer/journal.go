package signer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const (
	// refusalsMax bounds the refusals written per hour, so that a mad caller
	// cannot fill the disk; further ones are counted in the next row.
	refusalsMax = 1_000
	// lockSuffix names the file beside the journal that one signer holds at a time.
	lockSuffix = ".lock"
	// verifiedAtOnce is how many rows are read while a signature waits.
	verifiedAtOnce = 256
)

// entry is one decision.
type entry struct {
	At  time.Time `json:"at"`
	Day clock.Day `json:"day"`
	// Refusal is empty for what was signed.
	Refusal string        `json:"refusal,omitempty"`
	Detail  string        `json:"detail,omitempty"`
	Skipped int           `json:"skipped,omitempty"`
	Request Request       `json:"request"`
	Payout  common.Hash   `json:"payout"`
	IsBump  bool          `json:"isBump,omitempty"`
	Asset   money.Asset   `json:"asset,omitempty"`
	Hash    common.Hash   `json:"hash,omitzero"`
	Raw     hexutil.Bytes `json:"raw,omitempty"`
	// From is the hot wallet that pays; a journal outlives its keys.
	From common.Address `json:"from,omitzero"`
	// StatedAt, StatedDay and RequestID are those of the statement, which Wallet
	// signed. An anchor has none.
	StatedAt  time.Time      `json:"statedAt,omitzero"`
	StatedDay clock.Day      `json:"statedDay,omitempty"`
	RequestID string         `json:"requestId,omitempty"`
	Wallet    common.Address `json:"wallet,omitzero"`
	// Quantity is what the user's balance pays, fee included.
	Quantity money.Amount `json:"quantity,omitempty"`
	// GasOfDay is what the day's transactions of the chain may cost with this one,
	// in wei, and Spent what was signed of the token on the day with this one.
	GasOfDay string   `json:"gasOfDay,omitempty"`
	Spent    daySpent `json:"spent,omitzero"`
}

// A commit waits for the disk. Others may read while the signer runs, so that
// copies can be taken.
var pragmas = []string{"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -16384"}

// schema: a row is an entry and the hash over it and the row before. What
// decisions look up is read from the entry itself, so no column can differ from it.
const schema = `
CREATE TABLE IF NOT EXISTS chain_signer_decision (
	number     INTEGER PRIMARY KEY,
	content    TEXT NOT NULL,
	seal       TEXT NOT NULL,
	refusal    TEXT AS (content ->> '$.refusal'),
	is_bump    INTEGER AS (content ->> '$.isBump'),
	withdrawal TEXT AS (content ->> '$.request.withdrawalId'),
	issue      INTEGER AS (content ->> '$.request.issue'),
	chain      INTEGER AS (content ->> '$.request.chainId'),
	token      TEXT AS (content ->> '$.request.token'),
	recipient  TEXT AS (content ->> '$.request.recipient'),
	nonce      INTEGER AS (content ->> '$.request.nonce'),
	sender     TEXT AS (content ->> '$.from'),
	wallet     TEXT AS (content ->> '$.wallet'),
	request_id TEXT AS (content ->> '$.requestId'),
	day        INTEGER AS (content ->> '$.day'),
	stated_day INTEGER AS (content ->> '$.statedDay')
);
CREATE UNIQUE INDEX IF NOT EXISTS chain_signer_nonce ON chain_signer_decision (sender, chain, nonce) WHERE refusal IS NULL AND is_bump IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS chain_signer_statement ON chain_signer_decision (wallet, request_id)
	WHERE refusal IS NULL AND is_bump IS NULL AND request_id IS NOT NULL AND issue = 1;
CREATE INDEX IF NOT EXISTS chain_signer_withdrawal ON chain_signer_decision (withdrawal) WHERE refusal IS NULL;
CREATE INDEX IF NOT EXISTS chain_signer_gas ON chain_signer_decision (chain, day) WHERE refusal IS NULL;
CREATE INDEX IF NOT EXISTS chain_signer_spent ON chain_signer_decision (chain, token, day) WHERE refusal IS NULL;
CREATE INDEX IF NOT EXISTS chain_signer_stated ON chain_signer_decision (recipient, stated_day) WHERE refusal IS NULL;
CREATE INDEX IF NOT EXISTS chain_signer_signed ON chain_signer_decision (recipient, day) WHERE refusal IS NULL;
CREATE TRIGGER IF NOT EXISTS chain_signer_keeps BEFORE UPDATE ON chain_signer_decision BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;
CREATE TRIGGER IF NOT EXISTS chain_signer_stays BEFORE DELETE ON chain_signer_decision BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;`

const (
	// readRows reads rows with the seal of the row before each.
	readRows = `SELECT d.number, d.content, d.seal, COALESCE(b.seal, '')
		FROM chain_signer_decision d LEFT JOIN chain_signer_decision b ON b.number = d.number - 1 WHERE `
	lastRow  = "1 ORDER BY d.number DESC LIMIT 1"
	rowOf    = "d.number = $1"
	rowsFrom = "d.number > $1 ORDER BY d.number LIMIT $2"
	writeRow = "INSERT INTO chain_signer_decision (number, content, seal) VALUES ($1, $2, $3)"
)

// journal is the file. It is not safe for concurrent use.
type journal struct {
	path string
	conn *sqlite.Conn
	lock *os.File
	// number and seal are the last row's.
	number int64
	seal   string
	// broken says why nothing is decided any more.
	broken error
}

// openJournal opens the file, or makes an empty one, and locks it. It reads the
// last row only, however many there are.
func openJournal(path string) (_ *journal, err error) {
	j := &journal{path: path}
	defer func() {
		if err != nil {
			err = errors.Join(j.wrong(err), j.close())
		}
	}()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if j.lock, err = os.OpenFile(path+lockSuffix, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(j.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, fmt.Errorf("another signer uses it: %w", err)
	}
	if err := makeFile(path); err != nil {
		return nil, err
	}
	if j.conn, err = sqlite.OpenConn(path, sqlite.OpenReadWrite); err != nil {
		return nil, err
	}
	for _, pragma := range pragmas {
		if err := sqlitex.ExecuteTransient(j.conn, pragma, nil); err != nil {
			return nil, err
		}
	}
	if err := sqlitex.ExecuteScript(j.conn, schema, nil); err != nil {
		return nil, err
	}
	err = j.each(lastRow, nil, func(number int64, seal string, _ entry) error {
		j.number, j.seal = number, seal
		return nil
	})
	return j, err
}

// makeFile makes an empty file that nobody else reads, where there is none; the
// engine's own could be read by others. Its name must survive a power cut.
func makeFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// wrong names the file.
func (j *journal) wrong(err error) error {
	if errors.Is(err, ErrJournal) {
		return err
	}
	return fmt.Errorf("%w: %s: %w", ErrJournal, j.path, err)
}

// each hands on the rows of a query's condition. A row that does not follow from
// the one before it is an error: nothing is decided by it.
func (j *journal) each(condition string, args []any, take func(number int64, seal string, e entry) error) error {
	err := sqlitex.Execute(j.conn, readRows+condition, &sqlitex.ExecOptions{Args: args, ResultFunc: func(row *sqlite.Stmt) error {
		number, content, seal, before := row.ColumnInt64(0), row.ColumnText(1), row.ColumnText(2), row.ColumnText(3)
		if seal != sealOf(before, content) || number > 1 && before == "" {
			return fmt.Errorf("row %d does not follow from the one before it: the file was changed", number)
		}
		var e entry
		if err := json.Unmarshal([]byte(content), &e); err != nil {
			return fmt.Errorf("row %d: %w", number, err)
		}
		return take(number, seal, e)
	}})
	if err != nil {
		return j.wrong(err)
	}
	return nil
}

// add writes an entry and waits for the disk. After a failure the file's end is
// unknown, so nothing is written any more until the signer starts again.
func (j *journal) add(e entry) error {
	if j.broken != nil {
		return j.broken
	}
	content, err := json.Marshal(e)
	if err != nil {
		return j.wrong(err)
	}
	seal := sealOf(j.seal, string(content))
	if err := sqlitex.Execute(j.conn, writeRow, &sqlitex.ExecOptions{Args: []any{j.number + 1, string(content), seal}}); err != nil {
		j.broken = j.wrong(err)
		return j.broken
	}
	j.number, j.seal = j.number+1, seal
	return nil
}

// verify reads some rows after a number and compares every seal. It returns the
// last one's number, and the same number again where there are no more.
func (j *journal) verify(after int64) (last int64, err error) {
	last = after
	err = j.each(rowsFrom, []any{after, verifiedAtOnce}, func(number int64, _ string, _ entry) error {
		if number != last+1 {
			return fmt.Errorf("row %d is followed by row %d: the file was changed", last, number)
		}
		last = number
		return nil
	})
	return last, err
}

func (j *journal) close() (err error) {
	if j.broken == nil {
		j.broken = fmt.Errorf("%w: it is closed", ErrJournal)
	}
	if j.conn != nil {
		err, j.conn = j.conn.Close(), nil
	}
	if j.lock != nil {
		err = errors.Join(err, j.lock.Close())
		j.lock = nil
	}
	return err
}

func sealOf(previous, content string) string {
	sum := sha256.Sum256([]byte(previous + "\n" + content))
	return hex.EncodeToString(sum[:])
}
