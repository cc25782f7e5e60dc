package encode

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/webp"

	shop "github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// corners is an image with a colour in each quarter: red, green, blue and white, row by row.
func corners(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, quarters[2*(2*y/h)+2*x/w])
		}
	}
	return img
}

var quarters = []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}

func asJPEG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}))
	return out.Bytes()
}

func asPNG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, img))
	return out.Bytes()
}

func asGIF(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, gif.Encode(&out, img, nil))
	return out.Bytes()
}

// withSegment puts a segment of a JPEG behind its beginning.
func withSegment(upload []byte, marker byte, body string) []byte {
	head := []byte{0xff, 0xd8, 0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}
	return append(append(head, body...), upload[2:]...)
}

// exif is a segment that says how an image is turned.
func exif(orientation byte) string {
	return "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
}

// pngHeader is the beginning of a PNG that says it has so many pixels.
func pngHeader(w, h uint32, depth, colour byte) []byte {
	chunk := func(kind string, body []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		out = append(append(out, kind...), body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, colour, 0, 0, 0))...)
	return append(out, chunk("IDAT", []byte("x\x9c\x03\x00\x00\x00\x00\x01"))...)
}

// jpegHeader is the beginning of a JPEG of a kind, by its marker, that says it has so many pixels.
func jpegHeader(marker byte, w, h uint16) []byte {
	out := []byte{0xff, 0xd8, 0xff, marker, 0, 17, 8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1}
	return append(out, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0)
}

func encoded(t *testing.T, upload []byte) shop.Made {
	t.Helper()
	made, err := New(time.Minute).Encode(t.Context(), upload)
	require.NoError(t, err)
	return made
}

// What is no image of a kind that is taken is refused by its content; nothing asks for its name.
func TestInvalidImagesAreRefused(t *testing.T) {
	t.Parallel()
	whole := asPNG(t, corners(40, 40))
	photo := asJPEG(t, corners(400, 400))
	for name, c := range map[string]struct{ upload, code string }{
		"nothing":                    {"", "image_not_supported"},
		"an SVG":                     {`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "image_not_supported"},
		"an SVG with a prolog":       {`<?xml version="1.0"?><svg/>`, "image_not_supported"},
		"HTML":                       {"<!doctype html><script>alert(1)</script>", "image_not_supported"},
		"HTML before an image":       {"<script>alert(1)</script>" + string(whole), "image_not_supported"},
		"PDF":                        {"%PDF-1.7", "image_not_supported"},
		"ZIP":                        {"PK\x03\x04", "image_not_supported"},
		"BMP":                        {"BM" + strings.Repeat("\x00", 60), "image_not_supported"},
		"RIFF that is no image":      {"RIFF\x24\x00\x00\x00WAVEfmt ", "image_not_supported"},
		"a script that begins a GIF": {"GIF89a=1;alert(1)//" + strings.Repeat(" ", 100), "image_too_large"},
		"a script that ends one":     {"GIF89a\x10\x00\x10\x00\x00\x00\x00=1;alert(1)//", "image_broken"},
		"HTML that begins a JPEG":    {"\xff\xd8\xff\xfe<html><script>alert(1)</script></html>", "image_broken"},
		"HTML that begins a PNG":     {"\x89PNG\r\n\x1a\n<html><script>alert(1)</script></html>", "image_broken"},
		"HTML that begins a WebP":    {"RIFF\x24\x00\x00\x00WEBPVP8 <html><script>alert(1)</script>", "image_broken"},
		"a PNG that is cut":          {string(whole[:len(whole)/2]), "image_broken"},
		"a JPEG that is cut":         {string(photo[:len(photo)/2]), "image_broken"},
		"a GIF that is cut":          {string(asGIF(t, corners(40, 40))[:200]), "image_broken"},
		"the header of a PNG":        {string(pngHeader(10, 10, 8, 6)), "image_broken"},
	} {
		_, err := New(time.Minute).Encode(t.Context(), []byte(c.upload))
		require.Equal(t, c.code, fault.Code(err), name)
	}
}

// What would fill the memory with pixels is refused without being decoded. Not parallel: it measures memory.
func TestPixelsAreCountedBeforeTheyAreDecoded(t *testing.T) {
	gifHeader := append([]byte("GIF89a"), 0xff, 0xff, 0xff, 0xff, 0, 0, 0)
	webpHeader := append([]byte("RIFF\x1e\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f"), 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0)
	canvas := append([]byte("RIFF\x1e\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), 0, 0, 0, 0, 0xff, 0xff, 0x00, 0xff, 0x3f, 0x00)
	for name, upload := range map[string][]byte{
		"a PNG":                     pngHeader(60_000, 60_000, 8, 6),
		"a PNG of a side":           pngHeader(2_000_000_000, 1, 8, 0),
		"a PNG of 16 bits":          pngHeader(5_000, 5_000, 16, 6),
		"a JPEG":                    jpegHeader(0xc0, 65_535, 65_535),
		"a JPEG of several passes":  jpegHeader(0xc2, 5_000, 5_000),
		"a GIF":                     gifHeader,
		"a WebP without losses":     webpHeader,
		"a WebP with a huge canvas": canvas,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := New(time.Minute).Encode(t.Context(), upload)
		runtime.ReadMemStats(&after)
		require.Equal(t, "image_too_large", fault.Code(err), name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), name)
	}
	for name, upload := range map[string][]byte{"a photo": jpegHeader(0xc0, 7_000, 5_000), "a smaller one in passes": jpegHeader(0xc2, 3_000, 3_000)} {
		_, err := inspect(upload)
		require.NoError(t, err, name)
	}
}

// Nothing of an upload but its pixels is in what is served: what stands beside them may be a program for somebody.
func TestNothingButPixelsIsKept(t *testing.T) {
	t.Parallel()
	const script = "<script>alert(document.cookie)</script>"
	photo := asJPEG(t, corners(600, 400))
	photo = withSegment(withSegment(photo, 0xfe, script), 0xe1, exif(1)+script)
	photo = append(photo, "PK\x03\x04"+script...)
	for _, f := range encoded(t, photo).Files {
		require.NotContains(t, string(f.Body), "script", f.Ext)
		require.NotContains(t, string(f.Body), "Exif", f.Ext)
		require.NotContains(t, string(f.Body), "PK\x03\x04", f.Ext)
	}
}

func TestSizesAndTypes(t *testing.T) {
	t.Parallel()
	clear := corners(50, 40)
	clear.SetNRGBA(3, 3, color.NRGBA{255, 255, 255, 0})
	for name, c := range map[string]struct {
		upload []byte
		w, h   int
		ext    string
		widths []int
	}{
		"a photo":             {asJPEG(t, corners(2000, 1000)), 1440, 720, "jpg", []int{320, 640, 960, 960, 1440}},
		"in between":          {asGIF(t, corners(700, 300)), 700, 300, "jpg", []int{320, 640, 700, 700}},
		"a small one":         {asPNG(t, corners(51, 40)), 51, 40, "jpg", []int{51, 51}},
		"one pixel":           {asPNG(t, corners(1, 1)), 1, 1, "jpg", []int{1, 1}},
		"transparent":         {asPNG(t, clear), 50, 40, "png", []int{50, 50}},
		"higher than allowed": {asPNG(t, corners(20, 12_000)), 7, 4320, "jpg", []int{7, 7}},
	} {
		made := encoded(t, c.upload)
		var widths []int
		for _, f := range made.Files {
			widths = append(widths, f.Width)
			decode := map[string]func() (image.Image, error){
				"webp": func() (image.Image, error) { return webp.Decode(bytes.NewReader(f.Body)) },
				"jpg":  func() (image.Image, error) { return jpeg.Decode(bytes.NewReader(f.Body)) },
				"png":  func() (image.Image, error) { return png.Decode(bytes.NewReader(f.Body)) },
			}[f.Ext]
			img, err := decode()
			require.NoError(t, err, name)
			require.Equal(t, f.Width, img.Bounds().Dx(), name)
			require.InDelta(t, float64(f.Width*c.h)/float64(c.w), img.Bounds().Dy(), 1, name)
		}
		require.Equal(t, []any{c.w, c.h, c.ext}, []any{made.Width, made.Height, made.Ext}, name)
		require.Equal(t, c.widths, widths, name)
	}
	made := encoded(t, asPNG(t, clear))
	for _, f := range made.Files[:1] {
		img, err := webp.Decode(bytes.NewReader(f.Body))
		require.NoError(t, err)
		_, _, _, a := img.At(3, 3).RGBA()
		require.Zero(t, a, f.Ext)
	}
}

// An image stands upright, and nothing says any more how it was turned.
func TestEXIFOrientationIsApplied(t *testing.T) {
	t.Parallel()
	const r, g, b, w = 0, 1, 2, 3
	for orientation, want := range map[byte][]int{
		1: {r, g, b, w}, 2: {g, r, w, b}, 3: {w, b, g, r}, 4: {b, w, r, g}, 5: {r, b, g, w}, 6: {b, r, w, g}, 7: {w, g, b, r}, 8: {g, w, r, b},
		9: {r, g, b, w},
	} {
		made := encoded(t, withSegment(asJPEG(t, corners(200, 100)), 0xe1, exif(orientation)))
		ow, oh := 200, 100
		if orientation >= 5 && orientation <= 8 {
			ow, oh = 100, 200
		}
		require.Equal(t, []int{ow, oh}, []int{made.Width, made.Height}, orientation)
		img, err := webp.Decode(bytes.NewReader(made.Files[0].Body))
		require.NoError(t, err)
		for i, quarter := range want {
			at := color.NRGBAModel.Convert(img.At(ow/4+i%2*ow/2, oh/4+i/2*oh/2)).(color.NRGBA)
			for c, pair := range [][2]uint8{{at.R, quarters[quarter].R}, {at.G, quarters[quarter].G}, {at.B, quarters[quarter].B}} {
				require.InDelta(t, pair[1], pair[0], 40, "orientation %d, quarter %d, colour %d", orientation, i, c)
			}
		}
	}
}

// The mean of an area is that of all its pixels, each with its share.
func TestShrinkingKeepsTheMean(t *testing.T) {
	t.Parallel()
	src := image.NewGray(image.Rect(5, 5, 12, 8)) // 7 times 3
	for i := range src.Pix {
		src.Pix[i] = uint8(i * 10)
	}
	out := shrink(src, 2, 1)
	require.Equal(t, uint8(83), out.Pix[0]) // of columns 0, 1, 2 and half of 3
	require.Equal(t, uint8(117), out.Pix[4])
	require.Equal(t, uint8(255), out.Pix[3])
}

// One image is made at a time; who waits too long, or is gone, is refused.
func TestImagesAreMadeOneAtATime(t *testing.T) {
	t.Parallel()
	upload := asPNG(t, corners(4, 4))
	e := New(time.Millisecond)
	e.slot <- struct{}{}
	_, err := e.Encode(t.Context(), upload)
	require.Equal(t, "image_busy", fault.Code(err))
	gone, leave := context.WithCancel(t.Context())
	leave()
	e.patience = time.Hour
	_, err = e.Encode(gone, upload)
	require.True(t, errors.Is(err, context.Canceled), err)
	<-e.slot
	_, err = e.Encode(t.Context(), upload)
	require.NoError(t, err)
}

// The same upload makes the same files, which is how it is known again.
func TestFilesAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	upload := asPNG(t, corners(400, 300))
	require.Equal(t, encoded(t, upload), encoded(t, upload))
}
