package httpapi

import (
	"context"
	"slices"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb/dbtest"
)

func TestFigure(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ value, zhtw, en, ru string }{
		{"5000.5", "5,000.5", "5,000.5", "5\u00a0000,5"},
		{"100", "100", "100", "100"},
		{"0.00000001", "0.00000001", "0.00000001", "0,00000001"},
		{"-1000", "\u22121,000", "\u22121,000", "\u22121\u00a0000"},
		{"1234567890123456789012", "1,234,567,890,123,456,789,012", "1,234,567,890,123,456,789,012",
			"1\u00a0234\u00a0567\u00a0890\u00a0123\u00a0456\u00a0789\u00a0012"},
		{"unknown", "unknown", "unknown", "unknown"}, {"", "", "", ""}, {"1e9", "1e9", "1e9", "1e9"}, {"1,5", "1,5", "1,5", "1,5"},
	} {
		for language, want := range map[Language]string{Chinese: test.zhtw, English: test.en, Russian: test.ru} {
			if got := language.Figure(test.value); got != want {
				t.Errorf("%q in %s: %q, want %q", test.value, language, got, want)
			}
		}
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 20, 30, 0, 0, time.UTC)
	for language, want := range map[Language]string{
		Chinese: "2026/03/06 04:30 UTC+8", English: "6 Mar 2026, 04:30 UTC+8", Russian: "06.03.2026, 04:30 UTC+8"} {
		if got := language.Time(at); got != want {
			t.Errorf("in %s: %q, want %q", language, got, want)
		}
	}
}

// People read a refusal's figures as their language writes them, programs read
// them as decimals.
func TestRefusalsWriteFiguresAndTimes(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	between := fault.New(1404, "test_amount").With("min", "1234.5").With("max", "49850.49")
	Read(w.api, Op{Path: "/api/test/between", Public: true}, func(context.Context, Caller, struct{}) (string, error) { return "", between })
	want := `{"code":1404,"message":"Amount must be between 1,234.5 and 49,850.49","data":{"max":"49850.49","min":"1234.5"}}`
	if got := w.call("/api/test/between", ""); got.body != want {
		t.Errorf("%s, want %s", got.body, want)
	}
	texts, err := LoadTexts()
	if err != nil {
		t.Fatal(err)
	}
	locked := fault.New(2004, "test_locked").With("until", "2026-03-05T20:30:00Z")
	// An id is shown as it is, though it consists of digits.
	pending := fault.New(2016, "test_pending").With("proposalId", "12345678")
	for _, test := range []struct {
		language Language
		fault    fault.Fault
		want     string
	}{
		{Russian, between, "Сумма должна быть от 1\u00a0234,5 до 49\u00a0850,49"},
		{Chinese, between, "數量須介於 1,234.5 與 49,850.49 之間"},
		{Russian, locked, "Слишком много неверных кодов, вход закрыт до 06.03.2026, 04:30 UTC+8"},
		{English, pending, "A proposal about this is already pending: 12345678"},
	} {
		if got := texts.Message(test.language, test.fault); got != test.want {
			t.Errorf("%d in %s: %q, want %q", test.fault.Code, test.language, got, test.want)
		}
	}
}

// A parameter that a text begins to use has to be decided about: is it a figure,
// a time, or a word?
func TestParametersOfTextsAreFiguresTimesOrWords(t *testing.T) {
	t.Parallel()
	texts, err := LoadTexts()
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"account", "currency", "detail", "field", "proposalId", "reason"}
	samples := []string{"1234.5", "2026-03-05T20:30:00Z"}
	for code, text := range texts[Chinese] {
		for _, name := range parametersOf(text) {
			isWritten := slices.ContainsFunc(samples, func(sample string) bool { return Russian.spell(name, sample) != sample })
			if isWritten == slices.Contains(words, name) {
				t.Errorf("{%s} of %d: a word %t, written by the language %t", name, code, !isWritten, isWritten)
			}
		}
	}
}
