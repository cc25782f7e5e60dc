package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
)

// proxies is a client of toxiproxy's server, which is between the shop and its dependencies.
type proxies struct{ url string }

// add opens a proxy before an address, host:port, and returns the address that leads through it.
func (p proxies) add(ctx context.Context, name, upstream string) (address string, err error) {
	var made struct {
		Listen string `json:"listen"`
	}
	err = p.call(ctx, http.MethodPost, "/proxies", map[string]any{"name": name, "listen": "127.0.0.1:0", "upstream": upstream, "enabled": true}, &made)
	return made.Listen, err
}

// enable opens or closes a proxy; closing it ends its connections and refuses new ones.
func (p proxies) enable(ctx context.Context, name string, open bool) error {
	return p.call(ctx, http.MethodPost, "/proxies/"+name, map[string]any{"enabled": open}, nil)
}

// addToxic adds a toxic to a proxy in one direction, "upstream" or "downstream"; toxiproxy's README describes each kind.
func (p proxies) addToxic(ctx context.Context, name, kind, direction string, attributes map[string]any) error {
	return p.call(ctx, http.MethodPost, "/proxies/"+name+"/toxics",
		map[string]any{"name": kind + "_" + direction, "type": kind, "stream": direction, "attributes": attributes}, nil)
}

// reset opens all proxies and removes their toxics.
func (p proxies) reset(ctx context.Context) error {
	return p.call(ctx, http.MethodPost, "/reset", nil, nil)
}

func (p proxies) call(ctx context.Context, method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, p.url+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil || into == nil && res.StatusCode < 300 {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("toxiproxy: %s %s: %d %s", method, path, res.StatusCode, answer)
	}
	return json.Unmarshal(answer, into)
}

// tcpToUnix listens on this machine and passes connections on to a Unix socket, which toxiproxy cannot dial. It returns its address.
func tcpToUnix(ctx context.Context, socket string) (address string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	context.AfterFunc(ctx, func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go copyBoth(in, socket)
		}
	}()
	return l.Addr().String(), nil
}

func copyBoth(in net.Conn, socket string) {
	defer func() { _ = in.Close() }()
	out, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer func() { _ = out.Close() }()
	var both sync.WaitGroup
	copying := func(to, from net.Conn) {
		_, _ = io.Copy(to, from)
		// Whichever side has ended ends the other.
		_, _ = to.Close(), from.Close()
	}
	both.Go(func() { copying(out, in) })
	both.Go(func() { copying(in, out) })
	both.Wait()
}
