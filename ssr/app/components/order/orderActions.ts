import { done, failed, type PageAction } from '../../router/module';
import { withFieldError } from '../form/fieldErrors';
import { trimmed } from '../form/formText';
import { confirmName } from './CancelOrder';

/** Runs the posted form of an order's page: requests a refund, or cancels the order. */
export const postOrder: PageAction = (post) =>
  post.form.get('intent') === 'refund' ? requestRefund(post) : cancelOrder(post);

/** Cancels the order of a posted form. */
export const cancelOrder: PageAction = async ({ form, gw }) => {
  const orderNo = trimmed(form, 'orderNo');
  const name = confirmName(orderNo);
  const confirm = form.get(name) === '1';
  const result = await gw.post('/cq-ordercharge/order/cancel', { orderNo, confirm });
  return result.ok
    ? done()
    : failed(form, withFieldError(result, { confirm: name }), { form: orderNo });
};

const requestRefund: PageAction = async ({ form, gw, params }) => {
  const result = await gw.post('/cq-ordercharge/order/refund', {
    orderNo: params.orderNo ?? '',
    lines: form.getAll('lines').map(String),
    reason: trimmed(form, 'reason'),
    notes: trimmed(form, 'notes'),
  });
  if (!result.ok) return failed(form, result);
  const { eligible, reason = '', message = '' } = result.data;
  return eligible ? done() : failed(form, { status: 409, code: reason, message, fields: {} });
};
