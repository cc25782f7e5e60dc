import { constants, createDecipheriv, createPrivateKey, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal, sealBytes } from '../app/gw/seal';

type Vector = {
  bits: number;
  kid: string;
  publicKey: string;
  privateKey: string;
  method: string;
  path: string;
  body: Record<string, unknown> | string;
  secSendTime: number;
  plain: string;
  k: string;
  iv: string;
  kEnc: string;
  message: string;
};

// The gateway's own vectors: both languages must make the same bytes.
const file = join(__dirname, '../../bff/api/envelope/testdata/vectors.json');
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

function unwrap(vector: Vector, aesSign: string): Buffer {
  return privateDecrypt(
    {
      key: createPrivateKey(vector.privateKey),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    Buffer.from(aesSign, 'base64'),
  );
}

function opened(vector: Vector, message: string): unknown {
  const bytes = Buffer.from(message, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', hex(vector.kEnc), bytes.subarray(0, 16));
  const plain = Buffer.concat([decipher.update(bytes.subarray(16, -32)), decipher.final()]);
  return JSON.parse(plain.toString('utf8'));
}

test('there are vectors', () => expect(vectors.length).toBeGreaterThan(2));

test.each(vectors)('the gateway’s vector: $bits bits, $path', async (vector) => {
  const parts = { key: hex(vector.k), iv: hex(vector.iv) };
  const plain = new TextEncoder().encode(vector.plain);
  const sealed = await sealBytes(vector, vector.method, vector.path, plain, parts);
  expect(sealed.message).toBe(vector.message);
  expect(sealed.kid).toBe(vector.kid);
  expect(unwrap(vector, sealed.aesSign).toString('hex')).toBe(vector.k);
});

test.each(vectors)('bodies get their stamp: $bits bits, $path', async (vector) => {
  const parts = { key: hex(vector.k), iv: hex(vector.iv) };
  const { method, path, body, secSendTime } = vector;
  const sealed = await seal(vector, method, path, body, secSendTime, parts);
  const wanted = typeof body === 'string' ? { value: body } : body;
  expect(opened(vector, sealed.message)).toEqual({ ...wanted, secSendTime });
});

test('every envelope has a key and an iv of its own', async () => {
  const vector = vectors[0]!;
  const once = () => seal(vector, 'POST', vector.path, { a: 1 }, 1);
  const [a, b] = await Promise.all([once(), once()]);
  expect(unwrap(vector, a.aesSign).equals(unwrap(vector, b.aesSign))).toBe(false);
  expect(a.message.slice(0, 20)).not.toBe(b.message.slice(0, 20));
});

test('a message is bound to its call', async () => {
  const vector = vectors[0]!;
  const parts = { key: hex(vector.k), iv: hex(vector.iv) };
  const one = await seal(vector, 'POST', '/gw/a', { a: 1 }, 1, parts);
  const other = await seal(vector, 'POST', '/gw/b', { a: 1 }, 1, parts);
  expect(one.message).not.toBe(other.message);
});
