package encode

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"github.com/bep/imagemeta"
	"golang.org/x/image/webp"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Limits of an upload.
const (
	// MaxBytes is how many bytes it may have.
	MaxBytes = 15 << 20
	// MaxPixels is how many pixels it may have, MaxSide how many on a side.
	MaxPixels = 40_000_000
	MaxSide   = 16_000
	// MaxMemory is how many bytes its pixels may take while they are decoded.
	MaxMemory = 160 << 20
)

// Faults.
var (
	errNotSupported = fault.New("image_not_supported")
	errBroken       = fault.New("image_broken")
	errTooLarge     = fault.New("image_too_large").WithParams(map[string]any{"megapixels": MaxPixels / 1_000_000})
	errBusy         = fault.New("image_busy")
)

// format is a kind of image that is taken.
type format struct {
	config func(io.Reader) (image.Config, error)
	// decode decodes the first frame.
	decode func(io.Reader) (image.Image, error)
	// memory is how many bytes a pixel takes while it is decoded.
	memory func(upload []byte, model color.Model) int
	meta   imagemeta.ImageFormat
}

var (
	jpegFormat = &format{jpeg.DecodeConfig, jpeg.Decode, jpegMemory, imagemeta.JPEG}
	pngFormat  = &format{png.DecodeConfig, png.Decode, pngMemory, imagemeta.PNG}
	gifFormat  = &format{gif.DecodeConfig, gif.Decode, func([]byte, color.Model) int { return 2 }, 0}
	// A lossless WebP is decoded to 4 bytes and transformed; transparency of a lossy one is a lossless image.
	webpFormat = &format{webp.DecodeConfig, webp.Decode, func([]byte, color.Model) int { return 8 }, imagemeta.WebP}
)

// formatOf finds the format of an upload by how it begins; nil for none.
func formatOf(upload []byte) *format {
	begins := func(with string) bool { return bytes.HasPrefix(upload, []byte(with)) }
	switch {
	case begins("\xff\xd8\xff"):
		return jpegFormat
	case begins("\x89PNG\r\n\x1a\n"):
		return pngFormat
	case begins("GIF87a"), begins("GIF89a"):
		return gifFormat
	case begins("RIFF") && len(upload) > 16 && string(upload[8:15]) == "WEBPVP8":
		return webpFormat
	}
	return nil
}

// inspect reads the header of an upload. Faults: image_not_supported, image_broken, image_too_large.
func inspect(upload []byte) (*format, error) {
	f := formatOf(upload)
	if f == nil {
		return nil, errNotSupported
	}
	c, err := f.config(bytes.NewReader(upload))
	if err != nil {
		return nil, errBroken
	}
	if c.Width < 1 || c.Height < 1 {
		return nil, errBroken
	}
	pixels := int64(c.Width) * int64(c.Height)
	if c.Width > MaxSide || c.Height > MaxSide || pixels > MaxPixels || pixels*int64(f.memory(upload, c.ColorModel)) > MaxMemory {
		return nil, errTooLarge
	}
	return f, nil
}

// jpegMemory counts the samples of a pixel, and what a progressive image keeps of each until its end.
func jpegMemory(upload []byte, model color.Model) int {
	samples := 3
	switch model {
	case color.GrayModel:
		samples = 1
	case color.CMYKModel:
		samples = 4
	}
	if progressive(upload) {
		return samples * 5
	}
	return samples
}

// progressive reports whether a JPEG is decoded in several passes. What is no JPEG is.
func progressive(upload []byte) bool {
	const (
		baseline, extended = 0xc0, 0xc1
		startOfScan        = 0xda
	)
	for at := 2; at+4 <= len(upload); {
		if upload[at] != 0xff {
			return true
		}
		marker := upload[at+1]
		switch {
		case marker == 0xff: // filling
			at++
			continue
		case marker == baseline, marker == extended:
			return false
		case marker == startOfScan:
			return true
		case marker >= 0xc2 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			return true
		case marker >= 0xd0 && marker <= 0xd7, marker == 0x01: // without a length
			at += 2
			continue
		}
		at += 2 + int(upload[at+2])<<8 + int(upload[at+3])
	}
	return true
}

// pngMemory counts the bytes of a pixel, twice where each pass is an image of its own.
func pngMemory(upload []byte, model color.Model) int {
	n := 4
	switch model {
	case color.GrayModel:
		n = 1
	case color.RGBA64Model, color.NRGBA64Model:
		n = 8
	}
	if len(upload) > 28 && upload[28] != 0 {
		n *= 2
	}
	return n
}

// orientation reads how the pixels of an upload are turned, 1 to 8 as EXIF has it. What cannot be read is 1, not turned.
func orientation(upload []byte, f *format) int {
	turned := 1
	if f.meta == 0 {
		return turned
	}
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(upload), ImageFormat: f.meta, Sources: imagemeta.EXIF, LimitNumTags: 500, Timeout: time.Second,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool { return tag.Namespace == "IFD0" && tag.Tag == "Orientation" },
		HandleTag: func(tag imagemeta.TagInfo) error {
			if n, ok := tag.Value.(uint16); ok && n >= 1 && n <= 8 {
				turned = int(n)
			}
			return nil
		},
	})
	if err != nil {
		return 1
	}
	return turned
}
