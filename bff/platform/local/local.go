// Package local knows the names by which a machine means itself. On every machine they mean another one, so nobody elsewhere
// finds the shop there.
package local

import (
	"net/netip"
	"strings"
)

// IsName reports whether a host, in lower case and without brackets, port or final dot, is such a name: localhost, a name below
// it, an address of the loopback interface, or the address that stands for all of a machine's own.
func IsName(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.Unmap().IsLoopback() || ip.IsUnspecified())
}
