// Package network says what one network of callers is, for everything that counts callers: rate limits, codes, unpaid orders
// and numbers that are held.
//
// Invariants:
//   - An IPv4 address is a network, also where it is written as an IPv6 address (::ffff:192.0.2.1).
//   - In IPv6 the network of a caller is the /64, which one line or one phone has. It counts within its /48 too, the most that
//     providers give to one customer: who has a /48 has 65,536 of the former. As a /48 may also be many phones of one mobile
//     network, its bounds are WideTimes those of a /64.
package network

import "net/netip"

// WideTimes is how many times the bound of a /64 its /48 has.
const WideTimes = 4

// Unknown is where callers are whose address cannot be read; they share it.
const Unknown = "unknown"

const narrow, wide = 64, 48

// Of returns the network of an address: an IPv4 address, or a /64 of IPv6.
func Of(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return Unknown
	}
	if addr = addr.Unmap().WithZone(""); addr.Is4() {
		return addr.String()
	}
	return prefix(addr, narrow)
}

// Wide returns the /48 around a network that Of returned, "" for one that is counted alone.
func Wide(network string) string {
	p, err := netip.ParsePrefix(network)
	if err != nil {
		return ""
	}
	return prefix(p.Addr(), wide)
}

// Count is a network that a caller counts in, and how many times the bound of one it has.
type Count struct {
	Network string
	Times   int
}

// Counts returns where a caller of a network counts, the narrowest first; none for "", which is nowhere.
func Counts(network string) []Count {
	if network == "" {
		return nil
	}
	counts := []Count{{network, 1}}
	if w := Wide(network); w != "" {
		counts = append(counts, Count{w, WideTimes})
	}
	return counts
}

func prefix(addr netip.Addr, bits int) string {
	p, _ := addr.Prefix(bits) // every IPv6 address has both lengths
	return p.String()
}
