import { failed, seeOther, type PageAction } from '../../router/module';

/** Leads to the checkout with what the order of a page held, and cancels the order if it is unpaid. */
export const orderAgain: PageAction = async ({ form, gw, params }) => {
  const again = await gw.post('/cq-ordercharge/order/again', {
    orderNo: params.orderNo ?? '',
    confirm: true,
  });
  return again.ok ? seeOther(again.data.checkout) : failed(form, again);
};
