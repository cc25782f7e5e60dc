package encode

import (
	"image"
	"image/draw"
)

// shrink scales an image down to w times h pixels, each of which is the mean of the area that it covers; w and h are at most those
// of the source. It works row by row: the scalers of golang.org/x/image/draw keep 32 bytes for each pixel of a column-wise
// intermediate image, which are hundreds of megabytes for a photo.
func shrink(src image.Image, w, h int) *image.NRGBA {
	b := src.Bounds()
	sw, sh := b.Dx(), b.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	row := image.NewRGBA(image.Rect(0, 0, sw, 1))
	line, sum := make([]float32, 4*w), make([]float32, 4*w)
	// A source row y covers [y*h, y*h+h), a row of the result [oy*sh, oy*sh+sh).
	oy := 0
	for y := range sh {
		draw.Draw(row, row.Bounds(), src, image.Pt(b.Min.X, b.Min.Y+y), draw.Src)
		shrinkRow(row.Pix, line, sw, w)
		for from, to := y*h, y*h+h; from < to; {
			end := min(to, (oy+1)*sh)
			share := float32(end-from) / float32(sh)
			for i, v := range line {
				sum[i] += v * share
			}
			if from = end; end == (oy+1)*sh {
				unmultiply(out.Pix[oy*out.Stride:oy*out.Stride+4*w], sum)
				clear(sum)
				oy++
			}
		}
	}
	return out
}

// shrinkRow is shrink for one row of sw pixels.
func shrinkRow(row []uint8, line []float32, sw, w int) {
	clear(line)
	ox := 0
	for x := range sw {
		p := row[4*x : 4*x+4]
		for from, to := x*w, x*w+w; from < to; {
			end := min(to, (ox+1)*sw)
			share := float32(end-from) / float32(sw)
			q := line[4*ox : 4*ox+4]
			q[0] += float32(p[0]) * share
			q[1] += float32(p[1]) * share
			q[2] += float32(p[2]) * share
			q[3] += float32(p[3]) * share
			if from = end; end == (ox+1)*sw {
				ox++
			}
		}
	}
}

// unmultiply writes colours that are multiplied with their opacity as pixels that are not.
func unmultiply(out []uint8, in []float32) {
	for i := 0; i < len(out); i += 4 {
		alpha := in[i+3]
		if alpha < 0.5 {
			continue
		}
		for c := range 3 {
			out[i+c] = uint8(min(in[i+c]*255/alpha+0.5, 255))
		}
		out[i+3] = uint8(min(alpha+0.5, 255))
	}
}

// turn turns an image as its EXIF orientation says, so that it stands upright.
func turn(src *image.NRGBA, orientation int) *image.NRGBA {
	if orientation <= 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	ow, oh := w, h
	if orientation >= 5 {
		ow, oh = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, ow, oh))
	for y := range oh {
		for x := range ow {
			var sx, sy int
			switch orientation {
			case 2:
				sx, sy = w-1-x, y
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sx, sy = x, h-1-y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			case 8:
				sx, sy = w-1-y, x
			}
			copy(out.Pix[y*out.Stride+4*x:][:4], src.Pix[sy*src.Stride+4*sx:][:4])
		}
	}
	return out
}
