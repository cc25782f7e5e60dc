import { Alert, type AlertKind } from '../components/page/Alert';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { TestSection } from '../components/payment/TestSection';
import type { PageDataByKind } from '../gw/page';
import { number, zonedTime } from '../i18n/format';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang, useShell } from '../router/page';
import { paths } from '../router/paths';

type Answer = PageDataByKind['test_stripe']['answer'];

const LOOK: Record<Answer, AlertKind> = { good: 'success', refused: 'danger', none: 'danger' };

export const handle: PageHandle = { i18n: ['test'] };

/** Checks the connection to the payment provider at every visit. */
export function Component({ page }: PageProps<'test_stripe'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { mode, pk, answer, tookMs, lastEventAt, eventsWaiting, checkedAt } = page.data;
  const title = t('test:server.title');
  const facts = {
    mode: t(`test:server.modes.${mode}`),
    key: masked(pk),
    took: t('test:server.ms', { time: number(tookMs, lang) }),
    lastEvent: lastEventAt ? zonedTime(lastEventAt, lang, timeZone) : t('test:server.never'),
    waiting: number(eventsWaiting, lang),
    checked: zonedTime(checkedAt, lang, timeZone),
  };
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: title }]} />
      <h1 className="page-title">{title}</h1>
      <p className="mb-6 mt-1 text-muted">{t(`test:noMoney.${mode}`)}</p>
      <TestSection id="state" title={t('test:server.state')}>
        <Alert kind={LOOK[answer]} title={t(`test:server.answer.${answer}.title`)}>
          <p>{t(`test:server.answer.${answer}.text`)}</p>
        </Alert>
        <dl className="mb-6 mt-2">
          {Object.entries(facts).map(([name, value]) => (
            <div
              key={name}
              className="grid gap-x-4 border-b border-line py-2.5 last:border-0 sm:grid-cols-[240px_1fr]"
            >
              <dt className="text-muted">{t(`test:server.fact.${name}`)}</dt>
              <dd className="font-semibold tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          {/* A document of its own: what is shown is never older than the press. */}
          <a href={paths.testStripe(lang)} className="btn btn-primary">
            {t('test:server.again')}
          </a>
          <LocalizedLink to={paths.testPayment(lang)} className="btn btn-secondary">
            {t('test:payment.title')}
          </LocalizedLink>
        </div>
      </TestSection>
    </div>
  );
}

// The part of a key that is enough to distinguish two keys.
function masked(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`;
}
