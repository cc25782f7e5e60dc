import type { Gw } from '../../gw/client';
import { failed, type ActionFailure } from '../../router/module';
import { atField } from '../form/atField';
import { text } from '../form/formText';
import { confirmName } from './CancelOrder';

/** Cancels the order of a posted form; undefined when it is done. */
export async function cancelPost(form: FormData, gw: Gw): Promise<ActionFailure | undefined> {
  const orderNo = text(form, 'orderNo');
  const name = confirmName(orderNo);
  const confirm = form.get(name) === '1';
  const result = await gw.post('/cq-ordercharge/order/cancel', { orderNo, confirm });
  return result.ok
    ? undefined
    : failed(form, atField(result, { confirm: name }), { form: orderNo });
}

/** Asks for the money of an order back, as the posted form says; undefined when it is asked for. */
export async function refundPost(
  form: FormData,
  gw: Gw,
  orderNo: string,
): Promise<ActionFailure | undefined> {
  const result = await gw.post('/cq-ordercharge/order/refund', {
    orderNo,
    lines: form.getAll('lines').map(String),
    reason: text(form, 'reason'),
    notes: text(form, 'notes'),
  });
  if (!result.ok) return failed(form, result);
  const { eligible, reason = '', message = '' } = result.data;
  return eligible ? undefined : failed(form, { status: 409, code: reason, message, fields: {} });
}
