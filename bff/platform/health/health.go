// Package health asks a program of this machine whether it is well. Images that hold nothing but the program are looked at with it.
package health

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// timeout is how long a program may take to say that it is well.
const timeout = 2 * time.Second

// Check sends GET path to a program on this machine; it returns nil when the answer has status 200. An empty host, 0.0.0.0 or :: is all
// addresses.
func Check(ctx context.Context, host string, port int, path string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	address := "http://" + net.JoinHostPort(host, strconv.Itoa(port)) + path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	// A proxy of the environment is for the world outside.
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("ask %s: %s", address, answer.Status)
	}
	return nil
}
