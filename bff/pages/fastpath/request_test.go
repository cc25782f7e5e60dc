package fastpath

import (
	"bufio"
	"bytes"
	"net/http"
	"testing"
)

// What the fast path takes for a question, net/http reads in the same way.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"GET /en/home HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /en/home HTTP/1.1\r\nHost: a:80\r\nAccept-Encoding: br\r\nCookie: locale=en\r\nReferer: http://a/en/x\r\n\r\nGET ",
		"GET /zh/x?y=1 HTTP/1.1\nHost: a\n\n",
		"GET /en/home HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
		"GET /en/home HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n",
		"GET /en/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /en/home HTTP/1.1\r\nHost: a b\r\n\r\n",
		"GET  /en/home HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /en/home HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\r\n\r\n", "GET", "",
	} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, trusted bool) {
		q, length, v := read(raw, trusted)
		if v != complete {
			return
		}
		// What follows a request does not change it, and nothing is answered before all of it is there.
		if alone, n, same := read(raw[:length], trusted); same != complete || n != length || !bytes.Equal(alone.Target, q.Target) || !bytes.Equal(alone.Host, q.Host) {
			t.Fatalf("%q is %q of %q alone", raw[:length], alone.Target, alone.Host)
		}
		for n := range length {
			if _, _, early := read(raw[:n], trusted); early == complete {
				t.Fatalf("%q is answered before %q has come", raw[:n], raw[n:length])
			}
		}
		if q.HTTPS && !trusted {
			t.Fatalf("%q is believed to come by TLS", raw)
		}
		r := bufio.NewReader(bytes.NewReader(raw))
		req, err := http.ReadRequest(r)
		if err != nil {
			// net/http refuses some targets and hosts; no page is kept for those.
			return
		}
		if req.Method != http.MethodGet || req.RequestURI != string(q.Target) || req.Host != string(q.Host) {
			t.Fatalf("%q %q %q, but %q %q", req.Method, req.RequestURI, req.Host, q.Target, q.Host)
		}
		if req.ContentLength != 0 || req.Header.Get("If-None-Match") != string(q.IfNoneMatch) || req.Header.Get("Accept-Encoding") != string(q.AcceptEncoding) {
			t.Fatalf("header %v, but %q %q", req.Header, q.IfNoneMatch, q.AcceptEncoding)
		}
		if rest := len(raw) - length; r.Buffered() != rest {
			t.Fatalf("%d bytes are left, but %d", r.Buffered(), rest)
		}
	})
}
