import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form, useSubmit } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { zonedTime } from '../../i18n/format';
import { useBusy, useLang, useShell } from '../../router/page';
import { LocalizedLink } from '../../router/LocalizedLink';
import { paths } from '../../router/paths';
import { Countdown } from '../page/Countdown';
import { ariaDisabled } from '../form/ariaDisabled';

type Props = {
  orderNo: string;
  method: 'wechat_pay' | 'alipay';
  qr: NonNullable<PageDataByKind['payment']['attempt']>['qr'];
  /** The last code was declined: the next one is asked for by hand. */
  failed: boolean;
};

/**
 * The code a wallet app scans, with its own time limit; asks for one at once when scripts run. A phone cannot scan its own screen:
 * there the wallet is opened where the provider has a way, and the code can be saved to be picked from the album.
 */
export function ScanCode({ orderNo, method, qr, failed }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const submit = useSubmit();
  const { timeZone } = useShell().tenant;
  const [ended, setEnded] = useState<string>();
  const app = t(`payment:method.${method}`);
  const missing = !qr;
  // A new code ends at another time.
  const over = qr && ended === qr.expiresAt;

  useEffect(() => {
    if (missing && !failed)
      void submit({ intent: 'qr' }, { method: 'post', preventScrollReset: true });
    // Once: a refusal is shown, not repeated.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p className="max-sm:hidden">{t('payment:scan.how', { app })}</p>
      {qr?.png && !over && (
        <>
          {qr.openUrl ? (
            <a href={qr.openUrl} className="btn btn-primary sm:hidden">
              {t('payment:scan.open', { app })}
            </a>
          ) : (
            <p className="sm:hidden">{t('payment:scan.album', { app })}</p>
          )}
          <img src={qr.png} alt={t('payment:scan.alt', { app })} className="size-60" />
          <a href={qr.png} download={orderNo} className="btn btn-secondary sm:hidden">
            {t('payment:scan.save')}
          </a>
          <div className="text-muted">
            <p>{t('payment:scan.until', { time: zonedTime(qr.expiresAt, lang, timeZone) })}</p>
            <Countdown until={qr.expiresAt} onEnd={() => setEnded(qr.expiresAt)} />
          </div>
        </>
      )}
      {over && (
        <p role="status" className="text-warning">
          {t('payment:scan.over')}
        </p>
      )}
      {/* Without scripts this is how the first code is asked for, and how a new one is. */}
      <Form method="post" preventScrollReset>
        <button
          type="submit"
          name="intent"
          value="qr"
          {...ariaDisabled(busy)}
          className={`btn ${missing || over ? 'btn-primary' : 'btn-secondary'}`}
        >
          {t(missing ? 'payment:scan.show' : 'payment:scan.renew')}
        </button>
      </Form>
      {/* In one place: what a shopper does until scripts run, and what the page does then. */}
      <div className="grid items-center *:col-start-1 *:row-start-1">
        <p className="text-14 text-muted no-js:invisible">{t('payment:scan.wait')}</p>
        <LocalizedLink
          to={paths.payment(lang, orderNo)}
          className="link-alone justify-center js:hidden"
        >
          {t('payment:checkAgain')}
        </LocalizedLink>
      </div>
    </div>
  );
}
