import { failed, seeOther } from '../../router/module';
import { paths } from '../../router/paths';
import { requireLogin } from '../account/customerAction';

/** Claims the ticked guest orders for the account, or dismisses the offer; then redirects to My orders, which shows what was claimed. */
export const claimOrders = requireLogin(async ({ form, gw, lang }) => {
  const offered = form.getAll('orderNos').map(String);
  if (form.get('intent') === 'later') {
    const later = await gw.post('/mall/us/orders/claim/later', { orderNos: offered });
    return later.ok ? seeOther(paths.accountOrders(lang)) : failed(form, later, { form: 'claim' });
  }
  // The name of each box is its order number.
  const orderNos = offered.filter((orderNo) => form.get(orderNo) === '1');
  const result = await gw.post('/mall/us/orders/claim', { orderNos });
  if (result.ok) {
    const { orders, sims, simsElsewhere } = result.data;
    const came = { claimed: orders, sims: sims || undefined, stays: simsElsewhere || undefined };
    return seeOther(paths.accountOrders(lang, came));
  }
  // None was ticked: the error is shown at the first box.
  const { orderNos: none, ...fields } = result.fields;
  const [first] = offered;
  const beside = none && first ? { ...fields, [first]: none } : fields;
  return failed(form, { ...result, fields: beside }, { form: 'claim' });
});
