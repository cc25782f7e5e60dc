package app

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/local"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// self is where this program reaches itself.
func (r *rooms) self() string { return fmt.Sprintf("http://127.0.0.1:%d", r.cfg.Server.Port) }

// publicAddress is the scheme and host under which the default site is found.
func (r *rooms) publicAddress() (proto, host string) {
	if u, err := url.Parse(r.cfg.Server.PublicURL); err == nil && u.Host != "" {
		return u.Scheme, tenant.NormalHost(u.Host, u.Scheme)
	}
	return "http", fmt.Sprintf("localhost:%d", r.cfg.Server.Port)
}

// originOf is the address a browser uses for a host of ours; any other host means the default site.
func (r *rooms) originOf(host string) string {
	proto, own := r.publicAddress()
	if _, ok := r.sites.ByHost(host); ok && host != "" && !strings.HasPrefix(host, "127.0.0.1") {
		own = host
	}
	return proto + "://" + own
}

// where says where the sites are found: the host of PUBLIC_URL is the default one's.
func (r *rooms) where() tenant.Options {
	o := tenant.Options{
		Ports: []string{strconv.Itoa(r.cfg.Server.Port)}, AnyLocalPort: r.cfg.Sandbox(), NoLocal: !r.cfg.Sandbox(), Log: r.log,
	}
	if u, err := url.Parse(r.cfg.Server.PublicURL); err == nil && u.Host != "" {
		site := int64(shared.Constants().DefaultTenantID)
		o.Hosts = map[string]int64{u.Host: site}
		if proto, host := r.publicAddress(); !isLocal(host) {
			o.WebSites = map[int64]string{site: proto + "://" + host + "/"}
		}
	}
	return o
}

// isLocal reports whether a host, as tenant.NormalHost writes it, is a name of this machine.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return local.IsName(name)
}
