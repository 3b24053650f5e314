package crash

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	goodsKills    = 4
	pouchPrice    = 15
	leaverAddress = "Unter den Linden 1, 10117 Berlin"
)

// parcel is what is under way when the program is killed: an order that ships, a
// picture that is uploaded, and somebody whose data is erased.
type parcel struct {
	world   *world
	orderNo string
	leaver  *player.Player
	picture []byte
	// answered are the acts that the program said it had done.
	shipped, uploaded, erased bool
}

// TestKilledWhileShippingUploadingAndErasing kills the program while staff ship an
// order and upload a picture and somebody has data erased: each is done wholly or not
// at all, what was answered is done, and what was not can be done again.
func TestKilledWhileShippingUploadingAndErasing(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		chance := newRandom(t)
		w := newWorld(t, engine)
		buyer := w.fundedPlayer(goodsKills * pouchPrice)
		parcels := w.newParcels(buyer)
		for i, p := range parcels {
			p.picture = drawnBy(chance)
			// Orders ship at once, pictures take their time to be made.
			p.begin(t.Context(), time.Duration(100*i+chance.IntN(20<<(2*i)))*time.Millisecond)
			w.start()
			p.verify(buyer, parcels[:i+1])
		}
		if h, err := w.at(buyer).Holding(t.Context(), money.USDT); err != nil || h != (player.Holding{Currency: money.USDT}) {
			t.Errorf("when all is shipped its buyer holds %+v (%v)", h, err)
		}
		w.check()
	})
}

func (w *world) newParcels(buyer *player.Player) []*parcel {
	w.t.Helper()
	address := url.Values{"name": {"Ann"}, "phone": {"+49 30 1234-567"}, "detail": {leaverAddress}, "region": {"DE"}}
	var to struct{ ID string }
	w.must(buyer, "/api/address/add", address, &to)
	// To a new address nothing is sent for a day.
	if err := w.running().Operate(w.t.Context(), "/demo/advance?seconds=86400"); err != nil {
		w.t.Fatal(err)
	}
	list := make([]*parcel, goodsKills)
	for i := range list {
		p := &parcel{world: w, leaver: w.newPlayer()}
		var order struct{ OrderNo string }
		w.must(buyer, "/api/shop/createOrder", url.Values{"requestId": {fmt.Sprintf("order-of-a-pouch-%03d", i)}, "goodsId": {"walletPouch"},
			"quantity": {"1"}, "addressId": {to.ID}, "payType": {"balance"}}, &order)
		w.must(p.leaver, "/api/address/add", address, nil)
		w.must(p.leaver, "/api/user/updateProfile", url.Values{"nickName": {"Quiet Ann"}}, nil)
		p.orderNo = order.OrderNo
		list[i] = p
	}
	return list
}

// drawnBy is a picture that was never drawn before.
func drawnBy(chance *rand.Rand) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 400, 320))
	for x := range 400 {
		for y := range 320 {
			m.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(chance.Uint32()), 255})
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		panic(err)
	}
	return file.Bytes()
}

// begin does all three at once, and kills the program in the middle.
func (p *parcel) begin(ctx context.Context, after time.Duration) {
	var under sync.WaitGroup
	ship, upload, erase := p.acts(ctx)
	under.Go(func() { p.shipped = ship() })
	under.Go(func() { p.uploaded = upload() })
	under.Go(func() { p.erased = erase() })
	time.Sleep(after)
	p.world.running().Kill()
	under.Wait()
}

// acts say whether they were answered as done; each first prepares what it sends.
func (p *parcel) acts(ctx context.Context) (ship, upload, erase func() bool) {
	w := p.world
	w.t.Helper()
	of := func(role, path string, in any) func() bool {
		colleague, err := w.running().Colleague(ctx, role, 1)
		if err != nil {
			w.t.Fatal(err)
		}
		return func() bool {
			a, err := colleague.Call(ctx, path, in)
			if err == nil && a.Code != http.StatusOK {
				w.t.Errorf("%s: %d %s %s", path, a.Code, a.Message, a.Data)
			}
			return err == nil && a.Code == http.StatusOK
		}
	}
	var is struct {
		Phrase     string
		ServerTime time.Time
	}
	w.must(p.leaver, "/api/user/erasure", nil, &is)
	message := is.Phrase + strconv.FormatInt(is.ServerTime.UnixMilli(), 10)
	signature, err := p.leaver.Sign(message)
	if err != nil {
		w.t.Fatal(err)
	}
	return of("fulfilment", "orders/ship", map[string]any{"orderNo": p.orderNo, "company": "Post", "number": "RR 12"}),
		of("editor", "pictures/upload", map[string]any{"content": base64.StdEncoding.EncodeToString(p.picture), "alt": map[string]string{"zhtw": "圖", "en": "picture", "ru": "рисунок"}}),
		func() bool {
			a, err := w.at(p.leaver).Call(ctx, "/api/user/eraseData", url.Values{"message": {message}, "signature": {signature}})
			return err == nil && a.Code == http.StatusOK
		}
}

// verify holds that nothing is half done, does what is not done, and holds it again.
func (p *parcel) verify(buyer *player.Player, so []*parcel) {
	t := p.world.t
	t.Helper()
	shipped, uploaded, erased := p.isShipped(buyer), p.areUploaded(), p.isErased()
	t.Logf("answered and done: shipped %v %v, uploaded %v %v, erased %v %v", p.shipped, shipped, p.uploaded, uploaded == len(so), p.erased, erased)
	if (p.shipped && !shipped) || (p.uploaded && uploaded != len(so)) || (p.erased && !erased) {
		t.Error("what was answered is not done")
	}
	ship, upload, erase := p.acts(t.Context())
	if !shipped && !ship() || uploaded != len(so) && !upload() || !erased && !erase() {
		t.Error("what was not done is refused")
	}
	if !p.isShipped(buyer) || p.areUploaded() != len(so) || !p.isErased() {
		t.Error("what was done again is not done")
	}
}

// isShipped holds that the order, its money and what its buyer was told say the same.
func (p *parcel) isShipped(buyer *player.Player) bool {
	w := p.world
	w.t.Helper()
	var order struct{ Status, LogisticsNo string }
	w.must(buyer, "/api/shop/orderInfo", url.Values{"orderNo": {p.orderNo}}, &order)
	var notices struct{ List []struct{ Kind, Link string } }
	w.must(buyer, "/api/user/notices", url.Values{"size": {"50"}}, &notices)
	told := 0
	for _, one := range notices.List {
		if one.Kind == "order_shipped" && strings.Contains(one.Link, p.orderNo) {
			told++
		}
	}
	isShipped := order.Status == "shipped"
	posted := w.rows(`SELECT COUNT(*) FROM ledger_transfer t JOIN ledger_account a ON a.id = t.credit WHERE a.class = 'O.REV.goods' AND t.ref_id = '` + p.orderNo + `'`)[0][0]
	if want := map[bool]string{true: "RR 12 1 1", false: " 0 0"}[isShipped]; fmt.Sprint(order.LogisticsNo, " ", told, " ", posted) != want {
		w.t.Errorf("%s: number %q, %d notices, %s postings", order.Status, order.LogisticsNo, told, posted)
	}
	return isShipped
}

// areUploaded is how many pictures there are besides the demo's; every one is there in
// all its sizes, and there is no size of none.
func (p *parcel) areUploaded() (count int) {
	w := p.world
	w.t.Helper()
	editor, err := w.running().Colleague(w.t.Context(), "editor", 1)
	if err != nil {
		w.t.Fatal(err)
	}
	sizes := 0
	for cursor := ""; ; {
		var page struct {
			List []struct {
				Alt   struct{ En string }
				Sizes []struct{ URL string }
			}
			NextCursor string
			HasMore    bool
		}
		a, err := editor.Call(w.t.Context(), "pictures/list", map[string]any{"cursor": cursor})
		if err == nil {
			err = a.Read(&page)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		for _, one := range page.List {
			sizes += len(one.Sizes)
			if one.Alt.En != "picture" {
				continue
			}
			count++
			for _, size := range one.Sizes {
				reply, err := http.Get(w.url() + size.URL)
				if err != nil {
					w.t.Fatal(err)
				}
				if reply.Body.Close(); reply.StatusCode != http.StatusOK || reply.ContentLength == 0 {
					w.t.Errorf("%s: status %d, %d bytes", size.URL, reply.StatusCode, reply.ContentLength)
				}
			}
		}
		if cursor = page.NextCursor; !page.HasMore {
			break
		}
	}
	if kept := w.rows(`SELECT COUNT(*) FROM picture_content`)[0][0]; kept != strconv.Itoa(sizes) {
		w.t.Errorf("%s sizes are kept of pictures with %d", kept, sizes)
	}
	return count
}

// isErased holds that everything of the person went, or nothing. Who has no session
// any more signs in anew.
func (p *parcel) isErased() bool {
	w := p.world
	w.t.Helper()
	var me struct{ NickName string }
	a, err := w.at(p.leaver).Call(w.t.Context(), "/api/user/getUserInfo", nil)
	isOut := err == nil && a.Code == 1001
	if isOut {
		p.leaver.Server = w.url()
		if err := p.leaver.SignIn(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
	w.must(p.leaver, "/api/user/getUserInfo", nil, &me)
	var addresses struct{ List []struct{ Detail string } }
	w.must(p.leaver, "/api/address/list", nil, &addresses)
	var state struct{ ErasedAt *time.Time }
	w.must(p.leaver, "/api/user/erasure", nil, &state)
	var notices struct{ List []struct{ Kind string } }
	w.must(p.leaver, "/api/user/notices", nil, &notices)
	told := 0
	for _, one := range notices.List {
		if one.Kind == "personal_data_erased" {
			told++
		}
	}
	isErased := state.ErasedAt != nil
	got := fmt.Sprint(len(addresses.List), me.NickName == "Quiet Ann", told)
	if want := map[bool]string{true: "0 false 1", false: "1 true 0"}[isErased]; got != want || (isOut && !isErased) {
		w.t.Errorf("erased %v, signed out %v; addresses, name, notices: %s", isErased, isOut, got)
	}
	return isErased
}
