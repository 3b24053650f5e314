package ledger

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Every movement that a user can read has a name in every language, the one that the
// app says, and nothing else has.
func TestEveryMovementHasAName(t *testing.T) {
	t.Parallel()
	subTypes := make(map[SubType]bool)
	for m, is := range permitted {
		if is && m.sub != None && (m.debit.hasLines() || m.credit.hasLines()) {
			subTypes[m.sub] = true
		}
	}
	all, err := wording.Load[httpapi.Language, words](localeFiles)
	if err != nil {
		t.Fatal(err)
	}
	for language, w := range all {
		if slices.Contains(w.header(), "") {
			t.Errorf("%s: a column has no name: %q", language, w.header())
		}
		if got, want := slices.Sorted(maps.Keys(w.Types)), slices.Sorted(slices.Values(Types())); !slices.Equal(got, want) {
			t.Errorf("%s: types %q, want %q", language, got, want)
		}
		if got, want := slices.Sorted(maps.Keys(w.SubTypes)), slices.Sorted(maps.Keys(subTypes)); !slices.Equal(got, want) {
			t.Errorf("%s: sub-types %q, want %q", language, got, want)
		}
		if slices.Contains(slices.Collect(maps.Values(w.Types)), "") || slices.Contains(slices.Collect(maps.Values(w.SubTypes)), "") {
			t.Errorf("%s: a name is empty", language)
		}
		app := appsNames(t, language)
		for kind, name := range w.Types {
			if got := app["movements.type."+string(kind)]; got != name {
				t.Errorf("%s: the app calls %s %q, a statement %q", language, kind, got, name)
			}
		}
		for kind, name := range w.SubTypes {
			if got := app["movements.sub."+string(kind)]; got != name {
				t.Errorf("%s: the app calls %s %q, a statement %q", language, kind, got, name)
			}
		}
	}
}

// appsNames are what the app calls movements, as movements.type.… and movements.sub.….
func appsNames(t *testing.T, language httpapi.Language) (names map[string]string) {
	t.Helper()
	raw, err := os.ReadFile("../../../web/locales/" + string(language) + "/personal.json")
	if err == nil {
		err = json.Unmarshal(raw, &names)
	}
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestStatementSpeaksTheReadersLanguage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 18, 30, 5, 0, time.UTC)
	row := LineRow{TxNo: "entry1", Currency: money.USDT, Type: InternalTransfer, SubType: PrincipalReturned, Amount: "-1234.5", BalanceAfter: "0.00000001",
		RefType: "machine", RefID: "machine1", CreatedAt: at, PostedAt: at.Add(55 * time.Second)}
	for language, want := range map[httpapi.Language][2]string{
		httpapi.English: {
			"time (UTC+8),transaction,currency,type,subtype,amount,balance after,reference,hash,posted (UTC+8)",
			"2026-03-03 02:30:05,entry1,USDT,Internal transfer,Principal returned,-1234.5,0.00000001,machine1,,2026-03-03 02:31:00"},
		httpapi.Chinese: {
			"時間（UTC+8）,分錄編號,幣別,類型,細項,數量,餘額,參照,雜湊,入帳時間（UTC+8）",
			"2026-03-03 02:30:05,entry1,USDT,內部轉帳,本金退回,-1234.5,0.00000001,machine1,,2026-03-03 02:31:00"},
		httpapi.Russian: {
			"время (UTC+8);номер записи;валюта;тип;подтип;сумма;баланс после;связанный номер;хеш;проведено (UTC+8)",
			"2026-03-03 02:30:05;entry1;USDT;Внутренний перевод;Возврат основной суммы;-1234,5;0,00000001;machine1;;2026-03-03 02:31:00"},
	} {
		var content strings.Builder
		file, err := newCSVFile(&content, language)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.write(row), file.end()); err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(content.String(), "\ufeff")
		if got := strings.Split(text, "\n"); !marked || len(got) != 3 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: %q", language, got)
		}
		table := csv.NewReader(strings.NewReader(text))
		if language == httpapi.Russian {
			table.Comma = ';'
		}
		if lines, err := table.ReadAll(); err != nil || len(lines[0]) != len(lines[1]) || len(lines[0]) != 10 {
			t.Errorf("%s: %q, %v", language, lines, err)
		}
	}
}

// The call takes the language from its header, as every other does.
func TestStatementCallSpeaksTheCallersLanguage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		client := apitest.New(t, db)
		New(entropy.System()).Register(client.API, nil, nil)
		for language, want := range map[string]string{"zh_cn": "時間（UTC+8）,", "en_US": "time (UTC+8),", "ru_RU": "время (UTC+8);", "": "時間（UTC+8）,"} {
			file := apitest.Data[Statement](t, client.In(language).Call("/api/userAccount/statement", "ann", "from", "2026-01-01", "to", "2026-01-31", "format", "csv"))
			content, err := base64.StdEncoding.DecodeString(file.Content)
			if err != nil || !strings.HasPrefix(string(content), "\ufeff"+want) {
				t.Errorf("%s: %q, %v", language, content, err)
			}
		}
	})
}
