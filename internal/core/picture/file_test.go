package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/gen2brain/webp"
)

// drawn is a picture whose corners tell how it is turned: the upper left is red, the
// upper right green, the lower left blue, the lower right white.
func drawn(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{A: 255}
			switch left, top := x < width/2, y < height/2; {
			case left && top:
				c.R = 255
			case top:
				c.G = 255
			case left:
				c.B = 255
			default:
				c.R, c.G, c.B = 255, 255, 255
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func asJPEG(t testing.TB, m image.Image) []byte {
	var out bytes.Buffer
	must(t, 0, jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}))
	return out.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	var out bytes.Buffer
	must(t, 0, png.Encode(&out, m))
	return out.Bytes()
}

func asWebP(t testing.TB, m image.Image) []byte {
	var out bytes.Buffer
	must(t, 0, webp.Encode(&out, m, webp.Options{Lossless: true, Quality: 100}))
	return out.Bytes()
}

// exifOf is a TIFF with one entry: the orientation.
func exifOf(order binary.ByteOrder, o uint16) []byte {
	head := "II*\x00"
	if order.String() == "BigEndian" {
		head = "MM\x00*"
	}
	out := append([]byte(head), make([]byte, 22)...)
	order.PutUint32(out[4:], 8)
	order.PutUint16(out[8:], 1)
	order.PutUint16(out[10:], orientationTag)
	order.PutUint16(out[12:], 3)
	order.PutUint32(out[14:], 1)
	order.PutUint16(out[18:], o)
	return out
}

// withSegment puts a segment behind a JPEG's first two bytes.
func withSegment(file []byte, marker byte, body []byte) []byte {
	head := []byte{0xff, marker, 0, 0}
	binary.BigEndian.PutUint16(head[2:], uint16(len(body)+2))
	return slices.Concat(file[:2], head, body, file[2:])
}

// withChunk puts a chunk behind a PNG's header.
func withChunk(file []byte, kind string, body []byte) []byte {
	const header = 8 + 12 + 13
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), append([]byte(kind), body...)...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Concat(file[:header], chunk, file[header:])
}

// pngOf is the beginning of a PNG that says it has these sides, and nothing behind.
func pngOf(width, height uint32) []byte {
	body := append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height), 8, 6, 0, 0, 0)
	ends := withChunk(append([]byte(pngSignature), make([]byte, 25)...), "IEND", nil)[33:]
	ihdr := append(binary.BigEndian.AppendUint32(nil, 13), append([]byte("IHDR"), body...)...)
	ihdr = binary.BigEndian.AppendUint32(ihdr, crc32.ChecksumIEEE(ihdr[4:]))
	return slices.Concat([]byte(pngSignature), ihdr, ends)
}

// riffOf is a WebP file of chunks.
func riffOf(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), slices.Concat(chunks...)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func chunkOf(kind string, body []byte) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body))), append(body, make([]byte, len(body)%2)...)...)
}

// extended is the chunk of a WebP that says its sides and that it moves or not.
func extended(flags byte, width, height int) []byte {
	body := []byte{flags, 0, 0, 0, byte(width - 1), byte((width - 1) >> 8), byte((width - 1) >> 16), byte(height - 1), byte((height - 1) >> 8), byte((height - 1) >> 16)}
	return chunkOf("VP8X", body)
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	m := drawn(400, 360)
	photo, drawing, modern := asJPEG(t, m), asPNG(t, m), asWebP(t, m)
	var moving bytes.Buffer
	paletted := image.NewPaletted(m.Rect, color.Palette{color.Black, color.White})
	must(t, 0, gif.Encode(&moving, paletted, nil))
	zip := []byte("PK\x03\x04 an archive, of which a reader looks at the end")
	broken := bytes.Clone(drawing)
	broken[len(broken)-30] ^= 1
	many := scansOf(200)
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"nothing":                           {nil, ErrUnreadable},
		"words":                             {[]byte("no picture at all"), ErrUnreadable},
		"a GIF":                             {moving.Bytes(), ErrUnreadable},
		"a vector drawing that runs":        {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), ErrUnreadable},
		"a page":                            {[]byte("<!doctype html><script>alert(1)</script>"), ErrUnreadable},
		"a program":                         {[]byte("MZ\x90\x00"), ErrUnreadable},
		"two bytes of a JPEG":               {[]byte("\xff\xd8"), ErrUnreadable},
		"three bytes of a JPEG":             {[]byte("\xff\xd8\xff"), ErrUnreadable},
		"half a JPEG":                       {photo[:len(photo)/2], ErrUnreadable},
		"a JPEG without its end":            {photo[:len(photo)-2], ErrUnreadable},
		"half a PNG":                        {drawing[:len(drawing)/2], ErrUnreadable},
		"a PNG without its end":             {drawing[:len(drawing)-12], ErrUnreadable},
		"a PNG with a wrong sum":            {broken, ErrUnreadable},
		"half a WebP":                       {modern[:len(modern)/2], ErrUnreadable},
		"a WebP without chunks":             {riffOf(), ErrUnreadable},
		"a WebP whose size is below 0":      {[]byte("RIFF\xff\xff\xff\xffWEBPVP8 "), ErrUnreadable},
		"a JPEG with an archive":            {append(bytes.Clone(photo), zip...), ErrStowaway},
		"a PNG with an archive":             {append(bytes.Clone(drawing), zip...), ErrStowaway},
		"a WebP with an archive":            {append(bytes.Clone(modern), zip...), ErrStowaway},
		"two JPEGs":                         {append(bytes.Clone(photo), photo...), ErrStowaway},
		"a page before a JPEG":              {append([]byte("<script>"), photo...), ErrUnreadable},
		"a PNG that moves":                  {withChunk(drawing, "acTL", make([]byte, 8)), ErrMoving},
		"a WebP that moves":                 {riffOf(extended(2, 400, 360), chunkOf("ANIM", make([]byte, 6)), modern[12:]), ErrMoving},
		"frames of a WebP without a head":   {riffOf(chunkOf("ANMF", make([]byte, 16)), modern[12:]), ErrMoving},
		"a PNG that unpacks to 17 GB":       {pngOf(65_535, 65_535), ErrTooLarge},
		"a PNG of 2³¹ pixels a side":        {pngOf(1<<31-1, 1<<31-1), ErrUnreadable},
		"a PNG one pixel too wide":          {pngOf(sideMax+1, sideMin), ErrTooLarge},
		"a PNG above 16 million pixels":     {pngOf(4001, 4000), ErrTooLarge},
		"a PNG without a pixel":             {pngOf(0, 400), ErrUnreadable},
		"a WebP that unpacks to 1 GB":       {riffOf(extended(0, 16_384, 16_384), modern[12:]), ErrTooLarge},
		"a WebP that says less than it has": {riffOf(extended(0, 320, 320), modern[12:]), ErrUnreadable},
		"a PNG too narrow":                  {asPNG(t, drawn(sideMin-1, 400)), ErrTooSmall},
		"a JPEG too low":                    {asJPEG(t, drawn(400, sideMin-1)), ErrTooSmall},
		"a JPEG of two hundred scans":       {many, ErrUnreadable},
		"… behind a restart marker":         {scansOf(1, append([]byte("\xff\xd0\x0a\x2a"), many[jpegHead:len(many)-2]...)...), ErrUnreadable},
		"… behind a stuffed byte":           {scansOf(1, append([]byte("\xff\x00\x0a\x2a"), many[jpegHead:len(many)-2]...)...), ErrUnreadable},
		"more bytes than there may be":      {append(bytes.Clone(photo), make([]byte, bytesMax)...), ErrTooLarge},
	} {
		if _, _, err := read(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, _, err := read(scansOf(scansMax)); err != nil {
		t.Errorf("a JPEG of as many scans as it may have: %v", err)
	}
}

// jpegHead is how much of what scansOf makes stands before its first scan.
const jpegHead = 2 + 69 + 13 + 22

// scansOf is a progressive JPEG of 400 by 400 pixels, of which so many scans each say
// that nothing changes; before the first stands what is given.
func scansOf(n int, before ...byte) []byte {
	file := append([]byte("\xff\xd8\xff\xdb\x00\x43\x00"), bytes.Repeat([]byte{1}, 64)...)
	file = append(file, "\xff\xc2\x00\x0b\x08\x01\x90\x01\x90\x01\x01\x11\x00"...)
	// One code, of one bit: a run of blocks, whose length are the fourteen bits behind it.
	file = append(file, "\xff\xc4\x00\x14\x10\x01"...)
	file = append(append(file, make([]byte, 15)...), 0xe0)
	file = append(file, before...)
	for range n {
		file = append(file, "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x10\x7f\xff\x00"...)
	}
	return append(file, "\xff\xd9"...)
}

func TestPicturesAreUpright(t *testing.T) {
	t.Parallel()
	upperLeft := map[uint16]color.NRGBA{1: {255, 0, 0, 255}, 2: {0, 255, 0, 255}, 3: {255, 255, 255, 255}, 4: {0, 0, 255, 255},
		5: {255, 0, 0, 255}, 6: {0, 0, 255, 255}, 7: {255, 255, 255, 255}, 8: {0, 255, 0, 255}}
	upperRight := map[uint16]color.NRGBA{1: {0, 255, 0, 255}, 2: {255, 0, 0, 255}, 3: {0, 0, 255, 255}, 4: {255, 255, 255, 255},
		5: {0, 0, 255, 255}, 6: {255, 0, 0, 255}, 7: {0, 255, 0, 255}, 8: {255, 255, 255, 255}}
	m := drawn(400, 360)
	near := func(a, b color.NRGBA) bool {
		off := func(x, y uint8) bool { return max(x, y)-min(x, y) > 24 }
		return !off(a.R, b.R) && !off(a.G, b.G) && !off(a.B, b.B)
	}
	for o := uint16(1); o <= 8; o++ {
		for form, file := range map[string][]byte{
			"JPEG, little end first": withSegment(asJPEG(t, m), 0xe1, append([]byte("Exif\x00\x00"), exifOf(binary.LittleEndian, o)...)),
			"JPEG, big end first":    withSegment(asJPEG(t, m), 0xe1, append([]byte("Exif\x00\x00"), exifOf(binary.BigEndian, o)...)),
			"PNG":                    withChunk(asPNG(t, m), "eXIf", exifOf(binary.BigEndian, o)),
			"WebP":                   riffOf(extended(8, 400, 360), asWebP(t, m)[12:], chunkOf("EXIF", exifOf(binary.LittleEndian, o))),
		} {
			source, turn, err := read(file)
			if err != nil {
				t.Fatalf("%s, %d: %v", form, o, err)
			}
			across, down := 400, 360
			if o >= 5 {
				across, down = down, across
			}
			seen := scaled(source, turn, across/2, image.Pt(across, down))
			at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(seen.At(x, y)).(color.NRGBA) }
			if w, h := seen.Rect.Dx(), seen.Rect.Dy(); w != across/2 || h != down/2 {
				t.Errorf("%s, %d: %d by %d", form, o, w, h)
			}
			if left, right := at(8, 8), at(across/2-8, 8); !near(left, upperLeft[o]) || !near(right, upperRight[o]) {
				t.Errorf("%s, %d: upper left %v, upper right %v", form, o, left, right)
			}
		}
	}
}

func TestOrientationsThatCannotBeReadAreUpright(t *testing.T) {
	t.Parallel()
	endless := exifOf(binary.LittleEndian, 6)
	binary.LittleEndian.PutUint32(endless[4:], 0xffffffff)
	for name, tiff := range map[string][]byte{"none": nil, "short": []byte("II*\x00"), "no TIFF": []byte("MM\x00\x00\x00\x00\x00\x08"),
		"directory beyond the end": endless, "nine": exifOf(binary.BigEndian, 9), "zero": exifOf(binary.BigEndian, 0), "cut": exifOf(binary.BigEndian, 6)[:16]} {
		if o := orientationOf(tiff); o != upright {
			t.Errorf("%s: %d", name, o)
		}
	}
}

// What a camera writes about place and owner is not in what is kept, nor is the file.
func TestSizesHoldPixelsOnly(t *testing.T) {
	t.Parallel()
	secret := "Jane Doe, 25.0330 N 121.5654 E"
	file := withSegment(withSegment(asJPEG(t, drawn(1500, 1000)), 0xe1, append(append([]byte("Exif\x00\x00"), exifOf(binary.BigEndian, 6)...), secret...)), 0xfe, []byte(secret))
	made, err := Make(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Make(t.Context(), file)
	if err != nil || again.ID != made.ID || len(made.ID) != idLength {
		t.Errorf("again %s, %v; want %s", again.ID, err, made.ID)
	}
	var widths []int
	for _, size := range made.Sizes {
		widths = append(widths, size.Width)
		shown, err := forms[2].decode(bytes.NewReader(size.Content))
		if err != nil || shown.Bounds().Dx() != size.Width || shown.Bounds().Dy() != size.Height || size.Height != size.Width*3/2 {
			t.Errorf("%d by %d: %v", size.Width, size.Height, err)
		}
		if bytes.Contains(size.Content, []byte("Jane")) || strings.Contains(string(size.Content), "EXIF") || bytes.Contains(size.Content, []byte("ICCP")) {
			t.Errorf("%d still says who took it", size.Width)
		}
	}
	if want := []int{320, 640, 1000}; !slices.Equal(widths, want) {
		t.Errorf("widths %v, want %v", widths, want)
	}
}

// A picture that is seen through stays so.
func TestTransparencyIsKept(t *testing.T) {
	t.Parallel()
	m := drawn(320, 320)
	for y := range 100 {
		for x := range 100 {
			m.SetNRGBA(x, y, color.NRGBA{})
		}
	}
	made, err := Make(t.Context(), asPNG(t, m))
	if err != nil || len(made.Sizes) != 1 {
		t.Fatalf("%d sizes, %v", len(made.Sizes), err)
	}
	shown, err := forms[2].decode(bytes.NewReader(made.Sizes[0].Content))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := shown.At(50, 50).RGBA(); a != 0 {
		t.Errorf("opaque: %d", a)
	}
	if _, _, _, a := shown.At(200, 200).RGBA(); a != 0xffff {
		t.Errorf("seen through: %d", a)
	}
}

// FuzzRead feeds files to the walk and the decoders: whatever they are, they are
// refused or are pictures within the bounds.
func FuzzRead(f *testing.F) {
	m := drawn(sideMin, sideMin)
	photo, drawing, modern := asJPEG(f, m), asPNG(f, m), asWebP(f, m)
	for _, seed := range [][]byte{photo, drawing, modern, withSegment(photo, 0xe1, append([]byte("Exif\x00\x00"), exifOf(binary.LittleEndian, 6)...)),
		withChunk(drawing, "eXIf", exifOf(binary.BigEndian, 5)), riffOf(extended(8, sideMin, sideMin), modern[12:], chunkOf("EXIF", exifOf(binary.LittleEndian, 3))),
		pngOf(4000, 4000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		picture, turn, err := read(file)
		if err != nil {
			for _, known := range []error{ErrUnreadable, ErrStowaway, ErrMoving, ErrTooLarge, ErrTooSmall} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); checkSides(size.X, size.Y, pixelsMax) != nil || turn < upright || turn > orientationsMost {
			t.Fatalf("%v, %d", size, turn)
		}
	})
}
