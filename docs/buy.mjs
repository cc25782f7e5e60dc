// Buys one eSIM through the gateway, knowing only shared/openapi.yaml:
//   node docs/buy.mjs [http://localhost:8080]
// It needs the sandbox provider: no browser stands here to type a card number.
import { randomUUID, webcrypto } from 'node:crypto';

const base = process.argv[2] ?? 'http://localhost:8080';
const { subtle } = webcrypto;
const cookies = new Map(); // the cookie `visitor` makes this program the owner of its order
const utf8 = (text) => new TextEncoder().encode(text);
const base64 = (bytes) => Buffer.from(bytes).toString('base64');

const item = { goodsId: 'jp-3g-7', simType: 'esim', quantity: 1, compatibilityConfirmed: true };
const { orderTotal } = await call('POST', '/gw/cq-ordercharge/order/doBudget', {
  source: 'buyNow',
  item,
});

const submit = '/gw/cq-ordercharge/order/encryptSubmit';
const sealed = await seal('POST', submit, {
  source: 'buyNow',
  item,
  paymentMethod: 'card',
  expectedTotal: orderTotal,
  contact: { firstName: 'Ada', email: 'ada@example.com' },
});
const { orderNo } = await call('POST', submit, sealed, { 'idempotency-key': randomUUID() });
console.log('order', orderNo);

const create = '/gw/cq-ordercharge/payment/us/create';
const { clientSecret } = await call('POST', create, { orderNo });
await confirm(clientSecret);

const detail = `/gw/cq-ordercharge/order/detail?orderNo=${orderNo}`;
let status = 'waiting_payment';
for (let tries = 0; status !== 'completed'; tries++) {
  if (tries === 60) throw new Error(`still ${status} after 30 s`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  ({ status } = await call('GET', detail));
}
const { smdp, matchingId } = await call('GET', `/gw/sim/us/install?orderNo=${orderNo}`);
console.log(status, '- type into the phone:', smdp, matchingId);

/** Calls the gateway and returns `data`; a refusal is an error. */
async function call(method, path, body, headers = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      langId: '2', // 2 English, 1 Chinese
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    cookies.set(name, value);
  }
  const answer = await response.json();
  if (!answer.success) {
    throw new Error(`${path}: ${response.status} ${answer.code} ${JSON.stringify(answer.data)}`);
  }
  return answer.data;
}

/** Seals a body for one call; docs/decisions/005 says how and why. */
async function seal(method, path, body) {
  const { kid, publicKey, serverTime } = await call('GET', '/gw/auth/crypto/key');
  const secret = webcrypto.getRandomValues(new Uint8Array(32));
  const iv = webcrypto.getRandomValues(new Uint8Array(16));
  const material = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derive = (use, algorithm, usage) =>
    subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: utf8(''), info: utf8(`roamcart-gw-1 ${use}`) },
      material,
      algorithm,
      false,
      [usage],
    );
  const encKey = await derive('enc', { name: 'AES-CBC', length: 256 }, 'encrypt');
  const macKey = await derive('mac', { name: 'HMAC', hash: 'SHA-256', length: 256 }, 'sign');
  const spki = Buffer.from(publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const rsaKey = await subtle.importKey('spki', spki, oaep, false, ['encrypt']);

  const plain = utf8(JSON.stringify({ ...body, secSendTime: serverTime }));
  const cipher = await subtle.encrypt({ name: 'AES-CBC', iv }, encKey, plain);
  const message = Buffer.concat([iv, Buffer.from(cipher)]);
  const signed = Buffer.concat([utf8(`${kid}\n${method}\n${path}\n`), message]);
  const mac = await subtle.sign('HMAC', macKey, signed);
  return {
    kid,
    aesSign: base64(await subtle.encrypt(oaep, rsaKey, secret)),
    message: base64(Buffer.concat([message, Buffer.from(mac)])),
  };
}

/** What the card form of the payment page does, with the sandbox's test card. */
async function confirm(clientSecret) {
  const pk = await call('GET', '/gw/cq-ordercharge/payment/us/pk');
  const [intent] = clientSecret.split('_secret_');
  const response = await fetch(`${base}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${pk}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  if (!response.ok) throw new Error(`confirm: ${response.status} ${await response.text()}`);
}
