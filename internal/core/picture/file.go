package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strconv"

	"golang.org/x/image/webp"
)

const (
	// bytesMax bounds a file, pixelsMax what it unpacks to: a progressive JPEG takes
	// up to fifteen bytes a pixel while it is decoded, a deep PNG eight.
	bytesMax  = 6 << 20
	pixelsMax = 16_000_000
	// inksMax bounds the pixels of a JPEG of four inks, which takes up to twenty-four.
	inksMax = 10_000_000
	// sideMin is the narrowest size: less is not worth a page.
	sideMin, sideMax = 320, 8192
	// partsMax bounds the segments or chunks of a file.
	partsMax = 20_000
	// scansMax bounds the scans of a JPEG: a progressive one has a dozen, each of which
	// has all its pixels gone over, and a scan that says nothing takes 25 bytes.
	scansMax = 32
)

// form is how one kind of file is told, walked and decoded.
type form struct {
	isOne  func(file []byte) bool
	walk   func(file []byte) (walked, error)
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// walked is what a walk over a file's parts found.
type walked struct {
	// end is where the picture ends; what follows is something else.
	end int
	// exif is the TIFF that the file's EXIF consists of, if it has some.
	exif []byte
}

// pixelsOf is how many pixels a picture of a colour model may have.
func pixelsOf(model color.Model) int {
	if model == color.CMYKModel {
		return inksMax
	}
	return pixelsMax
}

var forms = []form{
	{isOne: func(f []byte) bool { return bytes.HasPrefix(f, []byte("\xff\xd8\xff")) }, walk: walkJPEG, config: jpeg.DecodeConfig, decode: jpeg.Decode},
	{isOne: func(f []byte) bool { return bytes.HasPrefix(f, []byte(pngSignature)) }, walk: walkPNG, config: png.DecodeConfig, decode: png.Decode},
	{isOne: func(f []byte) bool {
		return len(f) >= riffHead && string(f[:4]) == "RIFF" && string(f[8:riffHead]) == "WEBP"
	}, walk: walkWebP,
		config: webp.DecodeConfig, decode: webp.Decode},
}

// read decodes a file and says how its pixels are to be turned.
func read(file []byte) (image.Image, orientation, error) {
	if len(file) > bytesMax {
		return nil, upright, ErrTooLarge.With("max", strconv.Itoa(bytesMax>>20)+" MiB")
	}
	at := slices.IndexFunc(forms, func(f form) bool { return f.isOne(file) })
	if at < 0 {
		return nil, upright, ErrUnreadable
	}
	f := forms[at]
	found, err := f.walk(file)
	if err != nil {
		return nil, upright, err
	}
	if found.end != len(file) {
		return nil, upright, ErrStowaway
	}
	says, err := f.config(bytes.NewReader(file))
	if err != nil {
		return nil, upright, ErrUnreadable
	}
	if err := checkSides(says.Width, says.Height, pixelsOf(says.ColorModel)); err != nil {
		return nil, upright, err
	}
	picture, err := f.decode(bytes.NewReader(file))
	if err != nil || picture.Bounds().Dx() != says.Width || picture.Bounds().Dy() != says.Height {
		return nil, upright, ErrUnreadable
	}
	return picture, orientationOf(found.exif), nil
}

func checkSides(width, height, pixels int) error {
	switch {
	case width < sideMin || height < sideMin:
		return ErrTooSmall.With("min", strconv.Itoa(sideMin))
	case width > sideMax || height > sideMax:
		return ErrTooLarge.With("max", strconv.Itoa(sideMax)+" px")
	case width*height > pixels:
		return ErrTooLarge.With("max", strconv.Itoa(pixels/1_000_000)+" MP")
	}
	return nil
}

// walkJPEG goes from segment to segment. Behind the header of a scan stands its data,
// in which 0xFF is followed by 0 or by a restart marker. Elsewhere these two are
// refused: the decoder passes over them, and would find scans in what follows them
// where a walk by lengths finds a segment's body.
func walkJPEG(file []byte) (found walked, err error) {
	const exifHead = "Exif\x00\x00"
	at, scans := 2, 0
	for range partsMax {
		if at+2 > len(file) || file[at] != 0xff {
			return found, ErrUnreadable
		}
		marker := file[at+1]
		switch {
		case marker == 0xd9:
			found.end = at + 2
			return found, nil
		case isOfScan(marker):
			return found, ErrUnreadable
		case marker == 0xff:
			// Fill bytes may stand before a marker.
			at++
			continue
		}
		if at+4 > len(file) {
			return found, ErrUnreadable
		}
		length := int(binary.BigEndian.Uint16(file[at+2:]))
		if length < 2 || at+2+length > len(file) {
			return found, ErrUnreadable
		}
		body := file[at+4 : at+2+length]
		if exif, is := bytes.CutPrefix(body, []byte(exifHead)); is && marker == 0xe1 && found.exif == nil {
			found.exif = exif
		}
		at += 2 + length
		if marker != 0xda {
			continue
		}
		if scans++; scans > scansMax {
			return found, ErrUnreadable
		}
		at = endOfScan(file, at)
	}
	return found, ErrUnreadable
}

// isOfScan says that a byte follows 0xFF within the data of a scan.
func isOfScan(after byte) bool { return after == 0 || after >= 0xd0 && after <= 0xd7 }

func endOfScan(file []byte, at int) int {
	for at+1 < len(file) {
		next := bytes.IndexByte(file[at:len(file)-1], 0xff)
		if next < 0 {
			break
		}
		at += next
		if !isOfScan(file[at+1]) {
			return at
		}
		at += 2
	}
	return len(file)
}

const pngSignature = "\x89PNG\r\n\x1a\n"

// walkPNG goes from chunk to chunk; the decoder checks their sums.
func walkPNG(file []byte) (found walked, err error) {
	at := len(pngSignature)
	for range partsMax {
		if at+12 > len(file) {
			return found, ErrUnreadable
		}
		length := int(binary.BigEndian.Uint32(file[at:]))
		if length > len(file)-at-12 {
			return found, ErrUnreadable
		}
		body := file[at+8 : at+8+length]
		kind := string(file[at+4 : at+8])
		at += 12 + length
		switch kind {
		case "acTL", "fcTL", "fdAT":
			return found, ErrMoving
		case "eXIf":
			found.exif = body
		case "IEND":
			found.end = at
			return found, nil
		}
	}
	return found, ErrUnreadable
}

// riffHead is the length of what stands before the first chunk.
const riffHead = 12

// walkWebP goes from chunk to chunk of a RIFF file.
func walkWebP(file []byte) (found walked, err error) {
	size := int(binary.LittleEndian.Uint32(file[4:])) + 8
	if size > len(file) || size < riffHead {
		return found, ErrUnreadable
	}
	found.end = size
	at := riffHead
	for range partsMax {
		if at == size {
			return found, nil
		}
		if at+8 > size {
			return found, ErrUnreadable
		}
		length := int(binary.LittleEndian.Uint32(file[at+4:]))
		if length > size-at-8 {
			return found, ErrUnreadable
		}
		switch body := file[at+8 : at+8+length]; string(file[at : at+4]) {
		case "ANIM", "ANMF":
			return found, ErrMoving
		case "EXIF":
			found.exif = bytes.TrimPrefix(body, []byte("Exif\x00\x00"))
		}
		at = min(at+8+length+length%2, size)
	}
	return found, ErrUnreadable
}
