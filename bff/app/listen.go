package app

import (
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/pages/fastpath"
	"github.com/roamcart/roamcart/bff/platform/conns"
	"github.com/roamcart/roamcart/bff/platform/metrics"
)

// idleTime is how long a connection may wait for its next request.
const idleTime = 2 * time.Minute

// newServer returns the HTTP server for a handler. The time for responses is the listener's: a timeout of the server's own
// would count from the request on, and cut off whoever is slow but reads. The time for bodies is for those of calls and forms; the Studio
// moves it on while an image arrives.
func (r *modules) newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: r.cfg.Server.Header, ReadTimeout: r.cfg.Server.Header + r.cfg.Server.Call, IdleTimeout: idleTime,
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelDebug),
	}
}

// frontDoor bounds the connections of a listener, and puts the fast path before net/http where the configuration says so.
func (r *modules) frontDoor(inner net.Listener, who callers, figures *metrics.Metrics) net.Listener {
	bounded := conns.Listen(inner, conns.Options{
		Total: r.cfg.Server.MaxConns, PerNetwork: r.cfg.Server.ConnsPerNetwork, Exempt: who.exempt, WriteTimeout: r.cfg.Server.Write,
	})
	figures.Gauge("roamcart_connections", "Connections that are open.", func() float64 { return float64(bounded.Open()) })
	const refused, help = "roamcart_connections_refused_total", "Connections that were refused, because of the total or of what one network may have."
	figures.Counter(refused, help, func() float64 { total, _ := bounded.Refused(); return float64(total) }, "limit", "total")
	figures.Counter(refused, help, func() float64 { _, perNetwork := bounded.Refused(); return float64(perNetwork) }, "limit", "network")
	if !r.cfg.Pages.FastPath {
		return bounded
	}
	return fastpath.Listen(bounded, fastpath.Options{
		Store: r.pageCache, Trusted: who.peer, HTTPS: who.secure.hasNormal, HeaderTimeout: r.cfg.Server.Header, IdleTimeout: idleTime,
		WriteTimeout: r.cfg.Server.Write,
	})
}
