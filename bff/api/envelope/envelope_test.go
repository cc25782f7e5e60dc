package envelope

import (
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	testMethod = "POST"
	testPath   = "/gw/auth/token/login"
)

var testNow = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// fixture is one gateway: a key ring and an opener with stores in memory, and a clock that stands still.
type fixture struct {
	clock  *clock.Fake
	ring   *KeyRing
	opener *Opener
	seen   *memorySeen
}

func newFixture(t testing.TB, bits int) fixture {
	t.Helper()
	f := fixture{clock: clock.NewFake(testNow), seen: &memorySeen{}}
	var err error
	f.ring, err = NewKeyRing(t.Context(), &memoryStore{}, f.clock, RingOptions{Bits: bits})
	require.NoError(t, err)
	f.opener = NewOpener(f.ring, f.seen, f.clock)
	return f
}

func (f fixture) seal(t testing.TB, body any) Sealed {
	t.Helper()
	pub, err := f.ring.Public(t.Context())
	require.NoError(t, err)
	s, err := Seal(pub, testMethod, testPath, body, f.clock.Now())
	require.NoError(t, err)
	return s
}

// sealRaw wraps a chosen key and seals a chosen plain text, so that tests can make what Seal refuses to.
func (f fixture) sealRaw(t testing.TB, key, plain []byte) Sealed {
	t.Helper()
	pub, err := f.ring.Public(t.Context())
	require.NoError(t, err)
	public, err := parsePublic(pub.PublicKey)
	require.NoError(t, err)
	wrapped, err := rsa.EncryptOAEP(sha256.New(), randReader{}, public, key, nil)
	require.NoError(t, err)
	message, err := sealMessage(key, make([]byte, ivSize), plain, aad(pub.KID, testMethod, testPath))
	require.NoError(t, err)
	return Sealed{AESSign: b64(wrapped), Message: b64(message), KID: pub.KID}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, bits := range []int{1024, 2048, 3072} {
		f := newFixture(t, bits)

		plain, err := f.opener.Open(t.Context(), testMethod, testPath, f.seal(t, map[string]any{"email": "a@b.c", "n": 1}))
		require.NoError(t, err)
		require.JSONEq(t, `{"email":"a@b.c","n":1,"secSendTime":1772600767000}`, string(plain))

		plain, err = f.opener.Open(t.Context(), testMethod, testPath, f.seal(t, "密码 ok"))
		require.NoError(t, err)
		require.JSONEq(t, `{"value":"密码 ok","secSendTime":1772600767000}`, string(plain))
	}
}

func TestOpenGivesOneErrorForEveryBrokenEnvelope(t *testing.T) {
	t.Parallel()
	f, other := newFixture(t, 1024), newFixture(t, 1024)
	key := []byte(strings.Repeat("k", keySize))
	stamped := func(at time.Time) []byte {
		text, err := stamp(map[string]int{"a": 1}, at)
		require.NoError(t, err)
		return text
	}
	edit := func(text string, change func([]byte) []byte) string {
		data, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		return b64(change(data))
	}
	flip := func(at int) func([]byte) []byte {
		return func(d []byte) []byte {
			d[(at+len(d))%len(d)] ^= 1
			return d
		}
	}
	cases := map[string]func(s *Sealed){
		"plain body":                 func(s *Sealed) { *s = Sealed{} },
		"no wrapped key":             func(s *Sealed) { s.AESSign = "" },
		"no message":                 func(s *Sealed) { s.Message = "" },
		"unknown kid":                func(s *Sealed) { s.KID = "0123456789abcdef" },
		"kid of no shape":            func(s *Sealed) { s.KID = "x" },
		"key of another gateway":     func(s *Sealed) { kid := s.KID; *s = other.seal(t, map[string]int{}); s.KID = kid },
		"wrapped key altered":        func(s *Sealed) { s.AESSign = edit(s.AESSign, flip(5)) },
		"wrapped key cut":            func(s *Sealed) { s.AESSign = edit(s.AESSign, func(d []byte) []byte { return d[1:] }) },
		"wrapped key with more":      func(s *Sealed) { s.AESSign = edit(s.AESSign, func(d []byte) []byte { return append([]byte{0}, d...) }) },
		"message key of 16 bytes":    func(s *Sealed) { *s = f.sealRaw(t, key[:16], stamped(testNow)) },
		"iv altered":                 func(s *Sealed) { s.Message = edit(s.Message, flip(0)) },
		"ciphertext altered":         func(s *Sealed) { s.Message = edit(s.Message, flip(ivSize)) },
		"padding altered":            func(s *Sealed) { s.Message = edit(s.Message, flip(-macSize-1)) },
		"MAC altered":                func(s *Sealed) { s.Message = edit(s.Message, flip(-1)) },
		"message cut":                func(s *Sealed) { s.Message = edit(s.Message, func(d []byte) []byte { return d[:len(d)-16] }) },
		"message without ciphertext": func(s *Sealed) { s.Message = b64(make([]byte, ivSize+macSize)) },
		"message too long":           func(s *Sealed) { s.Message = b64(make([]byte, maxMessage+aesBlock)) },
		"base64 for URLs":            func(s *Sealed) { s.Message = "-_" + s.Message[2:] },
		"base64 without padding":     func(s *Sealed) { s.AESSign = strings.TrimRight(s.AESSign, "=") },
		"base64 with line breaks":    func(s *Sealed) { s.AESSign = s.AESSign[:8] + "\n" + s.AESSign[8:] },
		"not JSON":                   func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`{"secSendTime":`)) },
		"JSON list":                  func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`[1]`)) },
		"JSON null":                  func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`null`)) },
		"JSON twice":                 func(s *Sealed) { *s = f.sealRaw(t, key, append(stamped(testNow), stamped(testNow)...)) },
		"not UTF-8":                  func(s *Sealed) { *s = f.sealRaw(t, key, []byte("{\"a\":\"\xff\",\"secSendTime\":1772600767000}")) },
		"no stamp":                   func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`{"a":1}`)) },
		"stamp in other letters":     func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`{"SECSENDTIME":1772600767000}`)) },
		"stamp is a string":          func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`{"secSendTime":"1772600767000"}`)) },
		"stamp is huge":              func(s *Sealed) { *s = f.sealRaw(t, key, []byte(`{"secSendTime":1e999}`)) },
		"stamp too old":              func(s *Sealed) { *s = f.sealRaw(t, key, stamped(testNow.Add(-Window-time.Millisecond))) },
		"stamp too far ahead":        func(s *Sealed) { *s = f.sealRaw(t, key, stamped(testNow.Add(Window+time.Millisecond))) },
	}
	for name, damage := range cases {
		t.Run(name, func(t *testing.T) {
			s := f.seal(t, map[string]int{"a": 1})
			damage(&s)
			plain, err := f.opener.Open(t.Context(), testMethod, testPath, s)
			require.Same(t, ErrInvalid, err)
			require.Nil(t, plain)
		})
	}
	require.Empty(t, f.seen.hashes, "a broken envelope must not cost memory")
}

func TestOpenBindsTheCall(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	s := f.seal(t, map[string]int{"a": 1})
	for _, call := range [][2]string{{"PUT", testPath}, {testMethod, "/gw/auth/register"}, {testMethod, testPath + "/"}} {
		_, err := f.opener.Open(t.Context(), call[0], call[1], s)
		require.Same(t, ErrInvalid, err)
	}
	_, err := f.opener.Open(t.Context(), testMethod, testPath, s)
	require.NoError(t, err)
}

func TestOpenAcceptsTheEdgesOfTheWindow(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	for i, d := range []time.Duration{-Window, Window} {
		text, err := stamp(map[string]int{}, testNow.Add(d))
		require.NoError(t, err)
		key := make([]byte, keySize)
		key[0] = byte(i)
		_, err = f.opener.Open(t.Context(), testMethod, testPath, f.sealRaw(t, key, text))
		require.NoError(t, err)
	}
}

func TestOpenRefusesAReplay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	first := f.seal(t, map[string]int{"a": 1})
	_, err := f.opener.Open(t.Context(), testMethod, testPath, first)
	require.NoError(t, err)
	_, err = f.opener.Open(t.Context(), testMethod, testPath, first)
	require.Same(t, ErrInvalid, err)

	// Another message under the same wrapped key is a replay as well.
	key := []byte(strings.Repeat("q", keySize))
	text, err := stamp(map[string]int{"a": 2}, testNow)
	require.NoError(t, err)
	second := f.sealRaw(t, key, text)
	_, err = f.opener.Open(t.Context(), testMethod, testPath, second)
	require.NoError(t, err)
	third := f.sealRaw(t, key, append(text, ' '))
	third.AESSign = second.AESSign
	_, err = f.opener.Open(t.Context(), testMethod, testPath, third)
	require.Same(t, ErrInvalid, err)
}

func TestOpenOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	s := f.seal(t, map[string]int{"a": 1})
	var wg sync.WaitGroup
	opened := make(chan struct{}, 16)
	for range cap(opened) {
		wg.Go(func() {
			if _, err := f.opener.Open(t.Context(), testMethod, testPath, s); err == nil {
				opened <- struct{}{}
			}
		})
	}
	wg.Wait()
	require.Len(t, opened, 1)
}

func TestOpenDistinguishesFailuresFromBrokenEnvelopes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	f.seen.err = errors.New("database is down")
	_, err := f.opener.Open(t.Context(), testMethod, testPath, f.seal(t, map[string]int{}))
	require.ErrorContains(t, err, "database is down")

	for range cap(f.opener.slots) {
		f.opener.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = f.opener.Open(ctx, testMethod, testPath, f.seal(t, map[string]int{}))
	require.ErrorIs(t, err, context.Canceled)
	_, err = f.opener.Open(t.Context(), testMethod, testPath, f.seal(t, map[string]int{}))
	require.Same(t, ErrBusy, err)
}

func TestSealRefusesNonObjects(t *testing.T) {
	t.Parallel()
	pub, err := newFixture(t, 1024).ring.Public(t.Context())
	require.NoError(t, err)
	for _, body := range []any{nil, 1, []int{1}, true, json.RawMessage(`null`)} {
		_, err := Seal(pub, testMethod, testPath, body, testNow)
		require.Error(t, err)
	}
	_, err = Seal(pub, testMethod, testPath, strings.Repeat("x", maxCiphertext), testNow)
	require.ErrorContains(t, err, "at most")
}

func FuzzOpen(f *testing.F) {
	b := newFixture(f, 1024)
	good := b.seal(f, map[string]int{"a": 1})
	f.Add(good.AESSign, good.Message, good.KID, testPath)
	f.Add("", "", "", "")
	f.Add(good.AESSign, b64(make([]byte, minMessage)), good.KID, testPath)
	f.Add(b64(make([]byte, 128)), good.Message, good.KID, testPath)
	f.Fuzz(func(t *testing.T, sign, message, kid, path string) {
		s := Sealed{AESSign: sign, Message: message, KID: kid}
		plain, err := b.opener.Open(t.Context(), testMethod, path, s)
		if err == nil {
			if s != good || path != testPath {
				t.Fatalf("opened what was not sealed: %+v", s)
			}
			require.True(t, json.Valid(plain))
			return
		}
		require.Same(t, ErrInvalid, err)
	})
}

const aesBlock = 16

func b64(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

// randReader gives rsa.EncryptOAEP bytes that are the same in every run.
type randReader struct{}

func (randReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0x5a
	}
	return len(p), nil
}

type memorySeen struct {
	mu     sync.Mutex
	hashes map[[sha256.Size]byte]bool
	err    error
}

func (m *memorySeen) Remember(_ context.Context, hash [sha256.Size]byte, _ time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return false, m.err
	}
	if m.hashes[hash] {
		return false, nil
	}
	if m.hashes == nil {
		m.hashes = map[[sha256.Size]byte]bool{}
	}
	m.hashes[hash] = true
	return true, nil
}

// memoryStore is a KeyStore of one replica.
type memoryStore struct{ keys []Key }

func (m *memoryStore) Newest(context.Context) ([]Key, error) { return slices.Clone(m.keys), nil }

func (m *memoryStore) Append(_ context.Context, k Key, after string) (bool, error) {
	if len(m.keys) > 0 {
		if m.keys[0].KID != after {
			return false, nil
		}
		m.keys[0].RetiredAt = k.CreatedAt
	}
	m.keys = append([]Key{k}, m.keys...)
	m.keys = m.keys[:min(len(m.keys), liveKeys)]
	return true, nil
}
