// Package crockford makes and reads words of Crockford's base32: digits, and letters without I, L, O and U, so that a word can
// be read out over the phone and typed from paper.
package crockford

import (
	"crypto/rand"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// Alphabet holds the 32 characters; the place of one is its value.
const Alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Random returns a word of n characters, with five random bits each.
func Random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // crypto/rand never returns an error, it ends the program
	for i := range b {
		b[i] = Alphabet[b[i]&31]
	}
	return string(b)
}

var lookalikes = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// Normal turns what a person typed into the form of a word: upper case, no separators, and the look-alikes O, I and L read as
// digits. Whether it is a word is for Valid to say.
func Normal(s string) string { return lookalikes.Replace(strings.ToUpper(input.Joined(s))) }

// Valid reports whether s holds no other characters than those of the alphabet.
func Valid(s string) bool { return strings.Trim(s, Alphabet) == "" }
