import type { Gw } from '../../gw/client';
import { failed, type ActionFailure } from '../../router/module';
import { withFieldError } from '../form/fieldErrors';
import { trimmed } from '../form/formText';
import { confirmName } from './CancelOrder';

/** Cancels the order of a posted form; undefined after success. */
export async function cancelOrder(form: FormData, gw: Gw): Promise<ActionFailure | undefined> {
  const orderNo = trimmed(form, 'orderNo');
  const name = confirmName(orderNo);
  const confirm = form.get(name) === '1';
  const result = await gw.post('/cq-ordercharge/order/cancel', { orderNo, confirm });
  return result.ok
    ? undefined
    : failed(form, withFieldError(result, { confirm: name }), { form: orderNo });
}

/** Requests the refund of a posted form; undefined after success. */
export async function requestRefund(
  form: FormData,
  gw: Gw,
  orderNo: string,
): Promise<ActionFailure | undefined> {
  const result = await gw.post('/cq-ordercharge/order/refund', {
    orderNo,
    lines: form.getAll('lines').map(String),
    reason: trimmed(form, 'reason'),
    notes: trimmed(form, 'notes'),
  });
  if (!result.ok) return failed(form, result);
  const { eligible, reason = '', message = '' } = result.data;
  return eligible ? undefined : failed(form, { status: 409, code: reason, message, fields: {} });
}
