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

// rateResult is the result of a constant rate of requests.
type rateResult struct {
	// PerSecond is the rate that was kept, which is below the one asked for when the server could not follow.
	PerSecond float64
	// P50 and P99 are latencies in milliseconds, counted from the moment at which a request was due: what waited for a slow
	// one before it on its connection is slow as well.
	P50, P99 float64
	// Late99 is the p99 of what of it is the generator's own: how late it sent what was due while its connection was free.
	Late99 float64
}

// rateOptions are the options of a load generator.
type rateOptions struct {
	address *net.TCPAddr
	request []byte
	// answer is the length of every answer, in bytes.
	answer int
	// gap lies between two requests, on all connections together; each is how many one connection sends.
	gap  time.Duration
	each int
}

// rateSample is the measurement of a load generator: latencies, and how late it sent its requests.
type rateSample struct {
	latencies, lateness []time.Duration
	took                time.Duration
}

// runSteadyRate sends GET requests at a constant rate, evenly over 32 connections. Every answer must be a 200 and as long as the
// first.
func runSteadyRate(ctx context.Context, address string, perSecond float64, length time.Duration, headers ...string) (rateResult, error) {
	u, err := url.Parse(address)
	if err != nil {
		return rateResult{}, err
	}
	p := rateOptions{request: requestText(u, headers), gap: time.Duration(float64(time.Second) / perSecond)}
	p.each = max(int(length/p.gap)/connections, 1)
	if p.address, err = net.ResolveTCPAddr("tcp4", u.Host); err != nil {
		return rateResult{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*length+10*time.Second)
	defer cancel()
	if p.answer, err = answerLength(ctx, p); err != nil {
		return rateResult{}, err
	}
	found, err := send(ctx, p)
	if err != nil {
		return rateResult{}, err
	}
	return rateResult{
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

// okPrefix is the beginning of every expected answer.
var okPrefix = []byte("HTTP/1.1 200 ")

// answerLength asks once and returns the length of the answer, head and body.
func answerLength(ctx context.Context, p rateOptions) (int, error) {
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
	if err == nil && !bytes.HasPrefix(answer, okPrefix) {
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
