package picture

import (
	"image"
	"image/draw"
)

// scaled is a picture in a width; its sides are those that it has upright.
func scaled(source image.Image, turn orientation, width int, sides image.Point) *image.RGBA {
	w, h := width, max(1, (sides.Y*width+sides.X/2)/sides.X)
	if turn.exchangesSides() {
		w, h = h, w
	}
	return turn.turned(shrunk(source, w, h))
}

const channels = 4

// shrunk is a picture with fewer pixels, each of which is the mean of what it covers.
// It goes over the rows of the source once and holds one of them, so that it takes no
// memory beside its result. Pixels are measured in fractions: one of the source is as
// wide as the result has pixels, and one of the result as the source has.
func shrunk(source image.Image, w, h int) *image.RGBA {
	bounds := source.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	row := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	line, sums := make([]uint64, w*channels), make([]uint64, w*channels)
	area := uint64(bounds.Dx()) * uint64(bounds.Dy())
	at, rest := 0, bounds.Dy()
	for y := range bounds.Dy() {
		draw.Draw(row, row.Rect, source, image.Pt(bounds.Min.X, bounds.Min.Y+y), draw.Src)
		gather(line, row.Pix)
		for left := h; left > 0; {
			part := min(left, rest)
			for i, sum := range line {
				sums[i] += sum * uint64(part)
			}
			left -= part
			if rest -= part; rest > 0 {
				continue
			}
			for i, sum := range sums {
				to.Pix[at*to.Stride+i] = uint8((sum + area/2) / area)
			}
			clear(sums)
			at, rest = at+1, bounds.Dy()
		}
	}
	return to
}

// gather adds a row's pixels to those of the line that they are in, each by the part
// of it that they cover.
func gather(line []uint64, row []uint8) {
	clear(line)
	across, w := len(row)/channels, len(line)/channels
	to, rest := 0, across
	for x := range across {
		for left := w; left > 0; {
			part := min(left, rest)
			for i := range channels {
				line[to*channels+i] += uint64(row[x*channels+i]) * uint64(part)
			}
			left -= part
			if rest -= part; rest == 0 {
				to, rest = to+1, across
			}
		}
	}
}
