import type { BrowserContext, Response } from '@playwright/test';

/**
 * Collects problems in a browser: console errors and warnings (which hydration and the content security
 * policy report), uncaught exceptions, failed responses, and requests to other servers.
 */
export class BrowserMonitor {
  readonly problems: string[] = [];
  private readonly expected = new Set<number>();
  private readonly ignored: RegExp[] = [];
  private readonly hosts = new Set<string>();

  /** Expects responses with this status. */
  allow(status: number): void {
    this.expected.add(status);
  }

  /** Expects console messages that match. */
  ignore(message: RegExp): void {
    this.ignored.push(message);
  }

  /** Expects requests to this host. */
  allowHost(host: string): void {
    this.hosts.add(host);
  }

  follow(context: BrowserContext): void {
    context.on('console', (message) => {
      // The browser repeats every failed answer here, without its address: `response` knows more.
      if (message.text().startsWith('Failed to load resource')) return;
      if (this.ignored.some((known) => known.test(message.text()))) return;
      if (message.type() === 'error' || message.type() === 'warning') {
        this.problems.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on('weberror', (failure) => this.problems.push(`exception: ${failure.error().stack}`));
    context.on('response', (response) => this.check(response));
  }

  private check(response: Response): void {
    const status = response.status();
    const url = new URL(response.url());
    if (status >= 400 && !this.expected.has(status)) {
      this.problems.push(`${status} for ${response.request().method()} ${url.pathname}`);
    }
    // data: and blob: have no host.
    if (url.host && !this.hosts.has(url.host) && !/^([\w-]+\.)?localhost(:\d+)?$/.test(url.host)) {
      this.problems.push(`request to ${url.host}`);
    }
  }
}
