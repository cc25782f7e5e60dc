import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import type { LogEntry, LogPage } from '../api/types';
import { LogRow } from '../components/LogRow';
import { Page } from '../components/Page';
import { formatTime } from '../components/formatTime';
import { actionText } from '../orders/labels';

/** Reads a page of the activity log, the newest entries or those before an entry. */
export function loader({ request }: { request: Request }) {
  const before = new URL(request.url).searchParams.get('before');
  const query = before ? `?before=${encodeURIComponent(before)}` : '';
  return load<LogPage>(request, `/log${query}`);
}

/** The activity log. */
export function Component() {
  const { t } = useTranslation();
  const { items, next } = useLoaderData<LogPage>();
  return (
    <Page title={t('log.title')} intro={t('log.intro')}>
      {items.length === 0 && <p className="mt-6">{t('log.empty')}</p>}
      <ol className="card mt-6 divide-y divide-line">
        {items.map((entry) => (
          <LogRow
            key={entry.id}
            at={entry.at}
            time={formatTime(entry.at)}
            actor={entry.actor.replace(/^staff:/, '')}
          >
            <LogText entry={entry} />
          </LogRow>
        ))}
      </ol>
      {next && (
        <Link to={`?before=${next}`} className="btn btn-secondary mt-6">
          {t('log.older')}
        </Link>
      )}
    </Page>
  );
}

/** The namespaces of areas that translate their actions. */
const WORDS: Record<string, string> = {
  product: 'studio-catalogue',
  customer: 'studio-customers',
  promo: 'studio-promos',
  shipping: 'studio-shipping',
  title: 'studio-titles',
  site: 'studio-sites',
};

/** The namespaces of areas that translate the kinds of their entities. */
const KINDS: Record<string, string> = { block: 'studio-blocks', mail: 'studio-mails' };

/** The text of an action; an action without a translation is shown as it was logged. */
function LogText({ entry }: { entry: LogEntry }) {
  const { t, i18n } = useTranslation();
  const { entity, entityId, name, action, site, detail } = entry;
  const known = `log.actions.${action}`;
  const where = site ? ` · ${t('log.site', { site })}` : '';
  const done = entity === 'order' && actionText(entry);
  if (done) return `${name}: ${done}${where}`;
  const ofArea = `${WORDS[entity]}:log.${action}`;
  if (WORDS[entity] && i18n.exists(ofArea)) {
    const at = typeof detail.at === 'string' ? formatTime(detail.at) : '';
    return t(ofArea, { ...detail, at, id: entityId.split('/').at(-1) }) + where;
  }
  const ofKinds = KINDS[entity];
  if (ofKinds && i18n.exists(`${ofKinds}:log.${action}`))
    return t(`${ofKinds}:log.${action}`, { part: t(`${ofKinds}:kinds.${entityId}`) }) + where;
  if (entity !== 'staff' || !i18n.exists(known)) return `${entity} ${entityId}: ${action}${where}`;
  const role = (name: string) => (i18n.exists(`roles.${name}`) ? t(`roles.${name}`) : name);
  return t(known, { ...detail, from: role(entry.from), to: role(entry.to) }) + where;
}
