package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

// steadied is what a constant rate of requests found.
type steadied struct {
	// PerSecond is the rate that was kept, which is below the one asked for when the server could not follow.
	PerSecond float64
	// P50 and P99 are latencies in milliseconds, counted from the moment at which a request was due: what waited for a slow
	// one before it on its connection is slow as well.
	P50, P99 float64
}

// steady sends GET requests at a constant rate, evenly over 32 connections. Every answer must be a 200 and as long as the
// first.
func steady(ctx context.Context, address string, perSecond float64, length time.Duration, headers ...string) (steadied, error) {
	u, err := url.Parse(address)
	if err != nil {
		return steadied{}, err
	}
	request := requestText(u, headers)
	ctx, cancel := context.WithTimeout(ctx, 2*length+10*time.Second)
	defer cancel()
	gap := time.Duration(float64(time.Second) / perSecond)
	each := max(int(length/gap)/connections, 1)
	latencies, faults := make([][]time.Duration, connections), make([]error, connections)
	began := time.Now().Add(100 * time.Millisecond) // when every connection is there
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			first := began.Add(time.Duration(i) * gap)
			latencies[i], faults[i] = steadyConnection(ctx, u.Host, request, first, connections*gap, each)
		})
	}
	all.Wait()
	took := time.Since(began)
	if err := errors.Join(faults...); err != nil {
		return steadied{}, err
	}
	sorted := slices.Concat(latencies...)
	slices.Sort(sorted)
	at := func(part float64) float64 { return inMilliseconds(sorted[int(part*float64(len(sorted)-1))]) }
	return steadied{PerSecond: float64(len(sorted)) / took.Seconds(), P50: at(0.5), P99: at(0.99)}, nil
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

// steadyConnection sends n requests on one connection, one each gap, and returns their latencies.
func steadyConnection(ctx context.Context, host string, request []byte, first time.Time, gap time.Duration, n int) ([]time.Duration, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	if end, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(end)
	}
	in := bufio.NewReaderSize(conn, 64<<10)
	var answer []byte
	out := make([]time.Duration, 0, n)
	for i := range n {
		due := first.Add(time.Duration(i) * gap)
		time.Sleep(time.Until(due))
		if _, err := conn.Write(request); err != nil {
			return nil, err
		}
		if answer == nil {
			if answer, err = firstAnswer(in); err != nil {
				return nil, err
			}
		} else if _, err := io.ReadFull(in, answer); err != nil {
			return nil, err
		}
		out = append(out, time.Since(due))
		if !bytes.HasPrefix(answer, []byte("HTTP/1.1 200 ")) {
			return nil, fmt.Errorf("%s answered %q", host, firstLine(string(answer)))
		}
	}
	return out, nil
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
