package network_test

import (
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/network"
)

func TestNetworkOfAnAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][]network.Count{
		"192.0.2.1":                     {{"192.0.2.1", 1}},
		"::ffff:192.0.2.1":              {{"192.0.2.1", 1}},
		"::ffff:c000:201":               {{"192.0.2.1", 1}},
		"2001:db8:1:2:3:4:5:6":          {{"2001:db8:1:2::/64", 1}, {"2001:db8:1::/48", network.WideTimes}},
		"2001:db8:1:2:ffff:ffff:ffff:1": {{"2001:db8:1:2::/64", 1}, {"2001:db8:1::/48", network.WideTimes}},
		"2001:db8:1:3::1":               {{"2001:db8:1:3::/64", 1}, {"2001:db8:1::/48", network.WideTimes}},
		"fe80::1%eth0":                  {{"fe80::/64", 1}, {"fe80::/48", network.WideTimes}},
		"::1":                           {{"::/64", 1}, {"::/48", network.WideTimes}},
		"":                              {{network.Unknown, 1}},
		"192.0.2.1:80":                  {{network.Unknown, 1}},
	} {
		if got := network.Counts(network.Of(address)); !slices.Equal(got, want) {
			t.Errorf("%q counts in %v, want %v", address, got, want)
		}
	}
	if got := network.Counts(""); got != nil {
		t.Errorf("nowhere counts in %v", got)
	}
}
