import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import type { Install } from '../../gw/types';
import { date } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { Alert } from '../page/Alert';
import { CopyField } from '../page/CopyField';
import { Fold } from '../page/Fold';
import { Icon } from '../page/Icon';
import { svgData } from '../page/svgData';
import { KitTopUps, type TopUps } from './KitTopUps';

type Kit = PageDataByKind['install']['kits'][number];
type Props = {
  kit: Kit;
  /** How many eSIMs of the same plan the order has. */
  of: number;
  topUps?: TopUps;
  /** Among many: only its head is shown until it is opened, unless it is the one that is wanted. */
  folded?: 'open' | 'closed';
};

/** Everything needed to install one eSIM: links for this phone, a code for another screen, and the code in text. */
export function InstallKit({ kit, of, topUps, folded }: Props) {
  const { t } = useTranslation();
  const { name, unit, iccidLast4, state, stateText, erasedAt } = kit.install;
  const card = 'rounded-card border border-line bg-paper';
  const title = of > 1 ? t('order:install.unit', { name, unit }) : name;
  const standing = (
    <p className="text-14 text-muted">
      {erasedAt
        ? t('order:install.state.erased')
        : (stateText ?? t(`order:install.state.${state}`))}
      {iccidLast4 && <> · {t('order:install.iccid', { last4: iccidLast4 })}</>}
    </p>
  );
  if (!folded) {
    return (
      <article className={`p-4 sm:p-6 ${card}`}>
        <h2 className="text-20 font-semibold">{title}</h2>
        <div className="mb-4">{standing}</div>
        <Body kit={kit} topUps={topUps} />
      </article>
    );
  }
  return (
    <details className={`group/kit ${card}`} open={folded === 'open' || undefined}>
      <summary className="flex items-center justify-between gap-4 p-4 sm:px-6">
        <div>
          <h2 className="font-semibold">{title}</h2>
          {standing}
        </div>
        <Icon name="down" className="size-5 shrink-0 group-open/kit:rotate-180" />
      </summary>
      <div className="px-4 pb-4 sm:px-6 sm:pb-6">
        <Body kit={kit} topUps={topUps} />
      </div>
    </details>
  );
}

function Body({ kit, topUps }: { kit: Kit; topUps?: TopUps }) {
  const { t } = useTranslation();
  const { lpa, simId, erasedAt, state, reissue, reissuing } = kit.install;
  return (
    <>
      {lpa && <Ready kit={kit} />}
      {erasedAt && <Erased at={erasedAt} />}
      {!lpa && !erasedAt && (
        <p>{t(reissuing ? 'order:install.reissuing' : 'order:install.preparing')}</p>
      )}
      {reissue && (
        <p className={lpa ? 'mt-4 sm:pl-74' : 'mt-4'}>
          {lpa && `${t(`order:install.${state === 'deleted' ? 'gone' : 'trouble'}`)} `}
          <LocalizedLink to={reissue.path} className="font-medium text-primary underline">
            {reissue.text}
          </LocalizedLink>
        </p>
      )}
      {simId && !erasedAt && (
        <div className="sm:pl-74">
          {lpa && (
            <Form method="get" className="mt-4" preventScrollReset>
              <input type="hidden" name="simId" value={simId} />
              <button type="submit" className="btn btn-secondary">
                {t('order:install.topUp.open')}
              </button>
            </Form>
          )}
          {topUps && <KitTopUps topUps={topUps} simId={simId} />}
        </div>
      )}
    </>
  );
}

function Erased({ at }: { at: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  return <p>{t('order:install.erased', { date: date(at, lang, timeZone) })}</p>;
}

// A phone cannot scan its own screen: there the links come first and the code is folded. On a larger screen the code is
// what is needed.
function Ready({ kit: { install, sheets } }: { kit: Kit }) {
  const { t } = useTranslation();
  const { smdp, matchingId, apn, steps } = install;
  return (
    <div className="grid gap-6 sm:grid-cols-[272px_minmax(0,1fr)]">
      <div className="hidden sm:block">
        <Code install={install} text={t('order:install.qrDesktop')} />
      </div>
      <div className="grid content-start gap-4">
        <Links install={install} />
        <Fold title={t('order:install.qrFold')} className="rounded-control sm:hidden">
          <div className="pb-4">
            <Code install={install} text={t('order:install.qrPhone')} />
          </div>
        </Fold>
        <Alert kind="warning">
          <p>{t('order:install.oneDevice')}</p>
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
        <Facts facts={sheets[0]?.facts ?? []} />
        <Steps title={t('order:install.stepsIos')} steps={steps.ios} />
        <Steps title={t('order:install.stepsAndroid')} steps={steps.android} />
      </div>
    </div>
  );
}

// Black on white in every colour scheme, or phones cannot read it.
function Code({ install, text }: { install: Install; text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <img
        src={svgData(install.qrSvg)}
        alt={t('order:install.qrAlt')}
        width="272"
        height="272"
        className="mx-auto size-68 rounded-control border border-line bg-white p-2"
      />
      <p className="mt-2 text-center text-14 text-muted">{text}</p>
    </>
  );
}

function Links({ install: { iosUrl, androidUrl } }: { install: Install }) {
  const { t } = useTranslation();
  if (!iosUrl && !androidUrl) return null;
  return (
    <div className="grid gap-2 sm:grid-cols-2">
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
  );
}

function Facts({ facts }: { facts: readonly string[] }) {
  const { t } = useTranslation();
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{t('order:install.facts')}</h3>
      <ul className="list-disc pl-5 text-14 text-muted">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <Fold title={title} className="rounded-control">
      <ol className="list-decimal space-y-2 pb-4 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Fold>
  );
}
