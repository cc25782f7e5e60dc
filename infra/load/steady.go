package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// steadied is what a constant rate of requests found.
type steadied struct {
	// PerSecond is the rate that was kept, which is below the one asked for when the server could not follow.
	PerSecond float64
	// P50 and P99 are latencies in milliseconds, counted from the moment at which a request was due: what waited for a slow
	// one before it on its connection is slow as well.
	P50, P99 float64
	// Late99 is the p99 of what of it is the generator's own: how late it sent what was due while its connection was free.
	Late99 float64
}

// pace is what a generator is told.
type pace struct {
	address *net.TCPAddr
	request []byte
	// answer is the length of every answer, in bytes.
	answer int
	// gap lies between two requests, on all connections together; each is how many one connection sends.
	gap  time.Duration
	each int
}

// sent is what a generator found: latencies, and how late it was itself.
type sent struct {
	latencies, lateness []time.Duration
	took                time.Duration
}

// steady sends GET requests at a constant rate, evenly over 32 connections. Every answer must be a 200 and as long as the
// first.
func steady(ctx context.Context, address string, perSecond float64, length time.Duration, headers ...string) (steadied, error) {
	u, err := url.Parse(address)
	if err != nil {
		return steadied{}, err
	}
	p := pace{request: requestText(u, headers), gap: time.Duration(float64(time.Second) / perSecond)}
	p.each = max(int(length/p.gap)/connections, 1)
	if p.address, err = net.ResolveTCPAddr("tcp4", u.Host); err != nil {
		return steadied{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*length+10*time.Second)
	defer cancel()
	if p.answer, err = answerLength(ctx, p); err != nil {
		return steadied{}, err
	}
	found, err := send(ctx, p)
	if err != nil {
		return steadied{}, err
	}
	return steadied{
		PerSecond: float64(len(found.latencies)) / found.took.Seconds(),
		P50:       part(found.latencies, 0.5), P99: part(found.latencies, 0.99), Late99: part(found.lateness, 0.99),
	}, nil
}

// part sorts durations and returns the smallest that this part of all are not above, in milliseconds.
func part(all []time.Duration, of float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return inMilliseconds(all[max(int(math.Ceil(of*float64(len(all))))-1, 0)])
}

func requestText(u *url.URL, headers []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "GET %s HTTP/1.1\r\nHost: %s\r\n", u.RequestURI(), u.Host)
	for _, h := range headers {
		fmt.Fprintf(&b, "%s\r\n", h)
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// good begins every answer.
var good = []byte("HTTP/1.1 200 ")

// answerLength asks once and returns the length of the answer, head and body.
func answerLength(ctx context.Context, p pace) (int, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.address.String())
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	if end, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(end)
	}
	if _, err := conn.Write(p.request); err != nil {
		return 0, err
	}
	answer, err := firstAnswer(bufio.NewReader(conn))
	if err == nil && !bytes.HasPrefix(answer, good) {
		err = fmt.Errorf("%s answered %q", p.address, firstLine(string(answer)))
	}
	return len(answer), err
}

// firstAnswer reads an answer whose length it does not know and returns all of it.
func firstAnswer(in *bufio.Reader) ([]byte, error) {
	var all []byte
	length := -1
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		all = append(all, line...)
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return nil, err
			}
		}
		if len(name) == 0 {
			break
		}
	}
	if length < 0 {
		return nil, errors.New("an answer without Content-Length cannot be told from the next")
	}
	body := make([]byte, length)
	_, err := io.ReadFull(in, body)
	return append(all, body...), err
}
