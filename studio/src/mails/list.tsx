import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import { Page } from '../components/Page';
import { formatTime } from '../components/formatTime';
import type { Item } from './types';

/** The kinds of mails. */
export function loader({ request }: { request: Request }) {
  return load<{ mails: Item[] }>(request, '/mails');
}

/** Lists all kinds of mails, and marks those whose texts staff have changed. */
export function Component() {
  const { t } = useTranslation('studio-mails');
  const { mails } = useLoaderData<{ mails: Item[] }>();
  return (
    <Page title={t('nav')} intro={t('intro')}>
      <ul className="card mt-6 divide-y divide-line">
        {mails.map(({ kind, own, author, at }) => (
          <li key={kind} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <Link className="link-alone" to={`/mails/${kind}`}>
              {t(`kinds.${kind}`)}
            </Link>
            <span className={`text-14 ${own > 0 ? 'text-primary-strong' : 'text-muted'}`}>
              {own > 0 ? t('own', { count: own }) : t('files')}
              {at && ` · ${t('edited', { author, at: formatTime(at) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
