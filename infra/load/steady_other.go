//go:build !linux

package main

import (
	"context"
	"errors"
)

// send needs sockets that one thread waits for with more precision than a millisecond.
func send(context.Context, pace) (sent, error) {
	return sent{}, errors.New("a constant rate needs Linux")
}
