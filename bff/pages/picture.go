package pages

import (
	"context"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/pages/share"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Picture is the picture of a page, for those who share a link to it.
type Picture struct {
	Card share.Card
	// Address is where it is; Current reports whether that was asked for, and not an older version.
	Address string
	Current bool
	// Tags are what it shows, as the log of changes names them.
	Tags []string
}

// PictureQuery are the parameters of the addresses of pictures.
func PictureQuery() []Param {
	return []Param{{Name: "countries", List: true}, {Name: picturePlain}, {Name: pictureVersion}}
}

// errNoPicture says that an address is no picture's.
var errNoPicture = fault.New("not_found")

// Picture returns the picture at a path. The fault is not_found where no page has one.
func (s *PageService) Picture(ctx context.Context, a PageContext, path string) (Picture, error) {
	path, isPicture := strings.CutSuffix(strings.TrimPrefix(path, strings.TrimSuffix(PictureFolder, "/")), pictureSuffix)
	locale, rest := SplitLocale(path)
	row, params, ok := s.table.Match(rest)
	if !isPicture || locale == "" || !ok || !row.Indexed() {
		return Picture{}, errNoPicture
	}
	asked := a.Query
	a.Locale, a.Kind, a.Params, a.Query = locale, row.Kind, params, row.CanonicalQuery(url.Values{"countries": asked["countries"]})
	at := place{row: row, path: path, query: row.EncodeQuery(a.Query)}
	found, err := s.data(ctx, a, at)
	if err != nil {
		if _, moved := err.(*Redirect); moved || IsMissing(err) {
			err = errNoPicture
		}
		return Picture{}, err
	}
	w := Words{a}
	h := found.head(w)
	if !hasPicture(at, h) {
		return Picture{}, errNoPicture
	}
	card, isPlain := w.picture(h), asked.Get(picturePlain) != ""
	if isPlain {
		card.Price = ""
	}
	return Picture{
		Card: card, Address: pictureAddress(at, card, isPlain), Current: asked.Get(pictureVersion) == card.Version(), Tags: found.tags,
	}, nil
}
