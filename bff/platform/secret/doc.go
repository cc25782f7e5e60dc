// Package secret does what the shop's secrets are for: Box encrypts small values at rest (activation codes, verification codes that wait
// to be sent), Signer makes short texts that a browser may keep but not change (which browser placed an order, which draft may be
// looked at), and Fingerprinter recognises an address or a number that the shop must not know.
//
// Invariants:
//   - Everything is done for a purpose. What was made for one purpose is good for no other: a box and a signer derive a key for each by
//     HKDF-SHA256, a fingerprint hashes it with the text. A purpose of a box may name the row ("esim:8944..."), which keeps encrypted
//     values from being swapped between rows.
//   - A new secret takes over while what the older ones made is still opened, accepted and recognised.
//   - A box is AES-256-GCM with a random nonce. Every failure to open is ErrOpen, without detail.
//   - A signed text is good until its expiry. Its value can be read by who holds the text: it is signed, not encrypted. Why a text is not
//     good is not reported.
//   - A fingerprint is a keyed hash: without the secret nobody can compute it, or search by trying addresses.
package secret
