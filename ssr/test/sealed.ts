import {
  constants,
  createDecipheriv,
  generateKeyPairSync,
  hkdfSync,
  privateDecrypt,
} from 'node:crypto';
import type { FakeBff } from './fakeBff';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Gives a gateway a key; what is sealed with it can be read by {@link sealedBodies}. */
export function giveKey(bff: FakeBff): void {
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  bff.on('/gw/auth/crypto/key', () => ({
    data: { kid: 'test', bits: 2048, publicKey: pem, serverTime: Date.now() },
  }));
}

/** The plain bodies of the sealed calls to a path, without their stamp, oldest first. */
export function sealedBodies(bff: FakeBff, path: string): Record<string, unknown>[] {
  return bff.seen.filter((call) => call.path === path).map(({ body }) => opened(body));
}

function opened({ aesSign, message }: Record<string, unknown>): Record<string, unknown> {
  const { RSA_PKCS1_OAEP_PADDING: padding } = constants;
  const key = privateDecrypt(
    { key: privateKey, padding, oaepHash: 'sha256' },
    Buffer.from(String(aesSign), 'base64'),
  );
  const enc = hkdfSync('sha256', key, '', 'roamcart-gw-1 enc', 32);
  const bytes = Buffer.from(String(message), 'base64');
  const cipher = createDecipheriv('aes-256-cbc', Buffer.from(enc), bytes.subarray(0, 16));
  const plain = Buffer.concat([cipher.update(bytes.subarray(16, -32)), cipher.final()]);
  const { secSendTime: _, ...body } = JSON.parse(plain.toString('utf8')) as Record<string, unknown>;
  return body;
}
