import type { Order } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import { Alert } from '../page/Alert';

/** A delivery that takes long: until when the shop tries, and what happens then. Nothing when it is not late. */
export function DelayNotice({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { delay, contact } = order;
  if (!delay) return null;
  const words = {
    time: zonedTime(delay.refundAt, lang, timeZone),
    email: contact.email,
  };
  const state = delay.overdue ? 'overdue' : 'promised';
  return (
    <Alert kind="warning" title={t(`order:delay.${state}.title`, words)}>
      <p>{t(`order:delay.${state}.text`, words)}</p>
    </Alert>
  );
}
