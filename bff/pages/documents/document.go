package documents

import (
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/pages"
)

// Document is a document of a site that programs read: a sitemap, a feed, the picture of a shared link.
type Document struct {
	// Type is its content type.
	Type string
	Body []byte
	// Tags are what it shows, as the log of changes names them.
	Tags []string
}

// Source makes documents.
type Source struct {
	// Path is their address; with a slash at the end, that of all below.
	Path string
	// Query are the parameters that count.
	Query []pages.Param
	// CacheControl is the Cache-Control of the documents; empty means that they are asked for again each time.
	CacheControl string
	// Generate makes the document of a path. The context has Tenant, Query, Origin, and the language when the path names one. A fault
	// not_found or validation_failed says that there is none, a *Redirect that it is elsewhere.
	Generate func(ctx context.Context, a pages.PageContext, path string) (Document, error)
}

// Serves reports whether the document of a path is one of the source.
func (s Source) Serves(path string) bool {
	return s.Path == path || strings.HasSuffix(s.Path, "/") && strings.HasPrefix(path, s.Path)
}
