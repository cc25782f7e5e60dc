package web

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/pages/builds"
)

const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheDay     = "public, max-age=86400"
	cacheNever   = "no-cache"
)

// stored is a file in memory with its forms. It is read-only.
type stored struct {
	body, br, gzip []byte
	contentType    string
	tag            string
	modified       time.Time
}

func (f *stored) serve(c echo.Context, name string) error {
	req, h := c.Request(), c.Response().Header()
	body, coding := f.body, ""
	// A range is of the file itself.
	if accept := req.Header.Get(echo.HeaderAcceptEncoding); req.Header.Get("Range") == "" {
		switch {
		case f.br != nil && accepts(accept, "br"):
			body, coding = f.br, "br"
		case f.gzip != nil && accepts(accept, "gzip"):
			body, coding = f.gzip, "gzip"
		}
	}
	if f.gzip != nil {
		h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	}
	h.Set(echo.HeaderContentType, f.contentType)
	h.Set(echo.HeaderCacheControl, lifetime(name))
	h.Set("ETag", tagFor(f.tag, coding))
	if name != worker && isSubresource(f.contentType) {
		for _, policy := range documentPolicies {
			h.Del(policy)
		}
	}
	if coding != "" {
		h.Set(echo.HeaderContentEncoding, coding)
		h.Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	}
	http.ServeContent(c.Response(), req, name, f.modified, io.NewSectionReader(bytes.NewReader(body), 0, int64(len(body))))
	return nil
}

// worker is the service worker's script: the policies of its own response are those it runs under.
const worker = "sw.js"

// documentPolicies say what a document or a worker may do. On anything else browsers ignore them, and half a kilobyte of them
// with each of 70 flags takes a slow connection more than the flags.
var documentPolicies = [...]string{echo.HeaderContentSecurityPolicy, "Permissions-Policy", echo.HeaderReferrerPolicy}

// isSubresource reports whether a file of this type can only be a part of a page. An SVG is a document when it is opened by itself.
func isSubresource(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	switch kind {
	case "text/css", "text/javascript":
		return true
	case "image/svg+xml":
		return false
	}
	return strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "font/")
}

func lifetime(name string) string {
	switch {
	case strings.HasPrefix(name, "builds/"), name == worker:
		return cacheNever
	case strings.HasPrefix(name, "assets/") && builds.Hashed(name):
		return cacheForever
	}
	return cacheDay
}

// contentType goes by the name alone, and not by what the machine has installed.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}
