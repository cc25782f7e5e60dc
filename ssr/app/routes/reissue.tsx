import { Form, useLocation } from 'react-router';
import { trimmed } from '../components/form/formText';
import { FormErrors } from '../components/form/FormErrors';
import { Submit } from '../components/form/Submit';
import { useRefreshWhile } from '../components/order/useRefreshWhile';
import { Alert, type AlertKind } from '../components/page/Alert';
import { volumeText } from '../i18n/format';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import {
  failed,
  seeOther,
  type PageAction,
  type PageHandle,
  type PageProps,
} from '../router/module';
import { useActionErrors, useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['reissue'] };

// A guest who may not see the SIM any more is sent to the login, as from the page itself.
export const action: PageAction = async ({ form, gw, lang, params, url: { pathname: here } }) => {
  if (trimmed(form, 'form') !== 'reissue')
    return failed(form, { status: 400, code: 'bad_request', message: '', fields: {} });
  const asked = await gw.post('/sim/us/reissue', {
    simId: params.simId ?? '',
    iccidLast4: trimmed(form, 'iccidLast4'),
  });
  if (asked.ok) return seeOther(here);
  if (asked.code === 'login_required') return seeOther(paths.login(lang, here));
  return failed(form, asked);
};

type Data = PageProps<'reissue'>['page']['data'];

const KIND: Record<Data['state'], AlertKind> = {
  offered: 'info',
  making: 'info',
  late: 'warning',
  ready: 'success',
  failed: 'warning',
  impossible: 'warning',
};

// How often a page without scripts reloads, in seconds.
const REFRESH_S = 10;

/** Reissue of an eSIM that was deleted or never installed: the consequences, the request, and its progress. */
export function Component({ page }: PageProps<'reissue'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const errors = useActionErrors();
  const { sim, state, canAsk, text: why, orderNo, refund, buy, caution } = page.data;
  const { pathname: here } = useLocation();
  const waiting = state === 'making' || state === 'late';
  useRefreshWhile(waiting);
  return (
    <div className="container-page grid max-w-[880px] gap-6 py-6">
      <header>
        <h1 className="page-title">{t('reissue:title')}</h1>
        <p className="text-muted">
          {sim.name} · {t('reissue:card', { last4: sim.iccidLast4 })}
        </p>
      </header>
      <FormErrors errors={errors} />
      {state !== 'offered' && (
        <Alert kind={KIND[state]} title={t(`reissue:state.${state}.title`)} live>
          <p>{why || t(`reissue:state.${state}.text`)}</p>
          {state === 'ready' && orderNo && caution?.code !== 'refund' && (
            <LocalizedLink to={paths.install(lang, orderNo)} className="btn btn-primary mt-3">
              {t(caution ? 'reissue:installPage' : 'reissue:install')}
            </LocalizedLink>
          )}
        </Alert>
      )}
      {waiting && (
        <p>
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_S)} />
          </noscript>
          <LocalizedLink to={here} className="btn btn-secondary">
            {t('reissue:look')}
          </LocalizedLink>
        </p>
      )}
      <dl className="card grid gap-2">
        <Fact name="standing" value={sim.stateText} />
        <RemainingData data={sim.usage.data} />
      </dl>
      {canAsk && (
        <section aria-labelledby="means" className="card grid gap-4">
          <h2 id="means" className="text-20 font-semibold">
            {t(state === 'ready' ? 'reissue:again' : 'reissue:means')}
          </h2>
          <ul className="grid list-disc gap-2 pl-5">
            {['old', 'left', 'days', 'mail', 'often'].map((item) => (
              <li key={item}>{t(`reissue:item.${item}`)}</li>
            ))}
          </ul>
          <Form method="post">
            <input type="hidden" name="form" value="reissue" />
            <input type="hidden" name="iccidLast4" value={sim.iccidLast4} />
            <Submit
              label={t('reissue:submit')}
              look={state === 'ready' ? 'secondary' : 'primary'}
              className="max-sm:w-full"
            />
          </Form>
        </section>
      )}
      {state !== 'offered' && state !== 'making' && (
        <Help
          orderNo={orderNo}
          refund={refund && state !== 'ready' && state !== 'late'}
          buy={buy}
        />
      )}
      {orderNo && (
        <p>
          <LocalizedLink
            to={paths.orderSims(lang, orderNo, { simId: sim.simId })}
            className="btn btn-secondary"
          >
            {t('reissue:back')}
          </LocalizedLink>
        </p>
      )}
    </div>
  );
}

/**
 * Alternatives when no new eSIM is made: a new plan, a refund, where it can be requested, or support. The contact page is opened like
 * a language switch: nothing is sent, and the form contains the order number.
 */
function Help({ orderNo, refund, buy }: { orderNo?: string; refund: boolean; buy?: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="help" className="grid gap-3">
      <h2 id="help" className="text-20 font-semibold">
        {t('reissue:help')}
      </h2>
      <div className="flex flex-wrap gap-3">
        {buy && (
          <LocalizedLink to={buy} className="btn btn-primary">
            {t('reissue:buy')}
          </LocalizedLink>
        )}
        {refund && orderNo && (
          <LocalizedLink
            to={paths.orderDetail(lang, orderNo)}
            className={`btn btn-${buy ? 'secondary' : 'primary'}`}
          >
            {t('reissue:refund')}
          </LocalizedLink>
        )}
        <Form method="post" action={paths.contact(lang)}>
          {orderNo && <input type="hidden" name="orderNo" value={orderNo} />}
          <button type="submit" name="intent" value="language" className="btn btn-secondary">
            {t('reissue:contact')}
          </button>
        </Form>
      </div>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{t(`reissue:fact.${name}`)}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/** The remaining data, which the new eSIM takes over; nothing when the usage is unknown. */
function RemainingData({
  data: { used, remaining, total, unlimited },
}: {
  data: Data['sim']['usage']['data'];
}) {
  const { t } = useTranslation();
  const lang = useLang();
  if (unlimited) return <Fact name="left" value={t('reissue:fact.unlimited')} />;
  if (remaining === null || !total) return null;
  const value = t('reissue:fact.of', {
    left: volumeText(remaining, lang),
    used: volumeText(used, lang),
    total: volumeText(total, lang),
  });
  return <Fact name="left" value={value} />;
}
