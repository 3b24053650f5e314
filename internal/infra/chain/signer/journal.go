package signer

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"etld/internal/base/money"
)

const (
	lineMax = 64 << 10
	// refusalsMax bounds the refusals written per hour, so that a mad caller
	// cannot fill the disk; further ones are counted in the next line.
	refusalsMax = 1_000
)

// entry is one decision.
type entry struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
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
	From   common.Address `json:"from,omitzero"`
	WishAt time.Time      `json:"wishAt,omitzero"`
	WishID string         `json:"wishId,omitempty"`
	Wallet common.Address `json:"wallet,omitzero"`
	// Quantity is what the user's balance pays, fee included.
	Quantity money.Amount `json:"quantity,omitempty"`
}

// sealed is a line of the journal: the entry's exact bytes and the hash over
// them and the line before.
type sealed struct {
	Entry json.RawMessage `json:"entry"`
	Seal  string          `json:"seal"`
}

// journal is the file. It is not safe for concurrent use.
type journal struct {
	file   *os.File
	number int64
	seal   string
	broken error
}

// openJournal locks the file, reads every line and hands its entry to each. A
// last line without an end is cut off: its decision was never told.
func openJournal(path string, each func(entry)) (*journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	j := &journal{file: file}
	if err := j.load(path, each); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrJournal, path, err), file.Close())
	}
	return j, nil
}

func (j *journal) load(path string, each func(entry)) error {
	if err := syscall.Flock(int(j.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another signer uses it: %w", err)
	}
	reader := bufio.NewReaderSize(j.file, lineMax)
	var length int64
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := j.take(line, each); err != nil {
			return fmt.Errorf("line %d: %w", j.number+1, err)
		}
		length += int64(len(line))
	}
	if err := j.file.Truncate(length); err != nil {
		return err
	}
	if _, err := j.file.Seek(length, io.SeekStart); err != nil {
		return err
	}
	// A new file's name must survive a power cut as well as its content.
	return errors.Join(j.file.Sync(), syncFolder(filepath.Dir(path)))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (j *journal) take(line []byte, each func(entry)) error {
	var s sealed
	if err := json.Unmarshal(line, &s); err != nil {
		return err
	}
	if s.Seal != sealOf(j.seal, s.Entry) {
		return errors.New("its seal does not follow from the line before: the file was changed")
	}
	var e entry
	decoder := json.NewDecoder(bytes.NewReader(s.Entry))
	if err := decoder.Decode(&e); err != nil {
		return err
	}
	if e.Number != j.number+1 {
		return fmt.Errorf("it has number %d", e.Number)
	}
	j.number, j.seal = e.Number, s.Seal
	each(e)
	return nil
}

// add writes a line and waits for the disk. After a failure the file's end is
// unknown, so nothing is written any more until the signer starts again.
func (j *journal) add(e entry) error {
	if j.broken != nil {
		return j.broken
	}
	e.Number = j.number + 1
	content, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, err)
	}
	line, err := json.Marshal(sealed{Entry: content, Seal: sealOf(j.seal, content)})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, err)
	}
	if _, err = j.file.Write(append(line, '\n')); err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		j.broken = fmt.Errorf("%w: %w", ErrJournal, err)
		return j.broken
	}
	j.number, j.seal = e.Number, sealOf(j.seal, content)
	return nil
}

func (j *journal) close() error { return j.file.Close() }

func sealOf(previous string, content []byte) string {
	sum := sha256.New()
	sum.Write([]byte(previous + "\n"))
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}
