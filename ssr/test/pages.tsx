import type { ReactNode } from 'react';
import { useTranslation } from '../app/i18n/react';
import { Form } from 'react-router';
import type { PublicError } from '../app/router/errors';
import { LocalizedLink } from '../app/router/LocalizedLink';
import { done, failed, seeOther, type PageModule } from '../app/router/module';
import { useActionErrors, useAsyncStatus, usePage } from '../app/router/page';
import { paths } from '../app/router/paths';
import type { TableRow } from '../app/router/table';
import { CartCount } from '../app/state/CartCount';

// Small pages that use everything the frame offers; the frame's tests stay true whatever the shop's
// own pages look like.

export const layout = {
  Layout({ children, hideHeader }: { children: ReactNode; hideHeader: boolean }) {
    return (
      <>
        {hideHeader ? null : (
          <header data-header>
            <LocalizedLink to="/cart">
              menu <CartCount />
            </LocalizedLink>
          </header>
        )}
        <main id="main">{children}</main>
      </>
    );
  },
};

export const errorPage = {
  handle: { i18n: ['error'] },
  Component({ status, code, requestId }: PublicError) {
    const { t } = useTranslation();
    return <h1>{`${t('error:heading')} ${status} ${code} ${requestId}`}</h1>;
  },
};

export const notFound: PageModule = {
  handle: { i18n: ['not_found'] },
  Component() {
    const { t } = useTranslation();
    return <h1>{t('not_found:heading')}</h1>;
  },
};

const faq: PageModule = {
  handle: { i18n: ['faq'] },
  Component() {
    const { t } = useTranslation();
    return <h1>{`${t('faq:heading')} ${usePage().seo.title}`}</h1>;
  },
};

const cart: PageModule = {
  handle: { i18n: ['cart'] },
  action: async ({ form, gw, lang }) => {
    if (form.get('intent') === 'stay') return done({ said: 'kept' });
    if (form.get('intent') === 'throw') throw new Error('secret of the action');
    await gw.post('/mall/cart/add', { goodsId: 'a', simType: 'esim', quantity: 1 } as never);
    const result = await gw.post('/mall/cart/remove', { itemIds: ['1'] });
    return result.ok ? seeOther(paths.cart(lang)) : failed(form, result);
  },
  Component() {
    const { t } = useTranslation();
    const errors = useActionErrors<{ said: string }>();
    return (
      <Form method="post">
        <h1>{t('cart:heading')}</h1>
        <p id="message">{errors.message}</p>
        <p id="said">{errors.extra.said}</p>
        <p id="field">{errors.field('email')}</p>
        <p id="status">{useAsyncStatus()}</p>
        <input name="email" defaultValue={errors.value('email')} />
        <input name="password" defaultValue={errors.value('password')} />
      </Form>
    );
  },
};

const payment: PageModule = {
  handle: { i18n: [], js: 'always', hideHeader: true },
  Component: () => <h1>pay</h1>,
};

const broken: PageModule = {
  handle: { i18n: [] },
  Component: () => {
    throw new Error('secret of the component');
  },
};

export const table: TableRow[] = [
  { kind: 'faq', path: 'faq', load: () => Promise.resolve(faq) },
  { kind: 'cart', path: 'cart', load: () => Promise.resolve(cart) },
  { kind: 'payment', path: 'payment/:orderNo', load: () => Promise.resolve(payment) },
  { kind: 'why_us', path: 'why-us', load: () => Promise.resolve(broken) },
  { kind: 'not_found', path: '*', load: () => Promise.resolve(notFound) },
];
