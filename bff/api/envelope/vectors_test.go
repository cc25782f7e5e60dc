package envelope

import (
	"bytes"
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const vectorFile = "testdata/vectors.json"

var update = flag.Bool("update", false, "write "+vectorFile+" anew, with new RSA keys")

// vectors is what every implementation of the format is held to; the TypeScript client reads the same file.
type vectors struct {
	About   string   `json:"about"`
	Vectors []vector `json:"vectors"`
}

// vector is one envelope with all that led to it. Bytes are hex, but for the fields of the wire, which are base64.
type vector struct {
	Bits       int    `json:"bits"`
	KID        string `json:"kid"`
	PublicKey  string `json:"publicKey"`
	PrivateKey string `json:"privateKey"`
	Method     string `json:"method"`
	Path       string `json:"path"`
	// Body is what the caller wants to say: an object or a string.
	Body        json.RawMessage `json:"body"`
	SecSendTime int64           `json:"secSendTime"`
	// Plain is the stamped text that was encrypted. Clients may order fields otherwise; given Plain, the rest is fixed.
	Plain      string `json:"plain"`
	K          string `json:"k"`
	KEnc       string `json:"kEnc"`
	KMac       string `json:"kMac"`
	IV         string `json:"iv"`
	Ciphertext string `json:"ciphertext"`
	MAC        string `json:"mac"`
	Message    string `json:"message"`
	// AESSign is one of many: OAEP is randomised, so a client is tested by unwrapping what it made.
	AESSign string `json:"aesSign"`
}

func TestVectors(t *testing.T) {
	t.Parallel()
	if *update {
		writeVectors(t)
	}
	text, err := os.ReadFile(vectorFile)
	require.NoError(t, err)
	var file vectors
	require.NoError(t, json.Unmarshal(text, &file))
	require.Len(t, file.Vectors, 3)
	for _, v := range file.Vectors {
		sent := time.UnixMilli(v.SecSendTime)
		key, err := parseKey([]byte(v.PrivateKey), sent)
		require.NoError(t, err)
		clk := clock.NewFake(sent)
		ring, err := NewKeyRing(t.Context(), &memoryStore{keys: []Key{key}}, clk, RingOptions{Bits: v.Bits})
		require.NoError(t, err)
		pub, err := ring.Public(t.Context())
		require.NoError(t, err)
		require.Equal(t, PublicKey{KID: v.KID, Bits: v.Bits, PublicKey: v.PublicKey, ServerTime: v.SecSendTime}, pub)

		var body any
		require.NoError(t, json.Unmarshal(v.Body, &body))
		plain, err := stamp(body, sent)
		require.NoError(t, err)
		require.JSONEq(t, v.Plain, string(plain))

		encKey, macKey, err := subkeys(unhex(t, v.K))
		require.NoError(t, err)
		require.Equal(t, v.KEnc, hex.EncodeToString(encKey))
		require.Equal(t, v.KMac, hex.EncodeToString(macKey))
		message, err := sealMessage(unhex(t, v.K), unhex(t, v.IV), []byte(v.Plain), aad(v.KID, v.Method, v.Path))
		require.NoError(t, err)
		require.Equal(t, v.Message, b64(message))
		require.Equal(t, v.IV+v.Ciphertext+v.MAC, hex.EncodeToString(message))

		opened, err := NewOpener(ring, &memorySeen{}, clk).Open(context.Background(), v.Method, v.Path,
			Sealed{AESSign: v.AESSign, Message: v.Message, KID: v.KID})
		require.NoError(t, err)
		require.Equal(t, v.Plain, string(opened))
	}
}

func writeVectors(t *testing.T) {
	t.Helper()
	file := vectors{About: "Test vectors of the sealed bodies. The keys are for tests only."}
	for i, in := range []struct {
		bits       int
		path, body string
	}{
		{1024, "/gw/auth/token/login", `{"email":"ada@example.com","password":"Correct-1horse"}`},
		{2048, "/gw/cq-ordercharge/order/encryptSubmit", `{"source":"cart","contact":{"firstName":"小明"},"expectedTotal":1999}`},
		{3072, "/gw/mall/us/updateUserInfo", `"一个字符串 and more than one block of it"`},
	} {
		sent := testNow.Add(time.Duration(i) * time.Second)
		key, err := GenerateKey(in.bits, sent)
		require.NoError(t, err)
		private, err := key.pem()
		require.NoError(t, err)
		pub, err := key.Public(sent)
		require.NoError(t, err)
		var body any
		require.NoError(t, json.Unmarshal([]byte(in.body), &body))
		plain, err := stamp(body, sent)
		require.NoError(t, err)
		k, iv := bytes.Repeat([]byte{byte(0x11 * (i + 1))}, keySize), bytes.Repeat([]byte{byte(0x1f * (i + 1))}, ivSize)
		encKey, macKey, err := subkeys(k)
		require.NoError(t, err)
		message, err := sealMessage(k, iv, plain, aad(key.KID, testMethod, in.path))
		require.NoError(t, err)
		wrapped, err := rsa.EncryptOAEP(sha256.New(), randReader{}, &key.Private.PublicKey, k, nil)
		require.NoError(t, err)
		file.Vectors = append(file.Vectors, vector{
			Bits: in.bits, KID: key.KID, PublicKey: pub.PublicKey, PrivateKey: string(private),
			Method: testMethod, Path: in.path, Body: json.RawMessage(in.body), SecSendTime: sent.UnixMilli(),
			Plain: string(plain), K: hex.EncodeToString(k),
			KEnc: hex.EncodeToString(encKey), KMac: hex.EncodeToString(macKey),
			IV: hex.EncodeToString(iv), Ciphertext: hex.EncodeToString(message[ivSize : len(message)-macSize]),
			MAC: hex.EncodeToString(message[len(message)-macSize:]), Message: b64(message),
			AESSign: base64.StdEncoding.EncodeToString(wrapped),
		})
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(file))
	require.NoError(t, os.WriteFile(vectorFile, out.Bytes(), 0o644))
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	require.NoError(t, err)
	return data
}
