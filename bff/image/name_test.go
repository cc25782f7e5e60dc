package image_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/image"
)

const hash = "0123456789abcdef0123456789abcdef"

func TestNamesAndFiles(t *testing.T) {
	t.Parallel()
	n, ok := image.ParseName(hash + "-1440x720.jpg")
	require.True(t, ok)
	require.Equal(t, image.Name{Hash: hash, Width: 1440, Height: 720, Ext: "jpg"}, n)
	require.Equal(t, hash+"-1440x720.jpg", n.String())
	require.Equal(t, []int{320, 640, 960, 1440}, n.Widths())
	require.Equal(t, hash+"-960.jpg", n.Fallback())
	require.Equal(t, strings.ReplaceAll("/images/H-320.webp 320w, /images/H-640.webp 640w, /images/H-960.webp 960w, /images/H-1440.webp 1440w", "H", hash), n.Srcset())
	small := image.Name{Hash: hash, Width: 320, Height: 2, Ext: "png"}
	require.Equal(t, []string{hash + "-320.png", hash + "-320.webp"}, small.Files())
	for _, file := range n.Files() {
		got, _, ok := image.ParseFile(file)
		require.True(t, ok, file)
		require.Equal(t, hash, got)
	}
	for _, wrong := range []string{
		"", hash, hash + "-1440x720", hash + "-1441x720.jpg", hash + "-1440x4321.jpg", hash + "-0x720.jpg", hash + "-01x720.jpg", hash + "-1440x720.svg",
		hash + "-1440x720.jpg\n", strings.ToUpper(hash) + "-1440x720.jpg", hash[1:] + "-1440x720.jpg", "../" + hash + "-1440x720.jpg",
	} {
		_, ok := image.ParseName(wrong)
		require.False(t, ok, "%q", wrong)
	}
	for _, wrong := range []string{"", hash + ".jpg", hash + "-320.svg", hash + "-320.jpg/..", "../" + hash + "-320.jpg", hash + "-320.jpg.html", hash + "-99999.jpg"} {
		_, _, ok := image.ParseFile(wrong)
		require.False(t, ok, "%q", wrong)
	}
}
