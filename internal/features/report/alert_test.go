package report

import (
	"context"
	"errors"
	"regexp"
	"testing"
	"time"

	"etld/internal/core/operator/emergency"
	"etld/internal/infra/httpapi"
)

func TestAlertTextsAreComplete(t *testing.T) {
	t.Parallel()
	texts, err := loadAlertTexts()
	if err != nil {
		t.Fatal(err)
	}
	placeholder := regexp.MustCompile(`\{[a-z]+\}`)
	for _, language := range httpapi.Languages {
		if len(texts[language]) != len(texts[httpapi.Chinese]) {
			t.Errorf("%s has %d texts, Chinese %d", language, len(texts[language]), len(texts[httpapi.Chinese]))
		}
		for key, base := range texts[httpapi.Chinese] {
			got := texts[language][key]
			if got == "" && key != "space" || placeholder.FindString(got) != placeholder.FindString(base) {
				t.Errorf("%s: %s is %q", language, key, got)
			}
		}
		for _, part := range emergency.Parts() {
			if texts[language]["part."+string(part)] == "" {
				t.Errorf("%s has no word for %s", language, part)
			}
		}
		for _, cause := range []Cause{CauseCheck, CauseChain, CauseOperator} {
			if texts[language]["cause."+string(cause)] == "" {
				t.Errorf("%s has no words for %s", language, cause)
			}
		}
	}
}

func TestAlertOf(t *testing.T) {
	t.Parallel()
	texts, err := loadAlertTexts()
	if err != nil {
		t.Fatal(err)
	}
	since := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	stop := func(part emergency.Part, reason string) emergency.Stop {
		return emergency.Stop{Part: part, Stopped: true, Reason: reason, ChangedAt: since}
	}
	const automatic = "Automatic check: I3"
	if got := texts.alertOf(nil, httpapi.English); got != nil {
		t.Errorf("while all runs: %+v", got)
	}
	for _, test := range []struct {
		name     string
		standing []emergency.Stop
		language httpapi.Language
		cause    Cause
		goOn     bool
		text     string
	}{
		{"a person stops the game", []emergency.Stop{stop(emergency.Game, "repair")}, httpapi.English, CauseOperator, true,
			"Something is stopped for now. Stopped: the blind-box game. Withdrawals continue."},
		{"a person stops payouts", []emergency.Stop{stop(emergency.Payouts, "repair")}, httpapi.English, CauseOperator, false,
			"Something is stopped for now. Stopped: payouts of withdrawals."},
		{"everything", []emergency.Stop{stop(emergency.Everything, "repair")}, httpapi.Russian, CauseOperator, false,
			"Часть функций временно остановлена. Остановлено: все функции."},
		{"the books", []emergency.Stop{stop(emergency.Sales, automatic), stop(emergency.Swap, "by hand")}, httpapi.Chinese, CauseCheck, true,
			"自動檢查發現平台帳目不符，受影響的功能已暫停，待查明原因後恢復。暫停項目：銷售、兌換。提領照常進行。"},
		{"the books, and a person stops withdrawals", []emergency.Stop{stop(emergency.Sales, automatic), stop(emergency.Withdrawals, "by hand")}, httpapi.English, CauseCheck, false,
			"An automatic check found that the platform's books do not balance. What depends on it is stopped until people have found the cause. Stopped: sales, new withdrawals."},
		{"the chain", []emergency.Stop{stop(emergency.Sales, automatic), stop(emergency.Withdrawals, automatic)}, httpapi.English, CauseChain, false,
			"An automatic check found less on the chain than in the platform's books. What depends on it is stopped until people have found the cause. Stopped: sales, new withdrawals."},
	} {
		got := texts.alertOf(test.standing, test.language)
		if got.Cause != test.cause || got.WithdrawalsGoOn != test.goOn || got.Text != test.text {
			t.Errorf("%s: %+v", test.name, got)
		}
		if len(got.Parts) != len(test.standing) || got.Parts[0] != (AlertPart{test.standing[0].Part, test.standing[0].Reason, since}) {
			t.Errorf("%s: the parts are %+v", test.name, got.Parts)
		}
	}
}

// An app starts while the database is away: one call waits a moment, others
// not at all, and the last alert known stays.
func TestAlertWithoutADatabase(t *testing.T) {
	t.Parallel()
	texts, err := loadAlertTexts()
	if err != nil {
		t.Fatal(err)
	}
	known := []emergency.Stop{{Part: emergency.Game, Stopped: true, Reason: "repair"}}
	entered, answer := make(chan struct{}), make(chan error)
	b := &board{texts: texts, list: known, read: func(ctx context.Context) ([]emergency.Stop, error) {
		if _, isBounded := ctx.Deadline(); !isBounded {
			t.Error("the reading has no end")
		}
		if ctx.Err() != nil {
			t.Error("the reading ended with its caller")
		}
		entered <- struct{}{}
		return nil, <-answer
	}}
	first := make(chan *Alert)
	go func() { first <- b.alert(t.Context(), httpapi.English) }()
	<-entered
	if got := b.alert(t.Context(), httpapi.English); got == nil || got.Parts[0].Part != emergency.Game {
		t.Errorf("another call meanwhile: %+v", got)
	}
	answer <- errors.New("the database is away")
	if got := <-first; got == nil || got.Parts[0].Part != emergency.Game {
		t.Errorf("the call that waited: %+v", got)
	}
	b.readAt = time.Time{}
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	go func() { first <- b.alert(gone, httpapi.English) }()
	<-entered
	answer <- nil
	if got := <-first; got != nil {
		t.Errorf("all runs again: %+v", got)
	}
}
