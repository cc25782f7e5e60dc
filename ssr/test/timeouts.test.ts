import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CALL_TIMEOUT_MS } from '../server/gateway';

const root = resolve(__dirname, '../..');

/** The milliseconds of a duration that a Go file has in seconds: the only group of the pattern. */
function millisecondsIn(path: string, pattern: RegExp): number {
  return Number(pattern.exec(readFileSync(join(root, path), 'utf8'))?.[1]) * 1000;
}

// Otherwise a form without scripts says only "unavailable" when the provider hangs, or nothing at all.
test('a call of the renderer outlives a call to the payment provider, and leaves time to render the form again', () => {
  const provider = millisecondsIn(
    'bff/payment/stripe/stripe.go',
    /o\.Timeout = (\d+) \* time\.Second/,
  );
  const form = millisecondsIn(
    'bff/platform/config/config.go',
    /"CALL_TIMEOUT" envDefault:"(\d+)s"/,
  );
  const page = millisecondsIn('bff/pages/web/handler.go', /readTimeout += (\d+) \* time\.Second/);
  expect(CALL_TIMEOUT_MS).toBeGreaterThanOrEqual(provider + 2000);
  expect(CALL_TIMEOUT_MS).toBeLessThanOrEqual(form - page - 2000);
});
