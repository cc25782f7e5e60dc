/** `GET /gw/auth/crypto/key`: PEM SPKI key and the server's clock in ms since epoch. */
export type CryptoKeyAnswer = { kid: string; bits: number; publicKey: string; serverTime: number };

/** Body of a sealed call, all base64 except `kid`. */
export type SealedBody = { aesSign: string; message: string; kid: string };

/** Randomness of one envelope; given only by tests that compare with fixed vectors. */
export type SealParts = { key: Bytes; iv: Bytes };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Seals one call: AES-256-CBC, then HMAC-SHA256 over kid, method, path, iv and cipher text, under keys
 * drawn by HKDF from 32 random bytes that only the gateway's RSA key can unwrap.
 * The same code runs in the browser and in the renderer (WebCrypto).
 * @param path request path, e.g. `/gw/auth/token/login`
 * @param body JSON object, or one string, which travels as `{"value": ...}`
 * @param now ms since epoch by the gateway's clock; becomes `secSendTime`
 * @throws when the platform has no WebCrypto (plain http on a host other than localhost)
 */
export async function seal(
  key: Pick<CryptoKeyAnswer, 'kid' | 'publicKey'>,
  method: string,
  path: string,
  body: Record<string, unknown> | string,
  now: number,
  parts: SealParts = freshParts(),
): Promise<SealedBody> {
  const content = typeof body === 'string' ? { value: body } : body;
  const plain = utf8(JSON.stringify({ ...content, secSendTime: Math.round(now) }));
  return sealBytes(key, method, path, plain, parts);
}

/** {@link seal} for bytes that already are the plain text. */
export async function sealBytes(
  key: Pick<CryptoKeyAnswer, 'kid' | 'publicKey'>,
  method: string,
  path: string,
  plain: Bytes,
  parts: SealParts,
): Promise<SealedBody> {
  const { subtle } = crypto;
  const material = await subtle.importKey('raw', parts.key, 'HKDF', false, ['deriveKey']);
  const [encKey, macKey, rsaKey] = await Promise.all([
    subtle.deriveKey(hkdf('enc'), material, { name: 'AES-CBC', length: 256 }, false, ['encrypt']),
    subtle.deriveKey(hkdf('mac'), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
      'sign',
    ]),
    subtle.importKey(
      'spki',
      pemBytes(key.publicKey),
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['encrypt'],
    ),
  ]);
  const cipher = new Uint8Array(
    await subtle.encrypt({ name: 'AES-CBC', iv: parts.iv }, encKey, plain),
  );
  const head = utf8(`${key.kid}\n${method.toUpperCase()}\n${path}\n`);
  const mac = new Uint8Array(await subtle.sign('HMAC', macKey, join(head, parts.iv, cipher)));
  const wrapped = new Uint8Array(await subtle.encrypt({ name: 'RSA-OAEP' }, rsaKey, parts.key));
  return { aesSign: base64(wrapped), message: base64(join(parts.iv, cipher, mac)), kid: key.kid };
}

function hkdf(use: 'enc' | 'mac') {
  return {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(0),
    info: utf8(`roamcart-gw-1 ${use}`),
  };
}

function freshParts(): SealParts {
  return {
    key: crypto.getRandomValues(new Uint8Array(32)),
    iv: crypto.getRandomValues(new Uint8Array(16)),
  };
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes;
}

function pemBytes(pem: string): Bytes {
  const text = atob(pem.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function join(...pieces: Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function base64(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
