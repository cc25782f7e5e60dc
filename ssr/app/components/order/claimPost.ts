import { failed, seeOther } from '../../router/module';
import { paths } from '../../router/paths';
import { ofCustomer } from '../account/ofCustomer';

/** Takes the ticked orders into the account, or puts the offer off; then My orders again, which says what came. */
export const claimPost = ofCustomer(async ({ form, gw, lang }) => {
  const offered = form.getAll('orderNos').map(String);
  if (form.get('intent') === 'later') {
    const later = await gw.post('/mall/us/orders/claim/later', { orderNos: offered });
    return later.ok ? seeOther(paths.accountOrders(lang)) : failed(form, later, { form: 'claim' });
  }
  // Each box is called like its order.
  const orderNos = offered.filter((orderNo) => form.get(orderNo) === '1');
  const result = await gw.post('/mall/us/orders/claim', { orderNos });
  if (result.ok) {
    const { orders, sims, simsElsewhere } = result.data;
    const came = { claimed: orders, sims: sims || undefined, stays: simsElsewhere || undefined };
    return seeOther(paths.accountOrders(lang, came));
  }
  // None was ticked: it is said at the first box.
  const { orderNos: none, ...fields } = result.fields;
  const [first] = offered;
  const beside = none && first ? { ...fields, [first]: none } : fields;
  return failed(form, { ...result, fields: beside }, { form: 'claim' });
});
