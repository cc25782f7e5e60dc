package encode

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"runtime/debug"
	"time"

	"github.com/gen2brain/webp"

	shop "github.com/roamcart/roamcart/bff/image"
)

// How files are encoded. What changes here changes the hashes of images that are uploaded from then on.
const (
	webpQuality = 80
	webpEffort  = 4
	jpegQuality = 82
)

// Encoder makes the files of images, of one at a time. It is safe for concurrent use.
type Encoder struct {
	slot     chan struct{}
	patience time.Duration
}

// New returns an encoder. Whoever waits longer than patience for others is refused.
func New(patience time.Duration) *Encoder {
	return &Encoder{slot: make(chan struct{}, 1), patience: patience}
}

// Encode makes the files of an upload. Faults: image_not_supported, image_broken, image_too_large, image_busy.
func (e *Encoder) Encode(ctx context.Context, upload []byte) (shop.Made, error) {
	f, err := inspect(upload)
	if err != nil {
		return shop.Made{}, err
	}
	wait := time.NewTimer(e.patience)
	defer wait.Stop()
	select {
	case e.slot <- struct{}{}:
	case <-wait.C:
		return shop.Made{}, errBusy
	case <-ctx.Done():
		return shop.Made{}, ctx.Err()
	}
	defer func() { <-e.slot }()
	// What an image took is given back to the system: the shop's own heap is a fraction of it.
	defer debug.FreeOSMemory()
	largest, err := upright(upload, f)
	if err != nil {
		return shop.Made{}, err
	}
	return files(ctx, largest)
}

// upright decodes an upload and returns its pixels in the largest size that is made of it. Fault: image_broken.
func upright(upload []byte, f *format) (out *image.NRGBA, err error) {
	// A decoder that stumbles over what somebody has made up must not take the program with it.
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	src, err := f.decode(bytes.NewReader(upload))
	if err != nil || src.Bounds().Empty() {
		return nil, errBroken
	}
	turned := orientation(upload, f)
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	if turned >= 5 {
		h, w = fit(h, w)
	} else {
		w, h = fit(w, h)
	}
	return turn(shrink(src, w, h), turned), nil
}

// fit returns the size of the largest file of an image: as wide and as high as files may be, and never larger than the image.
func fit(w, h int) (int, int) {
	if w > shop.MaxWidth {
		w, h = shop.MaxWidth, max(1, (h*shop.MaxWidth+w/2)/w)
	}
	if h > shop.MaxHeight {
		w, h = max(1, (w*shop.MaxHeight+h/2)/h), shop.MaxHeight
	}
	return w, h
}

// files encodes an image in all widths.
func files(ctx context.Context, largest *image.NRGBA) (shop.Made, error) {
	w, h := largest.Rect.Dx(), largest.Rect.Dy()
	out := shop.Made{Width: w, Height: h, Ext: "jpg"}
	if !largest.Opaque() {
		out.Ext = "png"
	}
	for _, width := range shop.Widths(w) {
		if err := ctx.Err(); err != nil {
			return shop.Made{}, err
		}
		img := largest
		if width < w {
			img = shrink(largest, width, max(1, (h*width+w/2)/w))
		}
		body, err := toWebP(img)
		if err != nil {
			return shop.Made{}, err
		}
		out.Files = append(out.Files, shop.File{Width: width, Ext: "webp", Body: body})
		if width == shop.FallbackWidth(w) {
			if body, err = fallback(img, out.Ext); err != nil {
				return shop.Made{}, err
			}
			out.Files = append(out.Files, shop.File{Width: width, Ext: out.Ext, Body: body})
		}
	}
	return out, nil
}

func toWebP(img *image.NRGBA) ([]byte, error) {
	var out bytes.Buffer
	if err := webp.Encode(&out, img, webp.Options{Quality: webpQuality, Method: webpEffort}); err != nil {
		return nil, fmt.Errorf("encode WebP: %w", err)
	}
	return out.Bytes(), nil
}

func fallback(img *image.NRGBA, ext string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if ext == "png" {
		err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, img)
	} else {
		// Opaque pixels are the same whether they are multiplied or not, and these the encoder reads quickly.
		err = jpeg.Encode(&out, &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}, &jpeg.Options{Quality: jpegQuality})
	}
	if err != nil {
		return nil, fmt.Errorf("encode the fallback: %w", err)
	}
	return out.Bytes(), nil
}
