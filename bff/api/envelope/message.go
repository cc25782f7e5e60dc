package envelope

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
)

const (
	keySize = 32
	ivSize  = aes.BlockSize
	macSize = sha256.Size

	// maxCiphertext bounds the work and the memory that one envelope costs.
	maxCiphertext = 64 << 10
	maxMessage    = ivSize + maxCiphertext + macSize
	minMessage    = ivSize + aes.BlockSize + macSize

	infoEnc = "roamcart-gw-1 enc"
	infoMAC = "roamcart-gw-1 mac"
)

var errMessage = errors.New("envelope: message does not open")

// sealMessage returns iv || ciphertext || MAC.
func sealMessage(key, iv, plain, aad []byte) ([]byte, error) {
	encKey, macKey, err := subkeys(key)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(encKey)
	if err != nil {
		return nil, fmt.Errorf("message cipher: %w", err)
	}
	padded := pad(plain)
	if len(padded) > maxCiphertext {
		return nil, fmt.Errorf("message: %d bytes of ciphertext, at most %d", len(padded), maxCiphertext)
	}
	out := make([]byte, ivSize+len(padded), ivSize+len(padded)+macSize)
	copy(out, iv)
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(out[ivSize:], padded)
	return append(out, tag(macKey, aad, out)...), nil
}

// openMessage returns the plain text of iv || ciphertext || MAC. The padding is read only when the MAC is right.
func openMessage(key, message, aad []byte) ([]byte, error) {
	body := len(message) - macSize
	if len(message) < minMessage || len(message) > maxMessage || (body-ivSize)%aes.BlockSize != 0 {
		return nil, errMessage
	}
	encKey, macKey, err := subkeys(key)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal(tag(macKey, aad, message[:body]), message[body:]) {
		return nil, errMessage
	}
	block, err := aes.NewCipher(encKey)
	if err != nil {
		return nil, fmt.Errorf("message cipher: %w", err)
	}
	plain := make([]byte, body-ivSize)
	cipher.NewCBCDecrypter(block, message[:ivSize]).CryptBlocks(plain, message[ivSize:body])
	return unpad(plain)
}

// aad is what the MAC covers besides the message, so that an envelope fits one call and one key.
func aad(kid, method, path string) []byte {
	return []byte(kid + "\n" + method + "\n" + path + "\n")
}

func subkeys(key []byte) (encKey, macKey []byte, err error) {
	if encKey, err = hkdf.Key(sha256.New, key, nil, infoEnc, keySize); err != nil {
		return nil, nil, fmt.Errorf("derive the cipher key: %w", err)
	}
	if macKey, err = hkdf.Key(sha256.New, key, nil, infoMAC, keySize); err != nil {
		return nil, nil, fmt.Errorf("derive the MAC key: %w", err)
	}
	return encKey, macKey, nil
}

func tag(macKey, aad, ivAndCiphertext []byte) []byte {
	mac := hmac.New(sha256.New, macKey)
	mac.Write(aad)
	mac.Write(ivAndCiphertext)
	return mac.Sum(nil)
}

func pad(plain []byte) []byte {
	n := aes.BlockSize - len(plain)%aes.BlockSize
	out := make([]byte, len(plain)+n)
	copy(out, plain)
	for i := len(plain); i < len(out); i++ {
		out[i] = byte(n)
	}
	return out
}

func unpad(padded []byte) ([]byte, error) {
	n := int(padded[len(padded)-1])
	if n == 0 || n > aes.BlockSize {
		return nil, errMessage
	}
	for _, b := range padded[len(padded)-n:] {
		if int(b) != n {
			return nil, errMessage
		}
	}
	return padded[:len(padded)-n], nil
}
