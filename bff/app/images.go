package app

import (
	"cmp"
	"fmt"
	"path/filepath"
	"time"

	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/encode"
	"github.com/roamcart/roamcart/bff/image/store"
)

// imagePatience is how long an upload waits for the one that is being encoded.
const imagePatience = 10 * time.Second

// newImages builds the images of the Studio. They are served whether or not it is on.
func (r *modules) newImages() (*image.Service, error) {
	out := &image.Service{DB: r.db, Clock: r.clock, Encoder: encode.New(imagePatience)}
	c := r.cfg.Images
	if c.BucketURL == "" {
		out.Store = store.NewDisk(cmp.Or(c.Dir, filepath.Join(r.cfg.DataDir, "images")))
		return out, nil
	}
	bucket, err := store.NewS3(store.Bucket{URL: c.BucketURL, Region: c.BucketRegion, Key: c.BucketKey, Secret: c.BucketSecret})
	if err != nil {
		return nil, fmt.Errorf("IMAGE_BUCKET_URL: %w", err)
	}
	out.Store = bucket
	return out, nil
}
