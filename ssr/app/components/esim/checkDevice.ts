import type { GwData } from '../../gw/types';
import { failed, goOn, type PageAction } from '../../router/module';
import { text } from '../form/formText';

export type DeviceVerdict = GwData<'/sim/devices/check', 'post'>;

/** Asks the gateway about a device. The page shows the answer and what was chosen, never the EID again. */
export const checkDevice: PageAction = async ({ form, gw }) => {
  const result = await gw.post('/sim/devices/check', {
    model: text(form, 'model'),
    soldIn: text(form, 'soldIn'),
    eid: text(form, 'eid'),
  });
  if (!result.ok) return failed(form, result);
  form.delete('eid');
  return goOn(form, { verdict: result.data });
};
