import { useEffect } from 'react';
import { useTranslation } from '../i18n/react';
import { Form } from 'react-router';
import { CART_FORM, saveQuantities } from '../components/cart/cartForm';
import { CartLine } from '../components/cart/CartLine';
import { CartSummary } from '../components/cart/CartSummary';
import { CheckButton } from '../components/cart/CheckButton';
import { ErrorSummary } from '../components/form/ErrorSummary';
import { Empty } from '../components/page/Empty';

import type { Gw } from '../gw/client';
import { LocalizedLink, TextLink } from '../router/LocalizedLink';
import {
  done,
  failed,
  type PageAction,
  type PageHandle,
  type PageProps,
  seeOther,
} from '../router/module';
import { useActionErrors, useLang } from '../router/page';
import { paths } from '../router/paths';
import { notify } from '../state/store';

export const handle: PageHandle = { i18n: ['cart', 'plan'] };

// Renders the page again without a redirect: with scripts the focus then stays.
export const action: PageAction = async ({ form, gw, lang }) => {
  const intent = form.get('intent');
  if (form.has('step') || intent === 'save' || intent === 'checkout') {
    const refused = await saveQuantities(form, gw);
    if (refused) return failed(form, refused);
    return intent === 'checkout' ? seeOther(paths.order(lang)) : done();
  }
  const result = await change(form, gw);
  return result.ok ? done({ removed: form.get('intent') === 'remove' }) : failed(form, result);
};

function change(form: FormData, gw: Gw) {
  const itemId = String(form.get('itemId') ?? '');
  const on = form.get('selected') === '1';
  const startDate = form.get('startDate');
  // A day that is missing is refused with a message, as a wrong one is.
  if (startDate !== null)
    return gw.post('/mall/cart/update', { itemId, startDate: String(startDate) || '-' });
  switch (form.get('intent')) {
    case 'remove':
      return gw.post('/mall/cart/remove', { itemIds: [itemId] });
    case 'select':
      return gw.post('/mall/cart/update', { itemId, selected: on });
    default:
      return gw.post('/mall/cart/update', { selectAll: on });
  }
}

export function Component({ page }: PageProps<'cart'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const errors = useActionErrors<{ removed: boolean }>();
  const removed = errors.extra.removed ? errors.outcome : undefined;
  useEffect(() => {
    if (removed) notify(t('cart:removed'));
  }, [removed, t]);
  const { cart } = page.data;
  if (cart.items.length === 0) {
    return (
      <div className="container-page py-8">
        <Empty heading="h1" icon="cart" title={t('cart:empty.title')} text={t('cart:empty.text')}>
          <LocalizedLink to={paths.listing(lang)} className="btn btn-primary">
            {t('cart:empty.action')}
          </LocalizedLink>
          {/* The order may have been placed in another tab. */}
          <TextLink to={paths.track(lang)}>{t('cart:empty.ordered')}</TextLink>
        </Empty>
      </div>
    );
  }
  return (
    <div className="container-page py-6">
      <h1 className="page-title mb-4">{t('cart:title')}</h1>
      <ErrorSummary
        message={errors.failed ? (Object.values(errors.fields)[0] ?? errors.message) : undefined}
        outcome={errors.outcome}
      />
      {/* Its fields are in the lines. Enter in one of them submits the first button, which saves and stays on the page. */}
      <Form id={CART_FORM} method="post" preventScrollReset>
        <button
          type="submit"
          name="intent"
          value="save"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          {t('cart:update')}
        </button>
      </Form>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start">
        <section aria-label={t('cart:lines')} className="card-flush">
          <Form
            method="post"
            preventScrollReset
            className="flex items-center gap-3 border-b border-line p-4 sm:gap-4"
          >
            <input type="hidden" name="selected" value={cart.allSelected ? '0' : '1'} />
            <CheckButton
              name="intent"
              value="selectAll"
              checked={cart.allSelected}
              label={t('cart:selectAll')}
            />
            <span aria-hidden="true" className="font-medium">
              {t('cart:selectAll')}
            </span>
            <span className="ml-auto text-14 text-muted">
              {t('cart:selected', { count: cart.selectedCount })}
            </span>
          </Form>
          <ul>
            {cart.items.map((item) => (
              <CartLine key={item.itemId} item={item} currency={cart.currency} />
            ))}
          </ul>
        </section>
        <CartSummary cart={cart} />
      </div>
    </div>
  );
}
