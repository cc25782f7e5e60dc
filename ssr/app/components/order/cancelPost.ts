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
