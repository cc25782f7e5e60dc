import { useTranslation } from '../i18n/react';
import type { Install } from '../gw/types';
import { Alert } from './Alert';
import { CopyField } from './CopyField';
import { svgData } from './svgData';

/** Everything needed to install one eSIM: links for this phone, a code for another screen, and the code in text. */
export function InstallKit({ install, of }: { install: Install; of: number }) {
  const { t } = useTranslation();
  const { name, unit, iccidLast4, state } = install;
  const title = of > 1 ? t('order:install.unit', { name, unit }) : name;
  return (
    <article className="rounded-card border border-line bg-paper p-4 sm:p-6">
      <h3 className="text-20 font-semibold">{title}</h3>
      <p className="mb-4 text-14 text-muted">
        {t(`order:install.state.${state}`)}
        {iccidLast4 && <> · {t('order:install.iccid', { last4: iccidLast4 })}</>}
      </p>
      {install.lpa ? <Kit install={install} /> : <p>{t('order:install.preparing')}</p>}
    </article>
  );
}

function Kit({ install }: { install: Install }) {
  const { t } = useTranslation();
  const { qrSvg, iosUrl, androidUrl, smdp, matchingId, apn, steps } = install;
  return (
    <div className="grid gap-6 sm:grid-cols-[272px_minmax(0,1fr)]">
      <div className="order-2 sm:order-1">
        <img
          src={svgData(qrSvg)}
          alt={t('order:install.qrAlt')}
          width="272"
          height="272"
          className="mx-auto size-68 rounded-control border border-line bg-white p-2"
        />
        <p className="mt-2 text-center text-14 text-muted">
          <span className="sm:hidden">{t('order:install.qrPhone')}</span>
          <span className="hidden sm:inline">{t('order:install.qrDesktop')}</span>
        </p>
      </div>
      <div className="order-1 grid content-start gap-4 sm:order-2">
        {(iosUrl || androidUrl) && (
          <div className="no-print grid gap-2 sm:grid-cols-2">
            {iosUrl && (
              <a href={iosUrl} rel="noreferrer" className="btn btn-primary">
                {t('order:install.ios')}
              </a>
            )}
            {androidUrl && (
              <a href={androidUrl} rel="noreferrer" className="btn btn-secondary">
                {t('order:install.android')}
              </a>
            )}
            <p className="text-14 text-muted sm:col-span-2">{t('order:install.linkHint')}</p>
          </div>
        )}
        <Alert kind="warning">
          <p>{t('order:install.keep')}</p>
        </Alert>
        <div>
          <CopyField label={t('order:install.smdp')} value={smdp} />
          <CopyField label={t('order:install.code')} value={matchingId} />
          {apn ? (
            <CopyField label={t('order:install.apn')} value={apn} />
          ) : (
            <p className="text-14 text-muted">{t('order:install.apnAuto')}</p>
          )}
        </div>
        <Steps title={t('order:install.stepsIos')} steps={steps.ios} />
        <Steps title={t('order:install.stepsAndroid')} steps={steps.android} />
      </div>
    </div>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <details className="rounded-control border border-line px-4">
      <summary className="flex min-h-11 items-center font-medium">{title}</summary>
      <ol className="list-decimal space-y-2 pb-4 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}
