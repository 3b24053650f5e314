package picture

import (
	"encoding/binary"
	"image"
)

// orientation is how a camera was held, as EXIF counts: 1 is upright, 2 to 4 mirror or
// turn by a half, 5 to 8 also exchange width and height.
type orientation int

const (
	upright          orientation = 1
	orientationTag               = 0x0112
	orientationsMost orientation = 8
	// entriesMax bounds the directory that is looked through.
	entriesMax = 512
)

// exchangesSides says that the picture is wide where its pixels are high.
func (o orientation) exchangesSides() bool { return o >= 5 }

// orientationOf reads the first directory of an EXIF's TIFF. What cannot be read is
// upright: the picture is shown as its pixels are.
func orientationOf(tiff []byte) orientation {
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return upright
	}
	entries := min(int(order.Uint16(tiff[at:])), entriesMax)
	for at += 2; entries > 0 && at+12 <= len(tiff); at, entries = at+12, entries-1 {
		if order.Uint16(tiff[at:]) != orientationTag {
			continue
		}
		if o := orientation(order.Uint16(tiff[at+8:])); o >= upright && o <= orientationsMost {
			return o
		}
		return upright
	}
	return upright
}

// turned is a picture as it is to be seen.
func (o orientation) turned(from *image.RGBA) *image.RGBA {
	if o == upright {
		return from
	}
	w, h := from.Rect.Dx(), from.Rect.Dy()
	if o.exchangesSides() {
		w, h = h, w
	}
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			fromX, fromY := o.source(x, y, w, h)
			copy(to.Pix[to.PixOffset(x, y):][:4], from.Pix[from.PixOffset(fromX, fromY):][:4])
		}
	}
	return to
}

// source is where the pixel at x, y of an upright picture of w by h comes from.
func (o orientation) source(x, y, w, h int) (int, int) {
	switch o {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return h - 1 - y, x
	case upright:
	}
	return x, y
}
