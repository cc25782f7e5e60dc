package guard

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

const (
	// WebhookPath is where the payment provider reports; sites may follow it as a further segment.
	WebhookPath = "/gw/cq-ordercharge/payment/us/webhook"

	// CarrierPath is where the carrier reports.
	CarrierPath = "/gw/sim/us/webhook"

	gatewayPrefix = "/gw/"
	sandboxPrefix = "/sandbox/"
	logoutPath    = "/gw/auth/token/logout"
)

// path returns what echo routes r by.
func path(c echo.Context) string { return echo.GetPath(c.Request()) }

func isGateway(path string) bool { return strings.HasPrefix(path, gatewayPrefix) }

func isWebhook(path string) bool {
	return path == WebhookPath || path == CarrierPath || strings.HasPrefix(path, WebhookPath+"/")
}

// fromMachines reports whether path is called by programs that know neither cookies nor origins.
func fromMachines(path string) bool { return isWebhook(path) || strings.HasPrefix(path, sandboxPrefix) }

func unsafe(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
