package image

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Scheme begins the destination of an image in a text: image:NAME.
const Scheme = "image:"

// Prefix begins the addresses of files.
const Prefix = "/images/"

// MaxWidth and MaxHeight bound, in pixels, what is made of an image.
const (
	MaxWidth  = 1440
	MaxHeight = 3 * MaxWidth
)

// widths are those in which an image is made, beside its own where that is less than the largest.
var widths = []int{320, 640, 960, MaxWidth}

// fallbackWidth is the most that the fallback has, which is for browsers that do not know WebP.
const fallbackWidth = 960

// Name is what an image is known by.
type Name struct {
	// Hash is the hash of all files, 32 hexadecimal digits.
	Hash string
	// Width and Height are those of the largest file, in pixels.
	Width, Height int
	// Ext is the type of the fallback: jpg, or png for an image that is transparent somewhere.
	Ext string
}

var (
	namePattern = regexp.MustCompile(`^([0-9a-f]{32})-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})\.(jpg|png)$`)
	filePattern = regexp.MustCompile(`^([0-9a-f]{32})-[1-9][0-9]{0,3}\.(jpg|png|webp)$`)
)

// ParseName reads what Name.String has written.
func ParseName(s string) (Name, bool) {
	m := namePattern.FindStringSubmatch(s)
	if m == nil {
		return Name{}, false
	}
	width, _ := strconv.Atoi(m[2])
	height, _ := strconv.Atoi(m[3])
	return Name{m[1], width, height, m[4]}, width <= MaxWidth && height <= MaxHeight
}

// String is HASH-WIDTHxHEIGHT.EXT.
func (n Name) String() string { return fmt.Sprintf("%s-%dx%d.%s", n.Hash, n.Width, n.Height, n.Ext) }

// Widths are those of the files, in ascending order.
func (n Name) Widths() []int { return Widths(n.Width) }

// Widths are the widths in which an image is made whose largest file has the given width: never wider.
func Widths(largest int) []int {
	out := slices.DeleteFunc(slices.Clone(widths), func(w int) bool { return w >= largest })
	return append(out, largest)
}

// File is the name of a file.
func (n Name) File(width int, ext string) string { return fmt.Sprintf("%s-%d.%s", n.Hash, width, ext) }

// Fallback is the name of the file for browsers that do not know WebP.
func (n Name) Fallback() string { return n.File(FallbackWidth(n.Width), n.Ext) }

// FallbackWidth is the width of the fallback of an image whose largest file has the given width.
func FallbackWidth(largest int) int {
	list := Widths(largest)
	for len(list) > 1 && list[len(list)-1] > fallbackWidth {
		list = list[:len(list)-1]
	}
	return list[len(list)-1]
}

// Files are the names of all files.
func (n Name) Files() []string {
	out := []string{n.Fallback()}
	for _, w := range n.Widths() {
		out = append(out, n.File(w, "webp"))
	}
	return out
}

// Srcset lists the addresses of the WebP files with their widths, as HTML has it.
func (n Name) Srcset() string {
	var out []string
	for _, w := range n.Widths() {
		out = append(out, fmt.Sprintf("%s%s %dw", Prefix, n.File(w, "webp"), w))
	}
	return strings.Join(out, ", ")
}

// ParseFile reads the hash and the type out of the name of a file; ok is false for what cannot be one.
func ParseFile(file string) (hash, ext string, ok bool) {
	m := filePattern.FindStringSubmatch(file)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}
