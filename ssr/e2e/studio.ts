import type { Page } from '@playwright/test';
import { invite } from './desk';
import { accessibilityProblems, cutTexts, nameless, overflow } from './inspect';
import { expect, type Lang } from './shop';

/** Gives the browser a device that makes and uses passkeys without asking anybody. */
export async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

type Texts = (key: string, params?: Record<string, unknown>) => string;

let last = 0;

/** Enters the Studio as a new member, who gets codes by mail. */
export async function enter(
  page: Page,
  role: string,
  name: string,
  lang: Lang,
  t: Texts,
): Promise<Page> {
  const address = `${role}-${process.pid}-${Date.now()}-${(last += 1)}@example.com`;
  await page.goto(await invite(address, role, lang));
  await page.getByLabel(t('studio:invitation.name')).fill(name);
  await page.getByRole('button', { name: t('studio:invitation.code') }).click();
  await expect(page.getByRole('heading', { name: t('studio:home.title') })).toBeVisible();
  return page;
}

/** Waits for a page of the Studio by its heading, and looks at it at every width. */
export async function checkPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const viewport = page.viewportSize()!;
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
    expect([width, await cutTexts(page)]).toEqual([width, []]);
    expect([width, await accessibilityProblems(page)]).toEqual([width, []]);
    expect([width, await nameless(page)]).toEqual([width, []]);
  }
  await page.setViewportSize(viewport);
}

/** Opens a page of the Studio by its link in the navigation; the heading then has the focus. */
export async function follow(page: Page, link: string, heading = link): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}
