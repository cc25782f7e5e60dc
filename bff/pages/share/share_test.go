package share

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"

	"github.com/roamcart/roamcart/db/seed"
	"github.com/roamcart/roamcart/shared"
)

var plan = Card{
	Brand: "Roamcart", Title: "日本 10GB 15天", Amount: "10 GB", Lines: []string{"15天", "5G · eSIM 或 SIM 卡"}, Price: "$15.90",
	Group: "asia",
}

func drawCard(t *testing.T, c Card) *image.RGBA {
	t.Helper()
	raw, err := Draw(c)
	require.NoError(t, err)
	require.Less(t, len(raw), 200<<10)
	picture, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, Width, Height), picture.Bounds())
	return picture.(*image.RGBA)
}

// changedArea is where two pictures differ.
func changedArea(a, b *image.RGBA) (where image.Rectangle) {
	for y := range Height {
		row, other := a.Pix[y*a.Stride:(y+1)*a.Stride], b.Pix[y*b.Stride:(y+1)*b.Stride]
		if bytes.Equal(row, other) {
			continue
		}
		first, last := 0, Width
		for row[4*first] == other[4*first] && row[4*first+2] == other[4*first+2] {
			first++
		}
		for row[4*last-4] == other[4*last-4] && row[4*last-2] == other[4*last-2] {
			last--
		}
		where = where.Union(image.Rect(first, y, last, y+1))
	}
	return where
}

func TestThePriceIsInThePictureAndInItsVersion(t *testing.T) {
	t.Parallel()
	dearer := plan
	dearer.Price = "$16.90"
	where := changedArea(drawCard(t, plan), drawCard(t, dearer))
	require.True(t, where.In(image.Rect(Width/2, Height/2, Width, Height)) && !where.Empty(), "%v", where)
	require.NotEqual(t, plan.Version(), dearer.Version())
	require.Regexp(t, `^[0-9a-f]{12}$`, plan.Version())
}

func TestEveryPartOfACardIsDrawn(t *testing.T) {
	t.Parallel()
	all := drawCard(t, plan)
	for name, less := range map[string]func(*Card){
		"brand": func(c *Card) { c.Brand = "" }, "title": func(c *Card) { c.Title = "" }, "amount": func(c *Card) { c.Amount = "" },
		"lines": func(c *Card) { c.Lines = nil }, "price": func(c *Card) { c.Price = "" }, "group": func(c *Card) { c.Group = "" },
	} {
		c := plan
		less(&c)
		if name == "lines" || name == "group" {
			require.False(t, changedArea(all, drawCard(t, c)).Empty(), name)
		}
		require.NotEqual(t, plan.Version(), c.Version(), name)
	}
}

func TestDrawingStaysInsideThePicture(t *testing.T) {
	t.Parallel()
	const word = "Llanfairpwllgwyngyll "
	long := Card{
		Brand: "Roamcart", Title: strings.Repeat(word, 9), Amount: "100 GB/day", Price: "from HK$12,345.00",
		Lines: []string{strings.Repeat(word, 9), strings.Repeat("亚", 90), "three", "four"}, Group: "europe",
	}
	empty := Card{Group: "europe"}
	where := changedArea(drawCard(t, long), drawCard(t, empty))
	require.True(t, where.In(image.Rect(margin-8, 0, Width-margin+8, Height)), "%v", where)
}

func TestLinesBreakAtAllowedPlaces(t *testing.T) {
	t.Parallel()
	f, err := letters()
	require.NoError(t, err)
	p, err := newPen(f, 50)
	require.NoError(t, err)
	for _, c := range []struct {
		text         string
		width, lines int
		want         []string
	}{
		{"short", 500, 2, []string{"short"}},
		{"two words", 180, 2, []string{"two", "words"}},
		{"two words more", 180, 2, []string{"two", "word…"}},
		{"日本流量套餐", 160, 2, []string{"日本流", "量套餐"}},
		{"套餐，七天", 100, 3, []string{"套", "餐，", "七天"}},
		{"泰国（曼谷）", 160, 3, []string{"泰国", "（曼", "谷）"}},
		{"三日 15天", 190, 2, []string{"三日", "15天"}},
		{"a\u200bb 𓀀 c", 500, 1, []string{"ab c"}},
		{"", 500, 2, []string{""}},
	} {
		require.Equal(t, c.want, p.fold(c.text, c.width, c.lines), c.text)
	}
}

func TestTheShopsTextsCanBeDrawn(t *testing.T) {
	t.Parallel()
	text := strings.Builder{}
	for _, locale := range []string{"en", "zh"} {
		raw, err := json.Marshal(shared.Messages(locale))
		require.NoError(t, err)
		var plain map[string]string
		require.NoError(t, json.Unmarshal(raw, &plain))
		for _, v := range plain {
			text.WriteString(v)
		}
	}
	files := 0
	require.NoError(t, fs.WalkDir(seed.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "destinations.json" {
			return err
		}
		raw, err := fs.ReadFile(seed.FS, name)
		text.Write(raw)
		files++
		return err
	}))
	require.Greater(t, files, 20)
	// What else this file holds is for the search, in many languages.
	var destinations []struct{ Name map[string]string }
	raw, err := fs.ReadFile(seed.FS, "destinations.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &destinations))
	for _, d := range destinations {
		text.WriteString(d.Name["en"] + d.Name["zh"])
	}
	lost, err := missingGlyphs(text.String())
	require.NoError(t, err)
	require.Empty(t, lost)
	lost, err = missingGlyphs("日本 ok 𓀀𓀀")
	require.NoError(t, err)
	require.Equal(t, "𓀀", lost)
}

// missingGlyphs returns the characters of a text that pictures cannot show, each once.
func missingGlyphs(text string) (string, error) {
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
