import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { seal, type CryptoKeyAnswer } from '../app/gw/seal';
import type { Lang } from './texts';

const SHOP = process.env.E2E_URL ?? 'http://localhost:8080';

/**
 * Calls the shop's gateway as its pages do, to prepare data for a test. Cookies are those of the request context; the context of
 * `page.request` shares them with the browser.
 */
export class Gateway {
  constructor(
    readonly request: APIRequestContext,
    readonly lang: Lang = 'en',
    private readonly shop = new URL(SHOP).origin,
  ) {}

  async get<T>(path: string, params: Record<string, string> = {}): Promise<T> {
    return dataOf<T>(await this.request.get(this.shop + path, { params, headers: this.headers() }));
  }

  async post<T>(path: string, data: object): Promise<T> {
    return dataOf<T>(await this.request.post(this.shop + path, { data, headers: this.headers() }));
  }

  /** Posts a sealed (encrypted) body. */
  async postSealed<T>(path: string, body: Record<string, unknown>): Promise<T> {
    const key = await this.get<CryptoKeyAnswer>('/gw/auth/crypto/key');
    return this.post<T>(path, await seal(key, 'POST', path, body, key.serverTime));
  }

  /** Pays an intent with a card of the sandbox provider, as the card form does. */
  async confirm(clientSecret: string, card: string): Promise<void> {
    const key = await this.get<string>('/gw/cq-ordercharge/payment/us/pk');
    const [intent] = clientSecret.split('_secret_');
    const answer = await this.request.post(
      `${this.shop}/sandbox/stripe/v1/payment_intents/${intent}/confirm`,
      {
        form: { client_secret: clientSecret, payment_method: card },
        headers: { authorization: `Bearer ${key}` },
      },
    );
    expect(answer.status(), await answer.text()).toBe(200);
  }

  private headers(): Record<string, string> {
    return {
      langId: this.lang === 'zh' ? '1' : '2',
      origin: this.shop,
      'idempotency-key': randomUUID(),
    };
  }
}

type Envelope<T> = { success: boolean; code: string; data: T };

async function dataOf<T>(answer: APIResponse): Promise<T> {
  const { success, code, data } = (await answer.json()) as Envelope<T>;
  expect(success, `${answer.url()}: ${answer.status()} ${code} ${JSON.stringify(data)}`).toBe(true);
  return data;
}
