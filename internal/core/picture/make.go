package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"github.com/gen2brain/webp"
)

const (
	// quality is libwebp's: above it files grow and nobody sees why. effort is its
	// method, 0 to 6: 6 takes twice the time of 4 for a few hundredths of the bytes.
	quality, effort = 80, 4
	format          = "webp"
	// idLength is all that an id may have; 26 letters of base 32 are 128 bits.
	idLength = 26
)

// widths are what the app shows: a card of a list, a card on a dense screen or half a
// page, a whole page. A narrower picture is kept as wide as it is.
var widths = []int{320, 640, 1280}

// Made is a picture that is ready to be kept.
type Made struct {
	ID    string
	Sizes []MadeSize
}

// MadeSize is one of its sizes, the narrowest first.
type MadeSize struct {
	Width, Height int
	Content       []byte
}

// Make reads a file and makes a picture's sizes of it. It refuses what is no picture
// that can be shown.
func Make(ctx context.Context, file []byte) (Made, error) {
	source, turn, err := read(file)
	if err != nil {
		return Made{}, err
	}
	sides := source.Bounds().Size()
	if turn.exchangesSides() {
		sides.X, sides.Y = sides.Y, sides.X
	}
	var made Made
	list := widthsOf(sides.X)
	widest := scaled(source, turn, list[len(list)-1], sides)
	for i, width := range list {
		if err := ctx.Err(); err != nil {
			return Made{}, err
		}
		size := widest
		if i < len(list)-1 {
			size = scaled(widest, upright, width, sides)
		}
		var content bytes.Buffer
		if err := webp.Encode(&content, size, webp.Options{Quality: quality, Method: effort}); err != nil {
			return Made{}, fmt.Errorf("encode a picture %d wide: %w", width, err)
		}
		made.Sizes = append(made.Sizes, MadeSize{Width: size.Rect.Dx(), Height: size.Rect.Dy(), Content: content.Bytes()})
	}
	made.ID = idOf(made.Sizes)
	return made, nil
}

// widthsOf are the widths in which a picture is kept.
func widthsOf(across int) []int {
	var list []int
	for _, width := range widths {
		if width >= across {
			return append(list, across)
		}
		list = append(list, width)
	}
	return list
}

// idOf is the digest of all sizes.
func idOf(sizes []MadeSize) string {
	sum := sha256.New()
	for _, size := range sizes {
		each := sha256.Sum256(size.Content)
		sum.Write(each[:])
	}
	return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(sum.Sum(nil)))[:idLength]
}
