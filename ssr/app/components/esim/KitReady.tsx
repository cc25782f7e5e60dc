import { useLocation } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { Alert } from '../page/Alert';
import { CopyField } from '../page/CopyField';
import { Fold } from '../page/Fold';
import { KitCode, LargeCode } from './KitCode';
import { KitPlatform } from './KitPlatform';

type Data = PageDataByKind['install'];
type Props = { kit: Data['kits'][number]; device: Data['device'] };

/**
 * The ways to install an eSIM. A computer shows a large QR code with instructions. A phone cannot scan its own screen: it shows its
 * install link and steps first, and the QR code for another device is folded.
 */
export function KitReady({ kit: { install, sheets }, device }: Props) {
  const { t } = useTranslation();
  const { smdp, matchingId, apn, steps, iosUrl, androidUrl } = install;
  const known = device !== 'any';
  return (
    <div className="grid gap-6">
      {!known && <LargeCode install={install} />}
      <div className={`grid items-start gap-4 ${known ? '' : 'sm:grid-cols-2'}`}>
        <KitPlatform name="ios" url={iosUrl} steps={steps.ios} device={device} />
        <KitPlatform name="android" url={androidUrl} steps={steps.android} device={device} />
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
          <KitCode install={install} />
          {device !== 'android' && (
            <p className="mt-2 text-center text-14 text-muted">{t('order:install.qrPhone')}</p>
          )}
          {known && <AllDevices />}
        </div>
      </Fold>
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
