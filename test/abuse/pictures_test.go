package abuse

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"sync"
	"testing"

	"etld/internal/base/skip"
	"etld/test/player"
)

// unpackingMax is what pictures may cost while they are made, and keptMax what is
// left of them, in KiB: the compiled encoder, and what the heap has in hand.
const (
	unpackingMax = 300 << 10
	keptMax      = 48 << 10
)

// progressive is a grey JPEG that is small and takes fifteen bytes a pixel to decode:
// a scan of nothing but zeros for each of three components.
func progressive(width, height int) []byte {
	file := []byte("\xff\xd8\xff\xdb\x00\x43\x00")
	file = append(file, bytes.Repeat([]byte{1}, 64)...)
	file = append(file, "\xff\xc2\x00\x11\x08"...)
	file = append(file, byte(height>>8), byte(height), byte(width>>8), byte(width))
	file = append(file, "\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00"...)
	file = append(file, "\xff\xc4\x00\x14\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	file = append(file, "\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x00\x00"...)
	blocks := ((width + 7) / 8) * ((height + 7) / 8) * 3
	file = append(file, make([]byte, (blocks+7)/8)...)
	return append(file, "\xff\xd9"...)
}

// deep is a PNG of eight bytes a pixel.
func deep(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewNRGBA64(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = 0x7f
	}
	m.SetNRGBA64(1, 1, color.NRGBA64{R: 1, A: 2})
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Four pictures of sixteen million pixels at once take no more memory than one, and
// give it back.
func TestPicturesTakeBoundedMemory(t *testing.T) {
	t.Parallel()
	demo := player.NewDemo(t, built, "")
	keeper, err := demo.Colleague(t.Context(), "catalogue", 1)
	if err != nil {
		t.Fatal(err)
	}
	upload := func(file []byte) error {
		words := map[string]string{"zhtw": "灰色", "en": "Grey", "ru": "Серый"}
		a, err := keeper.Call(t.Context(), "pictures/upload", map[string]any{"content": file, "alt": words})
		if err == nil && a.Code != 200 {
			err = fmt.Errorf("%d %s", a.Code, a.Message)
		}
		return err
	}
	// The first picture compiles the encoder.
	if err := upload(progressive(400, 400)); err != nil {
		t.Fatal(err)
	}
	f := &fixture{process: demo.Process}
	rest := f.memoryKiB(t, "VmRSS")
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", demo.PID()), []byte("5"), 0); err != nil {
		skip.Because(t, "the peak of the program's memory cannot be reset here: %v", err)
	}
	var all sync.WaitGroup
	for name, file := range map[string][]byte{"square": progressive(4000, 4000), "tall": progressive(1952, 8192), "wide": progressive(8192, 1952), "deep": deep(t, 4000, 4000)} {
		all.Go(func() {
			if err := upload(file); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	all.Wait()
	peak, left := f.memoryKiB(t, "VmHWM")-rest, f.memoryKiB(t, "VmRSS")-rest
	t.Logf("at rest %d MiB; at the peak %d MiB more, afterwards %d MiB more", rest>>10, peak>>10, left>>10)
	if peak > unpackingMax || left > keptMax {
		t.Errorf("four pictures took %d MiB and %d MiB are left, want at most %d and %d", peak>>10, left>>10, unpackingMax>>10, keptMax>>10)
	}
}
