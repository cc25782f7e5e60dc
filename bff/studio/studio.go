package studio

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/staff"
)

// Prefix is where the Studio is.
const Prefix = "/studio"

// Area is a part of the Studio.
type Area interface {
	// Routes registers the calls of the area.
	Routes(r *Router)
}

// Deps are what the Studio stands on.
type Deps struct {
	Staff *staff.Service
	// Areas are the parts of the Studio beside the login, the account, people, the log and what waits in all areas.
	Areas []Area
	// Dir has the application as it was built: index.html and assets.
	Dir string
	// Allowed reports whether the Studio is found at a host.
	Allowed func(host string) bool
	// Proto returns http or https, whichever the browser used.
	Proto func(req *http.Request) string
	// IP returns the browser's address.
	IP      echo.IPExtractor
	Limiter *ratelimit.Limiter
	// Wider is how much wider the limits per network are.
	Wider int
	// Call bounds what a call may take, and each part of an upload before it.
	Call time.Duration
	Log  *slog.Logger
}

// Studio answers what is asked below Prefix. It is safe for concurrent use.
type Studio struct {
	Deps
	echo   *echo.Echo
	router *Router
	static *web.Static
	// uploads are those that arrive, by member.
	uploads *ratelimit.Slots[int64]
}

// New returns the Studio. The error says that the application was not built.
func New(d Deps) (*Studio, error) {
	if _, err := os.Stat(filepath.Join(d.Dir, "index.html")); err != nil {
		return nil, fmt.Errorf("STUDIO_DIR: the Studio is not built: %w", err)
	}
	static, err := web.OpenStatic(web.StaticOptions{ClientDir: d.Dir})
	if err != nil {
		return nil, err
	}
	s := &Studio{Deps: d, echo: echo.New(), static: static, uploads: ratelimit.NewSlots[int64](maxUploads, maxUploadsPerMember)}
	s.echo.HideBanner, s.echo.HidePort = true, true
	s.echo.IPExtractor = d.IP
	s.echo.HTTPErrorHandler = s.refuse
	s.echo.Use(s.headers, s.limit, s.sameOrigin)
	s.router = &Router{studio: s, group: s.echo.Group(Prefix + "/api")}
	for _, area := range append([]Area{loginArea{s}, account{s}, membersArea{s}, log{s}, todo{s}}, d.Areas...) {
		area.Routes(s.router)
	}
	s.echo.Match([]string{http.MethodGet, http.MethodHead}, Prefix, s.page)
	s.echo.Match([]string{http.MethodGet, http.MethodHead}, Prefix+"/*", s.page)
	return s, nil
}

// Close closes the files.
func (s *Studio) Close() error { return s.static.Close() }

// Serve is a middleware of the shop: it answers below Prefix and leaves all other requests to next.
func (s *Studio) Serve(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		if path := req.URL.Path; path != Prefix && !strings.HasPrefix(path, Prefix+"/") || !s.Allowed(req.Host) {
			return next(c)
		}
		c.SetPath(Prefix + "/*")
		s.echo.ServeHTTP(c.Response(), req)
		return nil
	}
}

// page answers with a file of the application, or with the application itself, which knows its own pages.
func (s *Studio) page(c echo.Context) error {
	req := c.Request()
	rest := strings.TrimPrefix(req.URL.Path, Prefix)
	if strings.HasPrefix(rest, "/api/") || rest == "/api" {
		return echo.ErrNotFound
	}
	if strings.HasPrefix(rest, "/assets/") {
		c.Response().Header().Del(echo.HeaderCacheControl)
		file := req.Clone(req.Context())
		file.URL.Path, file.URL.RawPath = rest, strings.TrimPrefix(req.URL.RawPath, Prefix)
		c.SetRequest(file)
		return s.static.Handle(c)
	}
	body, err := os.ReadFile(filepath.Join(s.Dir, "index.html"))
	if err != nil {
		return fmt.Errorf("read the application: %w", err)
	}
	return c.HTMLBlob(http.StatusOK, body)
}
