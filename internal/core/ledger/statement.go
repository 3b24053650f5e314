package ledger

import (
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	statementDaysMax = 366
	// statementLinesMax bounds a statement; it says so when it was cut.
	statementLinesMax = 50_000
	// statementPage is how many lines are in memory at once.
	statementPage = 1_000
)

// StatementIn asks for a file of movements.
type StatementIn struct {
	From   clock.Day `query:"from"`
	To     clock.Day `query:"to"`
	Format string    `query:"format" enum:"csv,json"`
}

// Check refuses ranges that are reversed or longer than a year.
func (in StatementIn) Check() error {
	if in.To < in.From || in.To-in.From >= statementDaysMax {
		return fault.Invalid("to")
	}
	return nil
}

// Statement is a downloaded file.
type Statement struct {
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	Content     string `json:"content" doc:"Base64 of the file"`
	Complete    bool   `json:"complete" doc:"false when the range held more lines than a file takes"`
}

// statement writes the file a page of lines at a time.
func (l *Ledger) statement(ctx context.Context, c httpapi.Caller, in StatementIn, out *httpapi.Pieces) error {
	out.Text(fmt.Sprintf(`{"fileName":"etld-%s-%s.%s","content":"`, in.From, in.To, in.Format))
	content := base64.NewEncoder(base64.StdEncoding, out)
	file, err := newStatementFile(content, in.Format, c.Language)
	if err != nil {
		return err
	}
	isWhole, err := l.writeLines(ctx, LinesQuery{User: c.UserID, From: in.From.Start(), To: in.To.End()}, file, out)
	if err != nil {
		return err
	}
	if err := file.end(); err != nil {
		return err
	}
	if err := content.Close(); err != nil {
		return err
	}
	out.Text(fmt.Sprintf(`","contentType":"%s","complete":%t}`, file.contentType, isWhole))
	return nil
}

// writeLines writes the lines of a range to a file, which may take fewer of them. What is
// posted between the pages is in none of them, whenever it takes effect: the file is of
// one moment.
func (l *Ledger) writeLines(ctx context.Context, q LinesQuery, file statementFile, out *httpapi.Pieces) (isWhole bool, err error) {
	for written := 0; ; {
		q.Limit = min(statementPage, statementLinesMax-written) + 1
		var lines []Line
		err := out.View(ctx, func(tx *sqldb.Tx) (err error) {
			if q.Newest == "" {
				newest, err := l.Posted(tx, LinesQuery{User: q.User, Limit: 1})
				if err != nil || len(newest) == 0 {
					return err
				}
				q.Newest = newest[0].ID
			}
			lines, err = l.Lines(tx, q)
			return err
		})
		if err != nil {
			return false, err
		}
		isLast := len(lines) < q.Limit
		if !isLast {
			lines = lines[:q.Limit-1]
		}
		for _, line := range lines {
			if err := file.write(rowOf(line)); err != nil {
				return false, err
			}
		}
		if written += len(lines); isLast || written == statementLinesMax {
			return isLast, nil
		}
		last := lines[len(lines)-1]
		q.After = Position{At: last.At, ID: last.ID}
	}
}

// statementFile is what a statement's lines are written to.
type statementFile struct {
	contentType string
	write       func(row LineRow) error
	end         func() error
}

func newStatementFile(to io.Writer, format string, language httpapi.Language) (statementFile, error) {
	if format == "json" {
		return newJSONFile(to), nil
	}
	return newCSVFile(to, language)
}

// newJSONFile is an array with a row to a line.
func newJSONFile(to io.Writer) statementFile {
	separator := "["
	return statementFile{
		contentType: "application/json",
		write: func(row LineRow) error {
			encoded, err := json.Marshal(row)
			if err == nil {
				_, err = fmt.Fprintf(to, "%s%s", separator, encoded)
			}
			separator = ",\n"
			return err
		},
		end: func() error {
			_, err := io.WriteString(to, strings.TrimRight(separator, ",\n")+"]")
			return err
		},
	}
}

// newCSVFile has a header and rows, both in the reader's words, for spreadsheets;
// programs ask for JSON. A Russian spreadsheet takes a figure with a point for a date,
// and expects semicolons, as its figures have commas. The leading mark makes
// spreadsheets read the file as UTF-8.
func newCSVFile(to io.Writer, language httpapi.Language) (statementFile, error) {
	all, err := wording.Load[httpapi.Language, words](localeFiles)
	if err != nil {
		return statementFile{}, err
	}
	words := all[language]
	if _, err := io.WriteString(to, "\ufeff"); err != nil {
		return statementFile{}, err
	}
	w, point := csv.NewWriter(to), "."
	if language == httpapi.Russian {
		w.Comma, point = ';', ","
	}
	figure := func(amount string) string { return strings.Replace(amount, ".", point, 1) }
	write := func(r LineRow) error {
		hash := ""
		if r.EntryHash != nil {
			hash = *r.EntryHash
		}
		return w.Write([]string{r.CreatedAt.In(clock.Zone).Format(time.DateTime), r.TxNo, string(r.Currency), words.typeName(r.Type), words.subTypeName(r.SubType),
			figure(r.Amount), figure(r.BalanceAfter), r.RefID, hash, r.PostedAt.In(clock.Zone).Format(time.DateTime)})
	}
	end := func() error {
		w.Flush()
		return w.Error()
	}
	return statementFile{contentType: "text/csv; charset=utf-8", write: write, end: end}, w.Write(words.header())
}
