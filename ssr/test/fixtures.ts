import type { Page, PageKind, Shell } from '../app/gw/page';
import type { Assets } from '../server/assets';
import { readSheet } from '../server/sheet';
import type { Locales } from '../server/texts';

/** A shell as the gateway sends it. */
export function shell(): Shell {
  return {
    menus: [],
    tenants: [],
    tenant: {
      tenantId: '20',
      name: 'Roamcart',
      icon: '/pc-static/icon.svg',
      currency: 'USD',
      currencySymbol: '$',
      supportEmail: 'help@example.test',
      hotline: '2345 6789',
      phoneExample: '+44 7700 900123',
      corporateUrl: 'https://example.test/',
      timeZone: 'Asia/Hong_Kong',
      touch: { blockMultiTouch: true },
      legal: 'Roamcart Ltd, 1 Sample Street',
      hours: 'Every day, 09:00–18:00 (UTC+8)',
      marks: ['Visa', 'Alipay'],
      wechat: { title: 'WeChat', description: 'Scan it.', qrImage: '/pc-static/wechat.svg' },
    },
    pk: 'pk_test_1',
    buildId: 'b1',
    languages: [
      { locale: 'en', label: 'English', href: '/en/faq' },
      { locale: 'zh', label: '简体中文', href: '/zh/faq' },
    ],
    crypto: { sealed: true },
    features: [],
  };
}

/** Some of a page's fields, of whatever kind it is. */
export type PageParts = { [Field in keyof Page]?: Page[Field] };

/** A page as the gateway sends it; `more` replaces top-level fields. */
export function pageFixture(kind: PageKind, path: string, more: PageParts = {}): Page {
  const lang = path.startsWith('/zh') ? 'zh' : 'en';
  return {
    kind,
    status: kind === 'not_found' ? 404 : 200,
    locale: lang,
    path,
    seo: {
      title: lang === 'zh' ? `标题 ${kind}` : `Title ${kind}`,
      description: 'A "page" <of> things',
      canonical: `https://shop.test${path}`,
      alternates: [
        { hreflang: 'en', href: `https://shop.test${path.replace(/^\/zh/, '/en')}` },
        { hreflang: 'zh-Hans', href: `https://shop.test${path.replace(/^\/en/, '/zh')}` },
      ],
      og: { type: 'website' },
      jsonLd: [{ '@type': 'WebPage', name: '</script><script>alert(1)</script>' }],
    },
    shell: shell(),
    data: {} as never,
    noindex: ['cart', 'not_found', 'payment'].includes(kind),
    ...more,
  } as Page;
}

/** Texts of both languages, each with its language and namespace, so that a test sees which one it got. */
export const catalogue: Locales = {
  en: {
    common: { loading: 'loading...', close: 'Close', unavailable: 'Unavailable for a moment' },
    faq: { heading: 'Questions' },
    cart: { heading: 'Your cart' },
    not_found: { heading: 'Nothing here' },
    error: { heading: 'Something broke' },
    secret: { heading: 'never shipped' },
  },
  zh: {
    common: { loading: '加载中……', close: '关闭', unavailable: '暂时无法使用' },
    faq: { heading: '常见问题' },
    cart: { heading: '购物车' },
    not_found: { heading: '页面不存在' },
    error: { heading: '出错了' },
    secret: { heading: '不发送' },
  },
};

/** The assets of a made-up browser build. */
export const assets: Assets = {
  build: 'build-1',
  boot: '/assets/boot-1.js',
  styles: ['/assets/styles-1.css'],
  overlayStyles: ['/assets/overlay-1.css'],
  sheet: readSheet('.overlay{position:fixed}h1{font-weight:700}.unused{color:red}'),
  modules: (kind) => ['/assets/client-1.js', `/assets/${kind}-1.js`],
};
