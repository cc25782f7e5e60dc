import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { date } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { Alert } from '../page/Alert';
import { Fold } from '../page/Fold';
import { Timeline } from '../sim/Timeline';
import { KitReady } from './KitReady';
import { KitTopUps, type TopUps } from './KitTopUps';

type Data = PageDataByKind['install'];
type Props = { kit: Data['kits'][number]; device: Data['device']; topUps?: TopUps };

/** The installation of an eSIM and its next steps; what is needed now comes first. */
export function KitBody({ kit, device, topUps }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { lpa, simId, erasedAt, state, reissue, reissuing, timeline, caution } = kit.install;
  // Before it is installed the code comes first, afterwards what comes next: it can be installed only once.
  const installed = timeline?.[0]?.state === 'done';
  const steps = timeline && (
    <div className={installed ? 'mb-6' : 'mt-6 border-t border-line pt-6'}>
      <Timeline steps={timeline} />
    </div>
  );
  const ready = lpa && <KitReady kit={kit} device={device} />;
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
          {ready && caution ? (
            <div className="grid gap-4">
              <Alert kind="warning" title={caution.title}>
                <p>{caution.text}</p>
              </Alert>
              <Fold title={caution.action} className="rounded-control">
                <div className="py-4">{ready}</div>
              </Fold>
            </div>
          ) : (
            ready
          )}
          {steps}
        </>
      )}
      {erasedAt && <p>{t('order:install.erased', { date: date(erasedAt, lang, timeZone) })}</p>}
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
          {lpa && !installed && caution?.code !== 'refund' && (
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
