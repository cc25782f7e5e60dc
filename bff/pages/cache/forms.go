package cache

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/andybalholm/brotli"
)

// Form returns the page in a content coding, "br" or "gzip", or as it is for "". Only the first is kept from the start: nearly
// everybody reads it.
func (e *entry) Form(coding string) ([]byte, error) {
	switch coding {
	case "br":
		return e.Brotli, nil
	case "gzip":
		body, isNew, err := e.gzip.of(e.Brotli)
		if isNew && e.home != nil {
			e.home.grown(e.key)
		}
		return body, err
	}
	return decompress(e.Brotli)
}

// sent returns the form that was sent with headers that are repeated; those for "" had no body.
func (e *entry) sent(coding string) []byte {
	switch coding {
	case "br":
		return e.Brotli
	case "gzip":
		return e.gzip.made()
	}
	return nil
}

// gzipForm is the gzip form of a page, which is made when somebody asks for it and then kept.
type gzipForm struct {
	making sync.Mutex
	body   atomic.Pointer[[]byte]
}

// made returns the form, nil when nobody has asked for it; f may be nil.
func (f *gzipForm) made() []byte {
	if f == nil {
		return nil
	}
	if body := f.body.Load(); body != nil {
		return *body
	}
	return nil
}

// of returns the form of a page, made from the brotli form once for all who wait for it, and whether it was made just now.
func (f *gzipForm) of(packed []byte) (body []byte, isNew bool, err error) {
	f.making.Lock()
	defer f.making.Unlock()
	if body = f.made(); body != nil {
		return body, false, nil
	}
	plain, err := decompress(packed)
	if err != nil {
		return nil, false, err
	}
	if body, err = compress(&gzips, plain); err != nil {
		return nil, false, fmt.Errorf("compress page: %w", err)
	}
	f.body.Store(&body)
	return body, true, nil
}

// decompress returns what brotli compressed.
func decompress(packed []byte) ([]byte, error) {
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("decompress page of %d bytes: %w", len(packed), err)
	}
	return plain, nil
}
