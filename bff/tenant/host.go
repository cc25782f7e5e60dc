package tenant

import (
	"net"
	"net/url"
	"strconv"
	"strings"
)

// defaultPorts are those that no address names.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// NormalHost returns the one way in which addresses and the page cache write a host that was asked for by proto (http or
// https): in lower case, without a final dot, and without the port that the protocol has anyway. What is no host with a port
// stays as it is.
func NormalHost(host, proto string) string {
	name, port := splitHost(host)
	if strings.HasPrefix(host, "[") {
		name = "[" + name + "]"
	}
	if port == "" || port == defaultPorts[proto] {
		return name
	}
	return name + ":" + port
}

// splitHost returns a host's name in lower case and without brackets or a final dot, and its port, "" when it has none. What
// stands where a port should and is none belongs to the name: with its colon that is nobody's.
func splitHost(host string) (name, port string) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
	} else if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || port[0] == '0' {
		return host, ""
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), ".")), port
}

// portOf returns the port in an address, "" when it has none.
func portOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Port()
}
