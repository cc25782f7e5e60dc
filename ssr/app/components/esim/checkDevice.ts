import type { GwData } from '../../gw/types';
import { failed, doneWithValues, type PageAction } from '../../router/module';
import { trimmed } from '../form/formText';

export type DeviceVerdict = GwData<'/sim/devices/check', 'post'>;

/** Asks the gateway about a device. The page shows the answer and what was chosen, never the EID again. */
export const checkDevice: PageAction = async ({ form, gw }) => {
  const result = await gw.post('/sim/devices/check', {
    model: trimmed(form, 'model'),
    soldIn: trimmed(form, 'soldIn'),
    eid: trimmed(form, 'eid'),
  });
  if (!result.ok) return failed(form, result);
  form.delete('eid');
  return doneWithValues(form, { verdict: result.data });
};
