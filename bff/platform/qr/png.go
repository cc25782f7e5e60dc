package qr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync"
)

// Filter types of a PNG row: as it is, and as the difference to the row above.
const (
	filterNone = 0
	filterUp   = 2
)

// packers are used again: the state of one takes 200 times the picture. A code of 480 pixels packs as tightly with the fastest level.
var packers = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // never fails with a level that exists
	return w
}}

// writePNG draws modules as squares of scale pixels, one bit each, 0 for black. image/png does the same from a picture of a byte for
// each pixel, which it reads one by one: that takes 20 times as long.
func writePNG(modules [][]bool, scale int) ([]byte, error) {
	size := len(modules) * scale
	var rows bytes.Buffer
	packer := packers.Get().(*zlib.Writer)
	defer packers.Put(packer)
	packer.Reset(&rows)
	row, same := make([]byte, 1+(size+7)/8), make([]byte, 1+(size+7)/8)
	row[0], same[0] = filterNone, filterUp
	for _, line := range modules {
		drawRow(row[1:], line, scale)
		if _, err := packer.Write(row); err != nil {
			return nil, fmt.Errorf("qr: pack PNG: %w", err)
		}
		for range scale - 1 {
			if _, err := packer.Write(same); err != nil {
				return nil, fmt.Errorf("qr: pack PNG: %w", err)
			}
		}
	}
	if err := packer.Close(); err != nil {
		return nil, fmt.Errorf("qr: pack PNG: %w", err)
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(size))
	header = binary.BigEndian.AppendUint32(header, uint32(size))
	header = append(header, 1, 0, 0, 0, 0) // one bit of grey; deflate, the five filters, not interlaced
	out := []byte("\x89PNG\r\n\x1a\n")
	out = appendChunk(out, "IHDR", header)
	out = appendChunk(out, "IDAT", rows.Bytes())
	return appendChunk(out, "IEND", nil), nil
}

// drawRow sets the pixels of a row, the first in the highest bit; those after the last module are of no meaning.
func drawRow(pixels []byte, modules []bool, scale int) {
	for i := range pixels {
		pixels[i] = 0xff
	}
	for x, black := range modules {
		if !black {
			continue
		}
		for i := x * scale; i < (x+1)*scale; i++ {
			pixels[i/8] &^= 0x80 >> (i % 8)
		}
	}
}

func appendChunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	start := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
}
