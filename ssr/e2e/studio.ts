import type { Page } from '@playwright/test';
import { inviteMember } from './cli';
import {
  accessibilityProblems,
  clippedTexts,
  unnamedControls,
  horizontalOverflow,
} from './inspect';
import { expect, type Lang } from './test';

/** Adds a virtual authenticator, which creates and uses passkeys without user interaction. */
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

/** Accepts an invitation to the Studio as a new member, who logs in with codes by mail. */
export async function enterStudio(
  page: Page,
  role: string,
  name: string,
  lang: Lang,
  t: Texts,
): Promise<Page> {
  const address = `${role}-${process.pid}-${Date.now()}-${(last += 1)}@example.com`;
  await page.goto(await inviteMember(address, role, lang));
  await page.getByLabel(t('studio:invitation.name')).fill(name);
  await page.getByRole('button', { name: t('studio:invitation.code') }).click();
  await expect(page.getByRole('heading', { name: t('studio:home.title') })).toBeVisible();
  return page;
}

/** Waits for a page of the Studio by its heading, and checks its layout and accessibility at every width. */
export async function checkPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const viewport = page.viewportSize()!;
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await horizontalOverflow(page)]).toEqual([width, 0]);
    expect([width, await clippedTexts(page)]).toEqual([width, []]);
    expect([width, await accessibilityProblems(page)]).toEqual([width, []]);
    expect([width, await unnamedControls(page)]).toEqual([width, []]);
  }
  await page.setViewportSize(viewport);
}

/** Opens a page of the Studio by its link in the navigation; the heading then has the focus. */
export async function openByNavigation(page: Page, link: string, heading = link): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}
