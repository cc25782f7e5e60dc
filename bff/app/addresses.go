package app

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/local"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// publicAddress is the scheme and host under which the default site is found.
func (r *modules) publicAddress() (proto, host string) {
	if u, err := url.Parse(r.cfg.Server.PublicURL); err == nil && u.Host != "" {
		return u.Scheme, tenant.NormalHost(u.Host, u.Scheme)
	}
	return "http", fmt.Sprintf("localhost:%d", r.cfg.Server.Port)
}

// secureHosts are the hosts to which browsers come over TLS whatever a proxy says or forgets to say.
type secureHosts struct {
	// all is true in production with an https PUBLIC_URL: one proxy stands before every site.
	all bool
	// own is the host of an https PUBLIC_URL; elsewhere the other names of the shop stay what the connection is.
	own string
}

func newSecureHosts(cfg config.Config) secureHosts {
	u, err := url.Parse(cfg.Server.PublicURL)
	if err != nil || u.Scheme != "https" {
		return secureHosts{}
	}
	return secureHosts{all: cfg.Production(), own: tenant.NormalHost(u.Host, u.Scheme)}
}

func (s secureHosts) has(host string) bool {
	return s.all || s.own != "" && tenant.NormalHost(host, "https") == s.own
}

// hasNormal is has for a host as the page cache writes it; any other is not in the cache.
func (s secureHosts) hasNormal(host []byte) bool {
	return s.all || s.own != "" && string(host) == s.own
}

// tenantOptions says where the sites are found: the host of PUBLIC_URL is the default one's.
func (r *modules) tenantOptions() tenant.Options {
	o := tenant.Options{
		Ports: []string{strconv.Itoa(r.cfg.Server.Port)}, AnyLocalPort: r.cfg.Server.LocalHosts, NoLocal: !r.cfg.Server.LocalHosts, Log: r.log,
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
