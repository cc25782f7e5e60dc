import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form, useSubmit } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { zonedTime } from '../../i18n/format';
import { useBusy, useLang, useShell } from '../../router/page';
import { LocalizedLink } from '../../router/LocalizedLink';
import { paths } from '../../router/paths';
import { Countdown } from '../page/Countdown';
import { svgData } from '../page/svgData';
import { unpressable } from '../form/unpressable';

type Props = {
  orderNo: string;
  method: 'wechat_pay' | 'alipay';
  qr: NonNullable<PageDataByKind['payment']['attempt']>['qr'];
  /** The last code was declined: the next one is asked for by hand. */
  failed: boolean;
};

/** The code a wallet app scans, with its own time limit; asks for one at once when scripts run. */
export function ScanCode({ orderNo, method, qr, failed }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const submit = useSubmit();
  const { timeZone } = useShell().tenant;
  const [over, setOver] = useState(false);
  const app = t(`payment:method.${method}`);
  const missing = !qr;

  useEffect(() => setOver(false), [qr?.expiresAt]);
  useEffect(() => {
    if (missing && !failed)
      void submit({ intent: 'qr' }, { method: 'post', preventScrollReset: true });
    // Once: a refusal is shown, not repeated.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p className="font-medium">{t('payment:scan.how', { app })}</p>
      {qr?.svg && !over && (
        <>
          <img
            src={svgData(qr.svg)}
            alt={t('payment:scan.alt', { app })}
            width="240"
            height="240"
            className="size-60 rounded-control border border-line bg-white"
          />
          <div className="text-muted">
            <p>{t('payment:scan.until', { time: zonedTime(qr.expiresAt, lang, timeZone) })}</p>
            <Countdown until={qr.expiresAt} onEnd={() => setOver(true)} />
          </div>
        </>
      )}
      {over && (
        <p role="status" className="font-medium text-warning">
          {t('payment:scan.over')}
        </p>
      )}
      {/* Without scripts this is how the first code is asked for, and how a new one is. */}
      <Form method="post" preventScrollReset>
        <button
          type="submit"
          name="intent"
          value="qr"
          {...unpressable(busy)}
          className={`btn ${missing || over ? 'btn-primary' : 'btn-secondary'}`}
        >
          {t(missing ? 'payment:scan.show' : 'payment:scan.renew')}
        </button>
      </Form>
      <p className="text-14 text-muted no-js:hidden">{t('payment:scan.wait')}</p>
      <LocalizedLink to={paths.payment(lang, orderNo)} className="js:hidden">
        {t('payment:checkAgain')}
      </LocalizedLink>
    </div>
  );
}
