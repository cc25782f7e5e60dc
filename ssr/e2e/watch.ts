import type { BrowserContext, Response } from '@playwright/test';

/**
 * Collects what must never happen in a shopper's browser: console errors and warnings (hydration and
 * content security policy report there), exceptions nobody caught, answers that failed, requests to
 * somebody else's server.
 */
export class Watch {
  readonly troubles: string[] = [];
  private readonly expected = new Set<number>();
  private readonly ignored: RegExp[] = [];

  /** Answers with this status are part of the test. */
  allow(status: number): void {
    this.expected.add(status);
  }

  /** Console messages like this are part of the test. */
  ignore(message: RegExp): void {
    this.ignored.push(message);
  }

  follow(context: BrowserContext): void {
    context.on('console', (message) => {
      // The browser repeats every failed answer here, without its address: `response` knows more.
      if (message.text().startsWith('Failed to load resource')) return;
      if (this.ignored.some((known) => known.test(message.text()))) return;
      if (message.type() === 'error' || message.type() === 'warning') {
        this.troubles.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on('weberror', (failure) => this.troubles.push(`exception: ${failure.error().stack}`));
    context.on('response', (response) => this.judge(response));
  }

  private judge(response: Response): void {
    const status = response.status();
    const url = new URL(response.url());
    if (status >= 400 && !this.expected.has(status)) {
      this.troubles.push(`${status} for ${response.request().method()} ${url.pathname}`);
    }
    // data: and blob: have no host.
    if (url.host && !/^([\w-]+\.)?localhost(:\d+)?$/.test(url.host)) {
      this.troubles.push(`request to ${url.host}`);
    }
  }
}
