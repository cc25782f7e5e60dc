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

// Missing returns the characters of a text that pictures cannot show, each once.
func Missing(text string) (string, error) {
	f, err := letters()
	if err != nil {
		return "", err
	}
	var buf sfnt.Buffer
	var out []rune
	seen := map[rune]bool{}
	for _, r := range text {
		if seen[r] || r < ' ' {
			continue
		}
		seen[r] = true
		if i, err := f.GlyphIndex(&buf, r); err != nil {
			return "", fmt.Errorf("look %q up: %w", r, err)
		} else if i == 0 {
			out = append(out, r)
		}
	}
	return string(out), nil
}
