import { Form, useLocation } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import type { Install } from '../../gw/types';
import { date } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { Alert } from '../page/Alert';
import { CopyField } from '../page/CopyField';
import { Fold } from '../page/Fold';
import { Icon } from '../page/Icon';
import { svgData } from '../page/svgData';
import { Timeline } from '../sim/Timeline';
import { KitTopUps, type TopUps } from './KitTopUps';

type Kit = PageDataByKind['install']['kits'][number];
type Props = {
  kit: Kit;
  device: PageDataByKind['install']['device'];
  /** How many eSIMs of the same plan the order has. */
  of: number;
  topUps?: TopUps;
  /** Among many: only its head is shown until it is opened, unless it is the one that is wanted. */
  folded?: 'open' | 'closed';
};

/** Everything needed to install one eSIM: links for this phone, a code for another screen, and the code in text. */
export function InstallKit({ kit, device, of, topUps, folded }: Props) {
  const { t } = useTranslation();
  const { name, unit, iccidLast4, state, stateText, erasedAt } = kit.install;
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
      <article className="card">
        <h2 className="text-20 font-semibold">{title}</h2>
        <div className="mb-4">{standing}</div>
        <Body kit={kit} device={device} topUps={topUps} />
      </article>
    );
  }
  return (
    <details className="group/kit card-flush" open={folded === 'open' || undefined}>
      <summary className="flex items-center justify-between gap-4 p-4 sm:px-6">
        <div>
          <h2 className="font-semibold">{title}</h2>
          {standing}
        </div>
        <Icon name="down" className="size-5 shrink-0 group-open/kit:rotate-180" />
      </summary>
      <div className="px-4 pb-4 sm:px-6 sm:pb-6">
        <Body kit={kit} device={device} topUps={topUps} />
      </div>
    </details>
  );
}

function Body({ kit, device, topUps }: Pick<Props, 'kit' | 'device' | 'topUps'>) {
  const { t } = useTranslation();
  const { lpa, simId, erasedAt, state, reissue, reissuing, timeline } = kit.install;
  // Before it is installed the code comes first, afterwards what comes next: it can be installed only once.
  const installed = timeline?.[0]?.state === 'done';
  const steps = timeline && (
    <div className={installed ? 'mb-6' : 'mt-6 border-t border-line pt-6'}>
      <Timeline steps={timeline} />
    </div>
  );
  const ready = lpa && <Ready kit={kit} device={device} />;
  return (
    <>
      {installed ? (
        <>
          {steps}
          {ready && (
            <Fold title={t('order:install.used')} className="rounded-control">
              <div className="pb-4">{ready}</div>
            </Fold>
          )}
        </>
      ) : (
        <>
          {ready}
          {steps}
        </>
      )}
      {erasedAt && <Erased at={erasedAt} />}
      {!lpa && !erasedAt && (
        <p>{t(reissuing ? 'order:install.reissuing' : 'order:install.preparing')}</p>
      )}
      {reissue && (
        <p className="mt-4">
          {lpa && `${t(`order:install.${state === 'deleted' ? 'gone' : 'trouble'}`)} `}
          <TextLink inline to={reissue.path} className="font-medium">
            {reissue.text}
          </TextLink>
        </p>
      )}
      {simId && !erasedAt && (
        <div>
          {lpa && !installed && (
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

// On a computer the code is what is needed: large, with what to do beside it. A phone cannot scan its own screen: there its own
// link and steps come first, and what another device needs is folded.
function Ready({ kit: { install, sheets }, device }: Pick<Props, 'kit' | 'device'>) {
  const { t } = useTranslation();
  const { smdp, matchingId, apn, steps, iosUrl, androidUrl } = install;
  const known = device !== 'any';
  return (
    <div className="grid gap-6">
      {!known && <Hero install={install} />}
      <div className={`grid items-start gap-4 ${known ? '' : 'sm:grid-cols-2'}`}>
        <Platform name="ios" url={iosUrl} steps={steps.ios} device={device} />
        <Platform name="android" url={androidUrl} steps={steps.android} device={device} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-4">
          <Alert kind="warning">
            <p>{t('order:install.oneDevice')}</p>
            <p>{t('order:install.keep')}</p>
          </Alert>
          <Facts facts={sheets[0]?.facts ?? []} />
        </div>
        <div>
          <CopyField label={t('order:install.smdp')} value={smdp} />
          <CopyField label={t('order:install.code')} value={matchingId} />
          {apn ? (
            <CopyField label={t('order:install.apn')} value={apn} />
          ) : (
            <p className="text-14 text-muted">{t('order:install.apnAuto')}</p>
          )}
        </div>
      </div>
      <Fold
        title={t('order:install.otherDevice')}
        className={`rounded-control ${known ? '' : 'sm:hidden'}`}
      >
        <div className="pb-4">
          <Code install={install} />
          {device !== 'android' && (
            <p className="mt-2 text-center text-14 text-muted">{t('order:install.qrPhone')}</p>
          )}
          {known && <AllDevices />}
        </div>
      </Fold>
    </div>
  );
}

// For a phone to read from where it is held.
function Hero({ install }: { install: Install }) {
  const { t } = useTranslation();
  return (
    <div className="hidden items-center gap-8 sm:grid sm:grid-cols-[384px_minmax(0,1fr)]">
      <Code install={install} large />
      <div>
        <h3 className="mb-4 text-20 font-semibold">{t('order:install.how.title')}</h3>
        <ol className="grid gap-4">
          {HOW.map((step) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-strong"
              >
                {step}
              </span>
              <span className="pt-1.5">{t(`order:install.how.${step}`)}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const HOW = ['1', '2', '3'] as const;

function AllDevices() {
  const { t } = useTranslation();
  return (
    <p className="text-center">
      <TextLink to={`${useLocation().pathname}?device=any`}>
        {t('order:install.allDevices')}
      </TextLink>
    </p>
  );
}

// Black on white in every colour scheme, or phones cannot read it.
function Code({ install, large }: { install: Install; large?: boolean }) {
  const { t } = useTranslation();
  const size = large ? 384 : 272;
  return (
    <div>
      <img
        src={svgData(install.qrSvg)}
        alt={t('order:install.qrAlt')}
        width={size}
        height={size}
        className={`mx-auto rounded-control border border-line bg-white p-2 ${large ? 'size-96' : 'size-68'}`}
      />
      <p className="mt-2 text-center text-14 text-muted">{t('order:install.qrDesktop')}</p>
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

type PlatformProps = {
  name: 'ios' | 'android';
  url: string;
  steps: readonly string[];
  device: Props['device'];
};

/** How one platform installs: on the phone itself at once, elsewhere folded. Nothing on a phone of the other. */
function Platform({ name, url, steps, device }: PlatformProps) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  const known = device !== 'any';
  const link = url && (
    <div className="pb-4">
      <a
        href={url}
        rel="noreferrer"
        className={`btn w-full ${known ? 'btn-primary' : 'btn-secondary'}`}
      >
        {t(`order:install.${name}`)}
      </a>
      <p className="mt-1 text-14 text-muted">{t(`order:install.linkHint.${device}`)}</p>
    </div>
  );
  return (
    <div>
      {known && link}
      <Fold
        title={t(`order:install.steps${name === 'ios' ? 'Ios' : 'Android'}`)}
        className="rounded-control"
        open={known}
      >
        {!known && link}
        <ol className="list-decimal space-y-2 pb-4 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Fold>
    </div>
  );
}
