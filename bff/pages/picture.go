package pages

import (
	"context"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/pages/share"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// errNoPicture says that an address is no picture's.
var errNoPicture = fault.New("not_found")

// cacheForever is for what has another address as soon as it changes.
const cacheForever = "public, max-age=31536000, immutable"

// parallelPictures are drawn at the same time; others wait.
const parallelPictures = 2

// Pictures returns the press of the pictures that shared links show: /share/en/home.png?v=1a2b3c. Each is at the address of
// its page with the version that its facts give it; any other version leads there.
func (s *PageService) Pictures() DocumentSource {
	desks := make(chan struct{}, parallelPictures)
	return DocumentSource{
		Path: pictureFolder, Query: []Param{{Name: "countries", List: true}, {Name: picturePlain}, {Name: pictureVersion}}, CacheControl: cacheForever,
		Generate: func(ctx context.Context, a Ask, path string) (Document, error) {
			at, card, tags, err := s.card(ctx, a, path)
			if err != nil {
				return Document{}, err
			}
			isPlain := a.Query.Get(picturePlain) != ""
			if isPlain {
				card.Price = ""
			}
			if a.Query.Get(pictureVersion) != card.Version() {
				return Document{}, &Redirect{To: pictureAddress(at, card, isPlain)}
			}
			select {
			case desks <- struct{}{}:
				defer func() { <-desks }()
			case <-ctx.Done():
				return Document{}, context.Cause(ctx)
			}
			body, err := share.Draw(card)
			return Document{Type: "image/png", Body: body, Tags: tags}, err
		},
	}
}

// card returns what the picture at a path says, and which page it belongs to.
func (s *PageService) card(ctx context.Context, a Ask, path string) (place, share.Card, []string, error) {
	path, isPicture := strings.CutSuffix(strings.TrimPrefix(path, strings.TrimSuffix(pictureFolder, "/")), pictureSuffix)
	locale, rest := SplitLocale(path)
	row, params, ok := s.table.Match(rest)
	if !isPicture || locale == "" || !ok || !row.Indexed() {
		return place{}, share.Card{}, nil, errNoPicture
	}
	a.Locale, a.Kind, a.Params, a.Query = locale, row.Kind, params, row.CanonicalQuery(url.Values{"countries": a.Query["countries"]})
	at := place{row: row, path: path, query: row.EncodeQuery(a.Query)}
	found, err := s.data(ctx, a, at)
	if err != nil {
		if _, moved := err.(*Redirect); moved || IsMissing(err) {
			err = errNoPicture
		}
		return at, share.Card{}, nil, err
	}
	w := Words{a}
	h := found.head(w)
	if !hasPicture(at, h) {
		return at, share.Card{}, nil, errNoPicture
	}
	return at, w.picture(h), found.tags, nil
}
