// react-router reads these globals while it is being imported; jsdom has none of them.
const util = require('node:util');
const web = require('node:stream/web');
const { webcrypto } = require('node:crypto');

globalThis.TextEncoder ??= util.TextEncoder;
globalThis.TextDecoder ??= util.TextDecoder;
globalThis.ReadableStream ??= web.ReadableStream;
globalThis.WritableStream ??= web.WritableStream;
globalThis.TransformStream ??= web.TransformStream;
if (!globalThis.crypto?.subtle) {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
}
