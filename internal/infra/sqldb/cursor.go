package sqldb

import (
	"context"
	"fmt"
	"hash/fnv"

	"zombiezen.com/go/sqlite"
)

// cursorPage bounds the rows a cursor holds.
const cursorPage = 500

// Cursor reads the rows of one statement page by page, so that other statements
// of the transaction can run in between and no more than a page is in memory. Two
// cursors on sorted rows compare what two parts keep, of whatever size.
//
//	for c.Row != nil {
//		… *c.Row …
//		if err := c.Next(); err != nil {
//			return err
//		}
//	}
type Cursor[T any] struct {
	// Row is where the cursor stands; nil behind the last row.
	Row *T

	tx     *Tx
	scan   func(*Row) (T, error)
	rows   portions
	page   []T
	at     int
	isLast bool
}

// portions are the rows of a running statement.
type portions interface {
	// fetch calls each for at most cursorPage further rows. Fewer are the last ones.
	fetch(ctx context.Context, each func(*Row) error) error
	close(ctx context.Context)
}

// OpenCursor runs a statement and stands on its first row. The caller closes it.
func OpenCursor[T any](tx *Tx, scan func(*Row) (T, error), query string, args ...any) (*Cursor[T], error) {
	if err := tx.send(tx.takeStaged()); err != nil {
		return nil, err
	}
	rows, err := tx.session.open(tx.ctx, statement{query: query, args: plainAll(args)})
	if err != nil {
		return nil, tx.note(err)
	}
	c := &Cursor[T]{tx: tx, scan: scan, rows: rows}
	if err := c.Next(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Walk goes through the rows of a statement, each as scan reads it. Others of the
// transaction may run in between.
func Walk[T any](tx *Tx, scan func(*Row) (T, error), do func(T) error, query string, args ...any) error {
	c, err := OpenCursor(tx, scan, query, args...)
	if err != nil {
		return err
	}
	defer c.Close()
	for c.Row != nil {
		if err := do(*c.Row); err != nil {
			return err
		}
		if err := c.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Walk is Walk over rows of the table.
func (t *Table[T]) Walk(tx *Tx, do func(T) error, query string, args ...any) error {
	return Walk(tx, t.Scan, do, query, args...)
}

// Next goes to the next row.
func (c *Cursor[T]) Next() error {
	c.Row = nil
	if c.at == len(c.page) && !c.isLast {
		if err := c.fill(); err != nil {
			return err
		}
	}
	if c.at < len(c.page) {
		c.Row = &c.page[c.at]
		c.at++
	}
	return nil
}

func (c *Cursor[T]) fill() error {
	c.page, c.at = make([]T, 0, cursorPage), 0
	err := c.rows.fetch(c.tx.ctx, func(row *Row) error {
		v, err := c.scan(row)
		c.page = append(c.page, v)
		return err
	})
	c.isLast = len(c.page) < cursorPage
	return c.tx.note(err)
}

// Close ends the statement. Why that fails shows in the transaction.
func (c *Cursor[T]) Close() { c.rows.close(context.WithoutCancel(c.tx.ctx)) }

// sqlitePortions are a statement that waits between two steps.
type sqlitePortions struct {
	stmt *sqlite.Stmt
	row  *Row
}

// open prepares the statement anew: the same one may be running already.
func (s *sqliteSession) open(_ context.Context, st statement) (portions, error) {
	stmt, _, err := s.conn.PrepareTransient(st.query)
	if err != nil {
		return nil, err
	}
	p, err := newSQLiteStatement(stmt)
	if err == nil {
		err = p.bind(st)
	}
	if err != nil {
		_ = stmt.Finalize()
		return nil, err
	}
	return &sqlitePortions{stmt, p.row}, nil
}

func (p *sqlitePortions) fetch(_ context.Context, each func(*Row) error) error {
	for range cursorPage {
		more, err := p.stmt.Step()
		if err != nil || !more {
			return err
		}
		if err := each(p.row); err != nil {
			return err
		}
	}
	return nil
}

func (p *sqlitePortions) close(context.Context) { _ = p.stmt.Finalize() }

// postgresPortions are a cursor of the server's.
type postgresPortions struct {
	session *postgresSession
	name    string
}

// open names the cursor after its statement, as the connection remembers which
// columns a FETCH from that name brings, and with a number, as the same statement may
// be running already.
func (s *postgresSession) open(ctx context.Context, st statement) (portions, error) {
	sum := fnv.New64a()
	sum.Write([]byte(st.query))
	s.cursors++
	p := &postgresPortions{s, fmt.Sprintf("cursor_%x_%d", sum.Sum64(), s.cursors)}
	st.query = "DECLARE " + p.name + " NO SCROLL CURSOR FOR " + st.query
	return p, s.run(ctx, []statement{st})
}

func (p *postgresPortions) fetch(ctx context.Context, each func(*Row) error) error {
	return p.session.run(ctx, []statement{{query: fmt.Sprintf("FETCH %d FROM %s", cursorPage, p.name), each: each}})
}

func (p *postgresPortions) close(ctx context.Context) {
	_ = p.session.run(ctx, []statement{{query: "CLOSE " + p.name}})
}
