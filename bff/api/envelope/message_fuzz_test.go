package envelope

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// What is sealed opens to the same bytes, for its own call and its own key, and no longer once a bit of it has changed.
func FuzzMessage(f *testing.F) {
	f.Add([]byte("key"), []byte("iv"), []byte(`{"secSendTime":1}`), "kid", "/gw/auth/token/login", uint(0))
	f.Add([]byte{}, []byte{}, []byte{}, "", "", uint(1<<20))
	f.Add([]byte("k"), []byte("i"), bytes.Repeat([]byte{16}, 16), "kid\n", "POST\n/x", uint(130))
	f.Fuzz(func(t *testing.T, keySeed, ivSeed, plain []byte, kid, path string, at uint) {
		key, iv := sha256.Sum256(keySeed), sha256.Sum256(ivSeed)
		call := aad(kid, testMethod, path)
		sealed, err := sealMessage(key[:], iv[:ivSize], plain, call)
		if err != nil {
			if len(plain) < maxCiphertext-ivSize {
				t.Fatalf("%d bytes are not sealed: %v", len(plain), err)
			}
			return
		}
		if len(sealed) > len(plain)+ivSize+ivSize+macSize {
			t.Fatalf("%d bytes are sealed as %d", len(plain), len(sealed))
		}
		opened, err := openMessage(key[:], sealed, call)
		if err != nil || !bytes.Equal(opened, plain) {
			t.Fatalf("%q is opened as %q: %v", plain, opened, err)
		}
		if _, err := openMessage(key[:], sealed, aad(kid, testMethod, path+"x")); err == nil {
			t.Fatal("it opens for another call")
		}
		other := sha256.Sum256(key[:])
		if _, err := openMessage(other[:], sealed, call); err == nil {
			t.Fatal("it opens with another key")
		}
		bit := at % uint(len(sealed)*8)
		sealed[bit/8] ^= 1 << (bit % 8)
		if _, err := openMessage(key[:], sealed, call); err == nil {
			t.Fatalf("it opens although bit %d has changed", bit)
		}
	})
}
