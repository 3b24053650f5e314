package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Everybody is told once of each change of terms, as soon as it is decided, and
// nobody of what is the operator's own affair.
func TestUsersAreToldOfChangedTerms(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		// More people than one chunk tells.
		people, robot := p.crowd(t, 230)
		maker, checker := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker)
		change := func(name, value string) {
			t.Helper()
			proposed := maker.call("params/change", map[string]any{"payload": map[string]any{"name": name, "value": value}, "reason": "dearer halls"})
			if proposed.Code != http.StatusOK {
				t.Fatalf("propose %s: %+v", name, proposed)
			}
			if r := checker.approve(proposed); r.Code != http.StatusOK {
				t.Fatalf("approve %s: %+v", name, r)
			}
		}
		p.tellTerms(t)
		p.expectTold(t, people, 0)
		change("price.jump_max", "0.2")
		p.tellTerms(t)
		p.expectTold(t, people, 0)
		change("machine.fee_new", "0.065")
		effective := p.settings.Clock.Now().Add(24 * time.Hour)
		p.tellTerms(t)
		p.tellTerms(t)
		p.expectTold(t, people, 1)
		change("withdrawal.bep20.usdt.day_max", "30000")
		p.tellTerms(t)
		p.expectTold(t, people, 2)
		p.expectTold(t, []string{robot}, 0)
		inbox := apitest.New(t, p.db)
		p.notices.Register(inbox.API)
		for language, want := range map[httpapi.Language][]string{
			httpapi.English: {"Terms change", "Service fee on the new part of a machine changes from 5% to 6.5%. Reason: dearer halls", "Most withdrawn per day on BEP-20, in USDT changes from 20,000 to 30,000"},
			httpapi.Chinese: {"條款變更", "礦機新購部分的服務費率由 5% 改為 6.5%。原因：dearer halls", "BEP-20 每日提領上限（USDT）由 20,000 改為 30,000"},
			httpapi.Russian: {"Условия меняются", "Сервисный сбор с новой части майнера — 6,5\u00a0%, прежде 5\u00a0%", "30\u00a0000, прежде 20\u00a0000"},
		} {
			text := string(inbox.In(headers[language]).Call("/api/user/notices", people[0]).Data)
			for _, part := range append(want, language.Time(effective)) {
				if !strings.Contains(text, part) {
					t.Errorf("in %s the inbox lacks %q: %s", language, part, text)
				}
			}
		}
	})
}

// headers are what apps send for a language.
var headers = map[httpapi.Language]string{httpapi.English: "en_US", httpapi.Chinese: "zh_cn", httpapi.Russian: "ru_RU"}

// crowd makes people and one platform account.
func (p *Program) crowd(t *testing.T, n int) (people []string, robot string) {
	t.Helper()
	w := p.world(t)
	for i := range n {
		people = append(people, w.User(i))
	}
	return people, w.Robot(n)
}

func (p *Program) tellTerms(t *testing.T) {
	t.Helper()
	job, err := p.notices.TellTerms(p.params)
	if err != nil {
		t.Fatal(err)
	}
	if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, job).Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (p *Program) expectTold(t *testing.T, people []string, want int64) {
	t.Helper()
	err := p.db.View(context.Background(), func(tx *sqldb.Tx) error {
		for _, userID := range people {
			n, err := p.notices.Unread(tx, userID)
			if err != nil {
				return err
			}
			if n != want {
				return fmt.Errorf("%s has %d notices, want %d", userID, n, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
