package signer

import (
	"bufio"
	"context"
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
	From common.Address `json:"from,omitzero"`
	// StatedAt and RequestID are those of the statement. Journals that exist call
	// them by another name.
	StatedAt  time.Time      `json:"wishAt,omitzero"`
	RequestID string         `json:"wishId,omitempty"`
	Wallet    common.Address `json:"wallet,omitzero"`
	// Quantity is what the user's balance pays, fee included.
	Quantity money.Amount `json:"quantity,omitempty"`
}

// sealed is a line of the journal: the entry's exact bytes and the hash over
// them and the line before.
type sealed struct {
	Entry json.RawMessage `json:"entry"`
	Seal  string          `json:"seal"`
}

// indexSuffix names the index beside a journal.
const indexSuffix = ".index"

// position is an end of the journal, after one of its lines.
type position struct {
	// Number counts the lines, Seal is the last one's.
	Number int64  `json:"number"`
	Seal   string `json:"seal"`
	// End is the length of the file so far. The last line begins at Begin, and
	// Before is the seal before it.
	End    int64  `json:"end"`
	Begin  int64  `json:"begin"`
	Before string `json:"before"`
}

// place is where a line lies. Hash is of the line.
type place struct {
	Begin int64       `json:"begin"`
	Size  int64       `json:"size"`
	Hash  common.Hash `json:"hash"`
}

// journal is the file. It is not safe for concurrent use.
type journal struct {
	position
	path   string
	file   *os.File
	broken error
}

// openJournal opens the file and locks it.
func openJournal(path string) (*journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: another signer uses it: %w", ErrJournal, path, err), file.Close())
	}
	return &journal{path: path, file: file}, nil
}

// follow reads every line after a position and hands it to each. A last line
// without an end is cut off: its decision was never told.
func (j *journal) follow(from position, each func(entry, place) error) error {
	if err := j.findAgain(from); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrJournal, j.path, err)
	}
	reader := bufio.NewReaderSize(j.file, lineMax)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrJournal, j.path, err)
		}
		e, err := j.take(line)
		if err != nil {
			return fmt.Errorf("%w: %s: line %d: %w", ErrJournal, j.path, j.Number+1, err)
		}
		if err := each(e, placeOf(j.Begin, line)); err != nil {
			return err
		}
	}
	if err := j.trim(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrJournal, j.path, err)
	}
	return nil
}

// findAgain goes to a position that the index has reached, and reads the line
// before it: it must be the one that the index saw.
func (j *journal) findAgain(from position) error {
	if from.Number == 0 {
		return nil
	}
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < from.End {
		return fmt.Errorf("its index knows %d lines, and it ends before that: it is an older copy", from.Number)
	}
	line := make([]byte, max(0, from.End-from.Begin))
	if _, err := j.file.ReadAt(line, from.Begin); err != nil {
		return err
	}
	j.position = position{Number: from.Number - 1, Seal: from.Before, End: from.Begin}
	if _, err = j.take(line); err == nil && j.Seal != from.Seal {
		err = errors.New("it has another seal")
	}
	if err != nil {
		return fmt.Errorf("line %d is not the one that its index knows; the file was changed, or is another's: %w", from.Number, err)
	}
	_, err = j.file.Seek(from.End, io.SeekStart)
	return err
}

// trim makes the file end where its last whole line does.
func (j *journal) trim() error {
	if err := j.file.Truncate(j.End); err != nil {
		return err
	}
	if _, err := j.file.Seek(j.End, io.SeekStart); err != nil {
		return err
	}
	// A new file's name must survive a power cut as well as its content.
	return errors.Join(j.file.Sync(), syncFolder(filepath.Dir(j.path)))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// take goes on by a line.
func (j *journal) take(line []byte) (entry, error) {
	e, seal, err := openLine(line, j.Seal)
	if err != nil {
		return entry{}, err
	}
	if e.Number != j.Number+1 {
		return entry{}, fmt.Errorf("it has number %d", e.Number)
	}
	j.advance(seal, len(line))
	return e, nil
}

func (j *journal) advance(seal string, length int) {
	j.position = position{Number: j.Number + 1, Seal: seal, Before: j.Seal, Begin: j.End, End: j.End + int64(length)}
}

// openLine reads a line that follows a seal.
func openLine(line []byte, before string) (e entry, seal string, err error) {
	var s sealed
	if err := json.Unmarshal(line, &s); err != nil {
		return entry{}, "", err
	}
	if s.Seal != sealOf(before, s.Entry) {
		return entry{}, "", errors.New("its seal does not follow from the line before: the file was changed")
	}
	return e, s.Seal, json.Unmarshal(s.Entry, &e)
}

func placeOf(begin int64, line []byte) place {
	return place{Begin: begin, Size: int64(len(line)), Hash: sha256.Sum256(line)}
}

// read reads a line again.
func (j *journal) read(at place) (entry, error) {
	line := make([]byte, at.Size)
	if _, err := j.file.ReadAt(line, at.Begin); err != nil {
		return entry{}, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	if placeOf(at.Begin, line) != at {
		return entry{}, fmt.Errorf("%w: %s: the line at byte %d was changed", ErrJournal, j.path, at.Begin)
	}
	var s sealed
	var e entry
	if err := json.Unmarshal(line, &s); err != nil {
		return entry{}, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	if err := json.Unmarshal(s.Entry, &e); err != nil {
		return entry{}, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	return e, nil
}

// verify reads the file from its beginning up to a position, over which nobody
// writes any more, and compares every seal.
func (j *journal) verify(ctx context.Context, end position) error {
	reader := bufio.NewReaderSize(io.NewSectionReader(j.file, 0, end.End), lineMax)
	seal := ""
	for number := int64(1); number <= end.Number; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%w: %s: line %d: %w", ErrJournal, j.path, number, err)
		}
		if _, seal, err = openLine(line, seal); err != nil {
			return fmt.Errorf("%w: %s: line %d: %w", ErrJournal, j.path, number, err)
		}
	}
	if seal != end.Seal {
		return fmt.Errorf("%w: %s: its first %d lines are not those that its index knows", ErrJournal, j.path, end.Number)
	}
	return nil
}

// add writes a line, waits for the disk and says where it lies. After a failure
// the file's end is unknown, so nothing is written any more until the signer
// starts again.
func (j *journal) add(e entry) (place, error) {
	if j.broken != nil {
		return place{}, j.broken
	}
	e.Number = j.Number + 1
	content, err := json.Marshal(e)
	if err != nil {
		return place{}, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	seal := sealOf(j.Seal, content)
	line, err := json.Marshal(sealed{Entry: content, Seal: seal})
	if err != nil {
		return place{}, fmt.Errorf("%w: %w", ErrJournal, err)
	}
	line = append(line, '\n')
	if _, err = j.file.Write(line); err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		j.broken = fmt.Errorf("%w: %w", ErrJournal, err)
		return place{}, j.broken
	}
	j.advance(seal, len(line))
	return placeOf(j.Begin, line), nil
}

func (j *journal) close() error {
	if j.broken == nil {
		j.broken = fmt.Errorf("%w: it is closed", ErrJournal)
	}
	return j.file.Close()
}

func sealOf(previous string, content []byte) string {
	sum := sha256.New()
	sum.Write([]byte(previous + "\n"))
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}
