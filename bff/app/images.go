package app

import (
	"cmp"
	"path/filepath"
	"time"

	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/encode"
	"github.com/roamcart/roamcart/bff/image/store"
)

// imagePatience is how long an upload waits for the one that is being encoded.
const imagePatience = 10 * time.Second

// newImages builds the images of the Studio. They are served whether or not it is on.
func (r *modules) newImages() *image.Service {
	files := store.NewDisk(cmp.Or(r.cfg.Images.Dir, filepath.Join(r.cfg.DataDir, "images")))
	return &image.Service{DB: r.db, Clock: r.clock, Store: files, Encoder: encode.New(imagePatience)}
}
