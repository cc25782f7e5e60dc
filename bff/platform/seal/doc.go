// Package seal encrypts small secrets at rest: activation codes, verification codes that wait to be sent.
//
// Invariants:
//   - AES-256-GCM with a random nonce under a key derived by HKDF-SHA256 from the program's secret and the purpose, so
//     that what was sealed for one purpose never opens for another. A purpose may name the row ("esim:8944..."), which
//     keeps sealed values from being swapped between rows.
//   - The second byte of a sealed value tells which secret it was sealed with: a new secret takes over while values under
//     the older ones still open.
//   - Every failure to open is ErrOpen, without detail.
package seal
