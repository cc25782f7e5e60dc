import { useTranslation } from '../i18n/react';
import { withFieldError } from '../components/form/fieldErrors';
import { trimmed } from '../components/form/formText';
import { sendLookupCode, lookupOf, type TrackStep } from '../components/order/orderLookup';
import { TrackForm } from '../components/order/TrackForm';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { switchesLanguage } from '../drafts/otherLanguage';
import { LocalizedLink } from '../router/LocalizedLink';
import {
  done,
  failed,
  type PageAction,
  type PageHandle,
  type PageProps,
  seeOther,
} from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['track'] };

// Three intents of one form: `send` mails a code, `have` asks for one that was mailed before, anything else
// looks the order up.
export const action: PageAction = async ({ form, gw, lang, url }) => {
  const ask = lookupOf(form);
  const next: TrackStep = { ...ask, step: 'code' };
  const intent = form.get('intent');
  if (switchesLanguage(form)) return done(form.has('code') ? next : ask);
  if (intent === 'have') return done(next);
  if (intent === 'send') {
    const sent = await sendLookupCode(gw, ask);
    if (sent.ok) return done({ ...next, sent: true });
    // Refused as too soon: the code that was just sent can be typed in.
    const codeExists = sent.code === 'code_too_soon' || form.has('code');
    return failed(form, sent, codeExists ? next : {});
  }
  const found = await gw.post('/cq-ordercharge/order/track', {
    ...ask,
    code: trimmed(form, 'code'),
  });
  if (found.ok) {
    // The page redirects by itself once this browser may see the order.
    const { orderNo } = found.data;
    const to = url.searchParams.get('to') ?? undefined;
    return seeOther(to ? paths.track(lang, { orderNo, to }) : paths.orderDetail(lang, orderNo));
  }
  if (found.status >= 500) return failed(form, { ...found, code: 'order_query_failed' }, next);
  return failed(form, withFieldError(found), next);
};

export function Component({ page }: PageProps<'track'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { data } = page;
  return (
    <div className="container-page">
      <div className="mx-auto max-w-[560px]">
        <Breadcrumbs crumbs={[{ label: t('track:title') }]} />
        <h1 className="page-title">{t('track:title')}</h1>
        <p className="mb-6 mt-1 text-muted">{t('track:intro')}</p>
        <div className="card-flush p-4 sm:p-8">
          <TrackForm orderNo={data.orderNo} email={data.email} />
        </div>
        <aside className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-primary-soft p-4">
          <div>
            <h2 className="font-semibold">{t('track:help.title')}</h2>
            <p>{t('track:help.text')}</p>
          </div>
          <LocalizedLink to={paths.contact(lang)} className="btn btn-secondary">
            {t('track:help.contact')}
          </LocalizedLink>
        </aside>
      </div>
    </div>
  );
}
