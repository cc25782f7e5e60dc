package local_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/platform/local"
)

func TestNamesOfThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "hk.localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true, "::ffff:127.0.0.1": true, "0.0.0.0": true, "::": true,
		"": false, "localhost.example.com": false, "xlocalhost": false, "shop.example": false, "10.0.0.1": false, "fd00::1": false,
	} {
		if local.IsName(host) != want {
			t.Errorf("%q is a name of this machine: %v", host, !want)
		}
	}
}
