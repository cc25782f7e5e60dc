package share

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"golang.org/x/image/font/sfnt"
)

//go:embed font/noto-sans-sc-bold.ttf.br
var packedFont []byte

// letters unpacks the font when the first picture is drawn: programs that draw none do not pay for it.
var letters = sync.OnceValues(func() (*sfnt.Font, error) {
	raw, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packedFont)))
	if err != nil {
		return nil, fmt.Errorf("unpack the font of pictures: %w", err)
	}
	f, err := sfnt.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("read the font of pictures: %w", err)
	}
	return f, nil
})
