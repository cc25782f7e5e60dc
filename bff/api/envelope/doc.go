// Package envelope opens and makes the sealed bodies of the gateway's encrypted calls.
//
// A sealed body hides a call from the middle boxes that end TLS, write logs or copy traffic. It replaces neither TLS,
// nor authentication, nor validation. The format is
//
//	K       = 32 random bytes
//	enc     = HKDF-SHA256(K, no salt, "roamcart-gw-1 enc", 32)
//	mac     = HKDF-SHA256(K, no salt, "roamcart-gw-1 mac", 32)
//	message = base64( iv || AES-256-CBC/PKCS7(enc, iv, plain) || HMAC-SHA256(mac, aad || iv || ciphertext) )
//	aad     = kid "\n" METHOD "\n" path "\n"
//	aesSign = base64( RSA-OAEP-SHA256(K) )
//
// and plain is a JSON object with the number secSendTime, milliseconds since the epoch by the server's clock.
//
// Invariants:
//   - Whatever is wrong with an envelope, the caller learns ErrInvalid and nothing else. Any other error says that the
//     shop itself could not look (database, overload, cancelled request).
//   - The MAC is compared, in constant time, before a byte of the padding is looked at. A wrapped key that does not
//     unwrap is replaced by a random one, so that it fails at the same place as a wrong MAC.
//   - Method, path and kid are under the MAC: an envelope made for one call opens at no other.
//   - A wrapped key opens once, on all replicas and across restarts. It is remembered by its decoded bytes, for longer
//     than its stamp can be in the window, and only after the MAC was right, so that strangers cannot fill the table.
//   - At most two keys are live: the one that is handed out and, for the overlap, the one before it. A private key that
//     is not live any more is deleted.
//   - At most one RSA operation per CPU runs at a time.
package envelope
