package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/money"
	"etld/test/player"
)

const (
	purchasePath = "/api/miner/purchaseMiner"
	startPath    = "/api/miner/startNow"
	cancelPath   = "/api/miner/cancel"
	profilePath  = "/api/user/updateProfile"
)

var errSignedOut = errors.New("the session has ended")

// request is one press of a button: what was sent and what is known of it.
type request struct {
	path   string
	params url.Values
	// answer is the reply that arrived first; nil while none did.
	answer *player.Answer
}

// buyer uses one wallet from one device: a call at a time, each with a request
// id of its own.
type buyer struct {
	world  *world
	wallet *player.Player
	chance *rand.Rand
	terms  map[string]string

	// thinksFor is how long the buyer thinks at most before each press; 0 is not at all.
	thinksFor time.Duration

	// answered counts calls that were not lost, lost those that were.
	answered, lost atomic.Int64

	sent []*request
	// taken counts commands that were answered as done, sights are the balances told.
	taken  int
	sights []sight
	// open are machines that could be started or cancelled.
	open []string
	// deposited is what the wallet paid in; the one that pays in more locks it.
	mu        sync.Mutex
	deposited money.Amount
	// nick is the last name known to be stored; tried are those sent after it.
	nick  string
	tried []string
	names int
}

func (b *buyer) addDeposit(amount money.Amount) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.deposited += amount
}

// press makes calls until the context ends.
func (b *buyer) press(ctx context.Context) error {
	for ctx.Err() == nil {
		b.think()
		epoch, server := b.world.server()
		b.wallet.Server = server
		lost, err := b.pressOnce(ctx)
		if err != nil {
			return err
		}
		if lost {
			b.lost.Add(1)
			b.world.awaitRestart(ctx, epoch)
			continue
		}
		b.answered.Add(1)
	}
	return nil
}

func (b *buyer) think() {
	if b.thinksFor > 0 {
		time.Sleep(time.Duration(b.chance.Int64N(int64(b.thinksFor))))
	}
}

// awaitAnswers waits until every buyer who presses has had the answer to a call
// that began after this one, or one of them failed.
func (w *world) awaitAnswers(ctx context.Context, buyers []*buyer) {
	w.t.Helper()
	for i, b := range buyers {
		// The first may be to a call that is under way.
		want := b.answered.Load() + 2
		w.await(fmt.Sprintf("answers to buyer %d", i), time.Minute, func() bool { return b.answered.Load() >= want || ctx.Err() != nil })
	}
}

// server is where the program answers now, with the number of its start.
func (w *world) server() (epoch int, url string) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.epoch, w.process.URL
}

// awaitRestart waits until the program was started again after a call was
// lost, or for a moment, if it was lost while the program lived.
func (w *world) awaitRestart(ctx context.Context, since int) {
	if w.isProxy {
		time.Sleep(pollPause)
		return
	}
	for deadline := time.Now().Add(30 * time.Second); ctx.Err() == nil && time.Now().Before(deadline); time.Sleep(pollPause) {
		if epoch, _ := w.server(); epoch > since {
			return
		}
	}
}

// pressOnce makes one call and tells whether its answer was lost. A lost call
// is repeated at once half of the time; the others are left to the end.
func (b *buyer) pressOnce(ctx context.Context) (lost bool, err error) {
	switch at := b.chance.IntN(10); {
	case at < 2:
		return b.rename(ctx)
	case at < 4 && len(b.sent) > 0:
		// Impatience: an old request once more.
		return b.repeat(ctx, b.sent[b.chance.IntN(len(b.sent))])
	case at == 4:
		return b.look(ctx)
	default:
		r := b.next()
		b.sent = append(b.sent, r)
		if lost, err = b.send(ctx, r); lost && b.chance.IntN(2) == 0 {
			epoch, _ := b.world.server()
			b.world.awaitRestart(ctx, epoch)
			_, b.wallet.Server = b.world.server()
			return b.send(ctx, r)
		}
		return lost, err
	}
}

// next chooses a command.
func (b *buyer) next() *request {
	id := newRequestID(b.chance)
	if len(b.open) > 0 && b.chance.IntN(3) > 0 {
		at := b.chance.IntN(len(b.open))
		machine := b.open[at]
		b.open = slices.Delete(b.open, at, at+1)
		path := cancelPath
		if b.chance.IntN(12) == 0 {
			// Seldom, as what runs takes one of the few places for good.
			path = startPath
		}
		return &request{path: path, params: url.Values{"requestId": {id}, "minerNo": {machine}}}
	}
	product := []string{"machineSmall", "machineSmall", "machineMedium", "machineLarge"}[b.chance.IntN(4)]
	params := purchase(id, product, b.terms[product], 1+b.chance.IntN(4)/3)
	if b.chance.IntN(40) == 0 {
		params.Set("startNow", "true")
	}
	return &request{path: purchasePath, params: params}
}

// send makes a call whose answer is not known yet.
func (b *buyer) send(ctx context.Context, r *request) (lost bool, err error) {
	answer, err := b.wallet.Call(ctx, r.path, r.params)
	if err != nil {
		return true, nil
	}
	if answer.Code == codeMaintenance {
		// Clear and not stored: the same id may be used again, a little later.
		time.Sleep(pollPause)
		return false, nil
	}
	if answer.Code == codeSystem || answer.Code == codeSignIn {
		return false, fmt.Errorf("%s %v: %d %s", r.path, r.params, answer.Code, answer.Message)
	}
	r.answer = &answer
	if answer.Code == http.StatusOK {
		b.taken++
	}
	b.open = append(b.open, machinesOf(r)...)
	return false, nil
}

// repeat makes a call whose answer may be known, in which case it must come
// back to the byte.
func (b *buyer) repeat(ctx context.Context, r *request) (lost bool, err error) {
	if r.answer == nil {
		return b.send(ctx, r)
	}
	answer, err := b.wallet.Call(ctx, r.path, r.params)
	if err != nil {
		return true, nil
	}
	if answer.Code == codeMaintenance {
		return false, nil
	}
	if answer.Code == codeSignIn {
		return false, errSignedOut
	}
	if answer.Code != r.answer.Code || answer.Message != r.answer.Message || !bytes.Equal(answer.Data, r.answer.Data) {
		return false, fmt.Errorf("%s %v answered %d %s, and before %d %s", r.path, r.params, answer.Code, answer.Data, r.answer.Code, r.answer.Data)
	}
	return false, nil
}

// rename changes the name, and first sees that the last one is still there.
func (b *buyer) rename(ctx context.Context) (lost bool, err error) {
	var info struct{ NickName string }
	if answer, err := b.wallet.Call(ctx, "/api/user/getUserInfo", nil); err != nil {
		return true, nil
	} else if answer.Code == codeMaintenance {
		time.Sleep(pollPause)
		return false, nil
	} else if answer.Code != http.StatusOK {
		return false, fmt.Errorf("getUserInfo: %d %s", answer.Code, answer.Message)
	} else if err := decode(answer, &info); err != nil {
		return false, err
	}
	if b.nick != "" && info.NickName != b.nick && !slices.Contains(b.tried, info.NickName) {
		return false, fmt.Errorf("the name is %q, stored was %q and tried since %q", info.NickName, b.nick, b.tried)
	}
	b.names++
	name := fmt.Sprint("name ", b.names)
	b.tried = append(b.tried, name)
	answer, err := b.wallet.Call(ctx, profilePath, url.Values{"nickName": {name}})
	if err != nil {
		return true, nil
	}
	if answer.Code == http.StatusOK {
		b.nick, b.tried = name, nil
	}
	return false, nil
}
