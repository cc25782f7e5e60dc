import type { GwError } from '../../gw/client';
import { switchesLanguage } from '../../drafts/otherLanguage';
import { failed, doneWithValues, seeOther, type PageAction } from '../../router/module';
import { paths } from '../../router/paths';
import { saveAddress, withChosenAddress } from '../form/addressForm';
import { formFields, selectionOf, submissionOf, unpaidOf } from './checkoutForm';
import { enteredCard } from './enteredCard';

/** Places the order, or computes its price when `intent` is `budget` or the language is switched. */
export const checkout: PageAction = async ({ form, gw, lang, url }) => {
  const full = await withChosenAddress(form, gw);
  const price = () =>
    gw.post('/cq-ordercharge/order/doBudget', selectionOf(full), { loading: false });
  // A customer's checkout whose session is over goes on after a login: a guest has another cart.
  const ended = ({ code }: GwError) => code === 'login_required' && form.has('customer');
  const toLogin = () => seeOther(paths.login(lang, url.pathname + url.search, { ended: 1 }));
  if (form.get('intent') === 'budget' || switchesLanguage(form)) {
    const budget = await price();
    if (!budget.ok && ended(budget)) return toLogin();
    if (!budget.ok) return failed(form, { ...budget, fields: formFields(budget.fields, full) });
    return doneWithValues(form, { budget: budget.data });
  }
  const card = form.get('paymentMethod') === 'card' ? enteredCard() : undefined;
  const problem = await card?.problem();
  if (problem !== undefined)
    return failed(form, { status: 422, code: 'card_incomplete', message: problem, fields: {} });
  const idempotencyKey = String(form.get('idempotencyKey') ?? '');
  const placed = await gw.seal('/cq-ordercharge/order/encryptSubmit', submissionOf(full), {
    idempotencyKey,
  });
  if (placed.ok) {
    await saveAddress(form, gw);
    const { orderNo } = placed.data;
    // Also after a failed card payment: the order's payment page continues from there.
    const found = await card?.pay(gw, orderNo).catch(() => '');
    return seeOther(`${paths.payment(lang, orderNo)}${found ?? ''}`);
  }
  if (ended(placed)) return toLogin();
  // The page is rendered again with the current price, discounts included.
  const budget = await price();
  const fields = formFields(placed.fields, full);
  const priced = budget.ok ? { budget: budget.data } : {};
  return failed(form, { ...placed, fields }, { ...priced, unpaid: unpaidOf(placed) });
};
