package demo

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"etld/internal/base/money"
)

// A feed that was told to freeze must not be refreshed once more by what was
// under way: it would then be fresh for another minute.
func TestAFeedChangesBehindTheRefreshUnderWay(t *testing.T) {
	t.Parallel()
	w := &World{}
	w.feeds.says = make(map[string]saying)
	w.feeds.set("", saying{price: ethPrice, frozen: true})
	serve := w.serveFeed(func(context.Context) error { return nil })
	answered := make(chan int)
	w.feeds.writing.Lock()
	go func() {
		rw := httptest.NewRecorder()
		serve(rw, httptest.NewRequest(http.MethodPost, "/demo/feed?price=7000&frozen=true", nil))
		answered <- rw.Code
	}()
	select {
	case code := <-answered:
		t.Errorf("answered %d while a refresh was under way", code)
	case <-time.After(100 * time.Millisecond):
	}
	if says := w.feeds.of(pairFeed); says.price != ethPrice {
		t.Errorf("the feed says %s while a refresh is under way", says.price)
	}
	w.feeds.writing.Unlock()
	if code := <-answered; code != http.StatusOK {
		t.Errorf("answered %d", code)
	}
	if says := w.feeds.of(pairFeed); says.price != money.Units(7_000) {
		t.Errorf("afterwards the feed says %s", says.price)
	}
}
