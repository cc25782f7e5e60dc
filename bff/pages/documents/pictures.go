package documents

import (
	"context"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/share"
)

// cacheForever is for what has another address as soon as it changes.
const cacheForever = "public, max-age=31536000, immutable"

// parallelPictures are drawn at the same time; others wait.
const parallelPictures = 2

// Pictures is the source of the pictures that shared links show: /share/en/home.png?v=1a2b3c. Each is at the address of
// its page with the version that its facts give it; any other version leads there.
func Pictures(service *pages.PageService) Source {
	slots := make(chan struct{}, parallelPictures)
	return Source{
		Path: pages.PictureFolder, Query: pages.PictureQuery(), CacheControl: cacheForever,
		Generate: func(ctx context.Context, a pages.PageContext, path string) (Document, error) {
			picture, err := service.Picture(ctx, a, path)
			if err != nil {
				return Document{}, err
			}
			if !picture.Current {
				return Document{}, &pages.Redirect{To: picture.Address}
			}
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
				return Document{}, context.Cause(ctx)
			}
			body, err := share.Draw(picture.Card)
			return Document{Type: "image/png", Body: body, Tags: picture.Tags}, err
		},
	}
}
