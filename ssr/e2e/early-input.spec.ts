import type { Page, Request } from '@playwright/test';
import { registerCustomer } from './customers';
import { test } from './fixtures';
import { addToCart, buyEsim, gatewayOf } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated } from './test';
import { installForms, type FilledControl, type PageForms, type WithForms } from './draftForms';
import { NOT_FOUND, PAGE_STATES, openPageState, type PageState } from './pageStates';

// Whoever is quicker than the application loses nothing: what is put into any form of the shop before React is there
// stays, and is what leaves. The forms are found in the pages, so that a new one is tested, too.

const CARD_BY_POST = 'order?buyNow=jp-10g-15&simType=physical&quantity=1';

/** Pages with forms that the other pages do not show. */
const MORE: Record<string, PageState> = {
  'plan with a day': { at: () => 'travel-card/americas/us-u3-10' },
  'cart with a day': {
    at: (shopper) => addToCart(shopper, 'us-u3-10', inDays(20)).then(() => 'cart'),
  },
  'SIM to register': {
    at: (shopper) =>
      buyEsim(gatewayOf(shopper), { goodsId: 'th-15g-8v' }).then(
        ({ orderNo }) => `my-order/${orderNo}/sims`,
      ),
  },
  'checkout of a customer': { at: (shopper) => saveAddress(shopper).then(() => CARD_BY_POST) },
  'account, saved address': {
    at: (shopper) => saveAddress(shopper).then((id) => `my-account?edit=${id}`),
  },
};

/** The number of controls of each form of a page, without the search forms of the header. */
const FORMS: Record<string, string> = {
  home: 'search-home 1',
  listing: 'form 7, compare 1',
  'empty listing': 'form 7',
  group: 'form 7, compare 1',
  destination: 'compare 1',
  'which plan': 'form 3',
  'plans for a trip': 'form 3',
  plan: 'buy 3',
  'monthly plan': 'buy 6, number-search 1',
  esim: 'form 3, device-filter 1',
  'install guide': 'form 3, device-filter 1',
  checkout: 'form 6',
  cart: 'cart-quantities 1',
  'checkout with address': 'form 16',
  track: 'form 2',
  'review of an order': 'form 3',
  'order not paid': 'field-confirm 1',
  order: 'form 3',
  login: '- 1, email 2, phone 2',
  'login by phone': '- 1, email 2, phone 2',
  'sign-up': 'form 8',
  'forgotten password': 'field-email 1',
  account: 'account-section 1, profile 2, email 1, phone 1, consent 1, password 3',
  'account, new address':
    'account-section 1, profile 2, email 1, phone 1, consent 1, address 10, password 3',
  'no orders': 'account-section 1, period 1, field-keyword 1',
  orders: 'account-section 1, period 1, field-keyword 1, field-confirm 1',
  'orders of a guest': 'account-section 1, claim 1, period 1, field-keyword 1',
  'no SIMs': 'account-section 1, link 2',
  rewards: 'account-section 1',
  'a SIM': 'account-section 1, realname-TH 6',
  'delete account': 'account-section 1, form 2',
  faq: 'field-keyword 1',
  'faq search': 'field-keyword 1',
  contact: 'form 5',
  'page not found': 'search-page 1',
  'cart with a day': 'itemId 1, cart-quantities 1',
  'plan with a day': 'buy 4',
  'SIM to register': 'realname-TH 6',
  'checkout of a customer': 'form 19',
  'account, saved address':
    'account-section 1, profile 2, email 1, phone 1, consent 1, address 10, password 3',
};

/** Search forms of the header: beside the logo, and in the mobile menu. */
const HEADER = { search: 1, 'search-menu': 1 };
const NO_HEADER = /^(install guide|login|sign-up|forgotten)/;

/** Buttons that send no request: the page handles them alone. */
const ASKS_NOBODY = new Set(['intent=have']);

/** Forms that the page handles without a request. */
const STAYS = new Set(['device-filter']);

/** Fields that are not in the first request: they select which other fields count, have their default, or are sent with the code. */
const NOT_SENT = [
  'buy: numberId = own',
  'form: addressId = other',
  'form: sort = 1',
  'link: iccid',
];

/** Forms that are tested in both languages and on both screens; the others alternate. */
const BOTH = /^(listing|monthly plan|cart|checkout with address|login|sign-up|account|a SIM)$/;

const places = Object.values(PAGE_STATES)
  .flatMap((states) => Object.entries(states))
  .filter(
    // Its document is the one of the form before.
    ([name]) => name !== 'sign-up code',
  );

for (const [nth, lang] of LANGS.entries()) {
  const screen = lang === 'en' ? 'phone' : 'desktop';
  const here = [...places, ...Object.entries(MORE)].filter(
    ([name], at) => at % 2 === nth || BOTH.test(name),
  );
  test.describe(() => {
    test.use({ lang, ...SCREENS[screen] });
    for (const [name, place] of here) {
      test(`${name}: input before hydration is kept and submitted: ${lang}, ${screen}`, async ({
        page,
        t,
        monitor,
        visitors,
      }) => {
        monitor.allow(503);
        if (name === NOT_FOUND) monitor.allow(404);
        await page.addInitScript(installForms);
        const release = await holdApplication(page);
        const settled = followRequests(page);
        await openPageState({ page, lang, t, scripts: true }, place, visitors);
        const counted = await inPage(page, (forms) => forms.count());
        const header = NO_HEADER.test(name) ? {} : HEADER;
        expect.soft(counted).toEqual({ ...header, ...figures(FORMS[name]) });
        const given = await inPage(page, (forms, last) => forms.fill(last), lang === 'en');
        await release();
        await hydrated(page);
        await settled();
        const held = await inPage(page, (forms, what) => forms.held(what), given);
        const changed = held.map(written).filter((line, i) => line !== written(given[i]!));
        expect.soft(changed, 'what controls hold instead').toEqual([]);
        // The header is the same on every page.
        const sent = name === 'home' ? given : given.filter(({ form }) => !(form in HEADER));
        await expectSent(page, sent, settled);
      });
    }
  });
}

type WithRendering = {
  rendering: { isHeld: () => boolean; release: () => void };
  former: Element;
};

test('what is typed while a changed page is rendered anew stays, and so does the focus', async ({
  page,
}) => {
  const rendering = await renderAnew(page, '/en/contact', 'input[name=firstName]');
  const name = page.locator('input[name=firstName]');
  await name.click();
  await page.keyboard.type('Ada');
  await rendering.start();
  await page.keyboard.type(' Love');
  await rendering.finish();
  await page.keyboard.type('lace');
  await expect(name).toHaveValue('Ada Lovelace');
});

test('what is opened before and while a changed page is rendered anew stays open', async ({
  page,
  t,
}) => {
  await page.setViewportSize(SCREENS.phone.viewport);
  const rendering = await renderAnew(page, '/en/faq', 'main details');
  const answers = page.locator('main details');
  const column = page.locator('footer summary', { hasText: t('footer:help') });
  await answers.nth(0).locator('summary').click();
  await rendering.start();
  await answers.nth(2).locator('summary').click();
  await column.click();
  await rendering.finish();
  const open = () =>
    answers.evaluateAll((all) => all.slice(0, 4).map((one) => one.hasAttribute('open')));
  expect(await open()).toEqual([true, false, true, false]);
  await expect(page.locator('footer').getByRole('link', { name: t('footer:faq') })).toBeVisible();
  await answers.nth(0).locator('summary').click();
  expect(await open()).toEqual([false, false, true, false]);
});

/**
 * Opens a page whose HTML is older than its data, so that the application renders it anew, which waits: `start` loads the application,
 * `finish` returns when the page is replaced.
 * @param selector an element that the page has
 */
async function renderAnew(
  page: Page,
  address: string,
  selector: string,
): Promise<{ start: () => Promise<void>; finish: () => Promise<void> }> {
  await page.addInitScript(() => {
    // React schedules its rendering by messages: they are held until release is called.
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    let holds = true;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      if (holds) held.push(() => post.call(this, message));
      else post.call(this, message);
    };
    Object.assign(window, {
      rendering: {
        isHeld: () => held.length > 0,
        release: () => {
          holds = false;
          for (const send of held.splice(0)) send();
        },
      },
    });
  });
  const release = await holdApplication(page);
  await page.goto(address);
  await page.evaluate((former) => {
    document.getElementById('boot')!.dataset.version = 'former';
    Object.assign(window, { former: document.querySelector(former) });
  }, selector);
  return {
    start: async () => {
      await release();
      await page.waitForFunction(() => (window as unknown as WithRendering).rendering.isHeld());
    },
    finish: async () => {
      await page.evaluate(() => (window as unknown as WithRendering).rendering.release());
      await hydrated(page);
      expect(
        await page.evaluate(() => (window as unknown as WithRendering).former.isConnected),
      ).toBe(false);
    },
  };
}

/** Submits every form with each of its buttons, and checks the submitted fields and the requests. Nothing reaches the shop. */
async function expectSent(
  page: Page,
  given: FilledControl[],
  settled: () => Promise<void>,
): Promise<void> {
  const arrived = await takeRequests(page);
  const names = [...new Set(given.map(({ form }) => form))].filter((name) => name !== '-');
  // The searches of the header come last: their answer reads the page again.
  for (const form of names.sort((a, b) => Number(a in HEADER) - Number(b in HEADER))) {
    if (STAYS.has(form)) continue;
    const typed = given.filter((one) => one.form === form);
    const buttons = await inPage(page, (forms, name) => forms.buttons(name), form);
    const asked: string[] = [];
    for (const button of buttons.length > 0 ? buttons : ['']) {
      const how = `${form}, ${button}`;
      await inPage(page, (forms, [name, key]) => forms.press(name!, key!), [form, button]);
      await page.waitForFunction(() => (window as unknown as WithForms).pageForms.sent.length > 0);
      if (!ASKS_NOBODY.has(button)) await expect.poll(() => arrived.length, how).not.toBe(0);
      await settled();
      const [sent] = await inPage(page, (forms) => forms.sent.splice(0));
      expect.soft(sent?.form, how).toBe(form);
      expect.soft(lost(typed, sent?.fields ?? []), `fields of ${how}`).toEqual([]);
      asked.push(...arrived.splice(0).flatMap(textsOf));
    }
    const sealed = await inPage(page, (forms) => forms.sealed.splice(0));
    const texts = [...asked, ...sealed.flatMap(leaves)].map(plain);
    // Who wants all destinations asks for none of them.
    const all = typed.some(
      ({ name, value, ticked }) => name === 'countries' && value === 'ALL' && ticked,
    );
    const left = typed.filter(({ kind, name, value, ticked }) => {
      if (all && name === 'countries') return false;
      const says = kind === 'text' ? value : ticked && value !== '1' ? value : '';
      return says !== '' && !texts.includes(plain(says));
    });
    const missing = left
      .map(written)
      .filter((line) => !NOT_SENT.some((one) => line.startsWith(one)));
    expect.soft(missing, `not in what was asked by ${form}: ${texts.join(', ')}`).toEqual([]);
  }
}

/** Returns the filled-in controls that the form's fields lack. */
function lost(typed: FilledControl[], fields: [string, string][]): string[] {
  const has = (name: string, value: string) =>
    fields.some((field) => field[0] === name && field[1] === value);
  return typed
    .filter(({ kind, name, value, ticked }) => has(name, value) !== (kind === 'text' || ticked))
    .map(written);
}

function written({ form, name, kind, value, ticked }: FilledControl): string {
  return `${form}: ${name} = ${value}${kind === 'text' ? '' : ticked ? ', ticked' : ', not ticked'}`;
}

/**
 * Intercepts all further requests: calls fail, and a navigation gets the current page. Returns the
 * requests.
 */
async function takeRequests(page: Page): Promise<Request[]> {
  const arrived: Request[] = [];
  const here = new URL(page.url());
  await page.route(/\/gw\//, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    arrived.push(route.request());
    await route.fulfill({ status: 503, json: { success: false, code: 'unavailable' } });
  });
  await page.route(/\/_payload\.json/, async (route) => {
    const asked = new URL(route.request().url());
    const same =
      asked.pathname === `${here.pathname}/_payload.json` && asked.search === here.search;
    if (same) return route.fallback();
    arrived.push(route.request());
    await route.fulfill({ status: 204, headers: { 'X-Redirect': here.pathname + here.search } });
  });
  return arrived;
}

/** All texts and figures in a request. */
function textsOf(request: Request): string[] {
  if (request.method() === 'POST') return leaves(request.postData() ?? '');
  return [...new URL(request.url()).searchParams.values()].flatMap((value) => value.split(','));
}

function leaves(json: string): string[] {
  const found: string[] = [];
  try {
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
      return value;
    });
  } catch {
    // A key, which is sealed as well.
  }
  return found;
}

// As the shop writes it: mail addresses in small letters, numbers of orders in capitals, lines end in one way.
function plain(text: string): string {
  return text.toLowerCase().replaceAll('\r\n', '\n').trim();
}

/** Delays the application's scripts until the returned function is called. The boot script runs. */
async function holdApplication(page: Page): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/assets\/(?!boot-)[\w.-]+\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Returns a function that waits until no request of the page is pending. */
function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const follows = (request: Request) => ['fetch', 'script'].includes(request.resourceType());
  page.on('request', (request) => void (follows(request) && open.add(request)));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => void open.delete(request));
  return async () => {
    const until = Date.now() + 10_000;
    for (;;) {
      const busy = await page.evaluate(busyButtons);
      if (open.size === 0 && busy === 0) return;
      const urls = [...open].map((request) => request.url());
      if (Date.now() > until) throw new Error(`${busy} buttons are busy, on their way are ${urls}`);
    }
  };
}

/** Runs in the page: the number of buttons in the busy state, after the next frame. */
async function busyButtons(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const busy = 'button[type=submit][aria-disabled=true]:not([name=step])';
  return document.querySelectorAll(busy).length;
}

async function inPage<T, A = undefined>(
  page: Page,
  act: (forms: PageForms, given: A) => T,
  given?: A,
): Promise<T> {
  const forms = await page.evaluateHandle(() => (window as unknown as WithForms).pageForms);
  return forms.evaluate(act as never, given as never) as Promise<T>;
}

function figures(text = ''): Record<string, number> {
  const parts = text.split(', ').filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => [part.slice(0, part.lastIndexOf(' ')), Number(part.split(' ').at(-1))]),
  );
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Makes a customer with an address, and returns its id. */
async function saveAddress(shopper: Shopper): Promise<string> {
  const gateway = gatewayOf(shopper);
  await registerCustomer(gateway);
  const { addressId } = await gateway.post<{ addressId: string }>('/gw/mall/us/address/save', {
    fullName: 'Ada Lovelace',
    addressLine1: '1 Queen’s Road Central',
    city: 'Hong Kong',
    country: 'HK',
  });
  return addressId;
}
