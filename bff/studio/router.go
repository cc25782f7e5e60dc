package studio

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
)

// Router takes the calls of the Studio's areas. Paths are below /studio/api and have echo's parameters.
type Router struct {
	studio *Studio
	group  *echo.Group
	routes []Route
}

// Route is a call of the Studio.
type Route struct {
	Method, Path string
	// Act is what the caller's role must allow; "" for what every member may do.
	Act staff.Act
	// Open says that the call needs no login.
	Open bool
}

// Own stands for the act of calls about the caller's own things, which every member may make.
const Own staff.Act = ""

// Option changes how a call is taken.
type Option func(*options)

type options struct {
	maxBody int64
	types   []string
	upload  bool
}

// MaxBody bounds the body of a call by n bytes, in place of 64 KiB.
func MaxBody(n int64) Option { return func(o *options) { o.maxBody = n } }

// Upload lets the body of a call have n bytes, in place of 64 KiB, and take its time to arrive. The handler gets it from Uploaded, and
// has the whole time of a call from then on.
func Upload(n int64) Option { return func(o *options) { o.maxBody, o.upload = n, true } }

// ContentTypes are the media types that the body of a call may have, in place of JSON.
func ContentTypes(types ...string) Option { return func(o *options) { o.types = types } }

// Read registers a GET that changes nothing.
func (r *Router) Read(path string, act staff.Act, h echo.HandlerFunc) {
	r.add(Route{Method: http.MethodGet, Path: path, Act: act}, h)
}

// Write registers a call that changes something: POST, PUT, PATCH or DELETE.
func (r *Router) Write(method, path string, act staff.Act, h echo.HandlerFunc, o ...Option) {
	r.add(Route{Method: method, Path: path, Act: act}, h, o...)
}

// OpenWrite registers a call that needs no login.
func (r *Router) OpenWrite(method, path string, h echo.HandlerFunc) {
	r.add(Route{Method: method, Path: path, Open: true}, h)
}

// Routes lists all calls, for tests.
func (s *Studio) Routes() []Route { return s.router.routes }

func (r *Router) add(route Route, h echo.HandlerFunc, list ...Option) {
	o := options{maxBody: guard.MaxBody, types: []string{echo.MIMEApplicationJSON}}
	for _, set := range list {
		set(&o)
	}
	r.routes = append(r.routes, route)
	admit := func(c echo.Context) error { return r.admit(c, route, o) }
	r.group.Add(route.Method, route.Path, func(c echo.Context) error {
		if o.upload {
			if err := r.studio.inTime(c, admit); err != nil {
				return err
			}
			if err := r.studio.receive(c); err != nil {
				return err
			}
			return r.studio.inTime(c, h)
		}
		return r.studio.inTime(c, func(c echo.Context) error {
			if err := admit(c); err != nil {
				return err
			}
			return h(c)
		})
	})
}

// admit finds out who makes a call, and refuses one that they may not make, or whose body is not what the call takes.
func (r *Router) admit(c echo.Context, route Route, o options) error {
	who, err := r.studio.Staff.Authenticate(c.Request().Context(), r.studio.token(c))
	if err != nil {
		return err
	}
	switch {
	case route.Open:
	case who == nil:
		return fault.New("login_required")
	case route.Act != Own && !who.Member.May(route.Act):
		return fault.New("forbidden")
	}
	c.Set(callerKey, who)
	return o.body(c)
}

// inTime does a part of a call within the time that a call may take.
func (s *Studio) inTime(c echo.Context, do echo.HandlerFunc) error {
	whole := c.Request().Context()
	ctx, cancel := context.WithTimeout(whole, s.Call)
	defer func() {
		cancel()
		// Whoever answers with an error asks whether the browser has left.
		c.SetRequest(c.Request().WithContext(whole))
	}()
	c.SetRequest(c.Request().WithContext(ctx))
	return do(c)
}

const callerKey = "studio caller"

// Caller returns who makes a call that is registered with an act.
func Caller(c echo.Context) staff.Member { return login(c).Member }

// By says who changes something and by which request, for the audit log.
func By(c echo.Context) audit.By {
	return audit.By{Actor: Caller(c).Actor(), Author: Caller(c).Name, RequestID: guard.RequestIDOf(c.Request().Context())}
}

// login returns who makes a call; nobody in one that is open.
func login(c echo.Context) staff.Caller {
	if who, _ := c.Get(callerKey).(*staff.Caller); who != nil {
		return *who
	}
	return staff.Caller{}
}
