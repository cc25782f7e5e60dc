import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { Page } from '../components/Page';
import { formatTime } from '../components/formatTime';
import { NewText } from './NewText';
import { LOCALES, type Item, type List } from './types';

const FILTERS = ['all', 'waiting', 'behind', 'review', 'scheduled', 'comments'] as const;

/** The texts of a site, or those that all share, narrowed by `state` and `q`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/texts');
}

/** Lists the texts with their states. */
export function Component() {
  const { t } = useTranslation('studio-texts');
  const { texts, sites, counts } = useLoaderData<List>();
  const [query] = useSearchParams();
  const site = query.get('site') ?? '0';
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      <ListSearch t={t} filters={FILTERS} counts={counts} site={site}>
        <option value="0">{t('list.shared')}</option>
        {sites.map(({ id, name }) => (
          <option key={id} value={id}>
            {t('list.only', { name })}
          </option>
        ))}
      </ListSearch>
      <NewText key={site} site={site} />
      <p role="status" className="mt-4 text-14 text-muted">
        {t('list.found', { count: texts.length })}
      </p>
      <ul className="card mt-2 divide-y divide-line">
        {texts.map((item) => (
          <Row key={`${item.kind}/${item.name}`} item={item} site={site} />
        ))}
      </ul>
    </Page>
  );
}

function Row({ item, site }: { item: Item; site: string }) {
  const { t, i18n } = useTranslation('studio-texts');
  const { kind, name, languages, review, comments, schedule } = item;
  const own = languages[i18n.language === 'zh' ? 'zh' : 'en'].title || languages.en.title;
  const query = site === '0' ? '' : `?site=${site}`;
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link to={`/texts/${kind}/${name}${query}`} className="link-alone wrap-anywhere">
          {own || name}
        </Link>
        <p className="text-14 text-muted wrap-anywhere">
          {t(`kinds.${kind}`)} · {name}
        </p>
        <p className="flex flex-wrap gap-2 text-14">
          {review !== 'draft' && <span className="tag">{t(`review.${review}`)}</span>}
          {comments > 0 && <span className="tag">{t('list.comments', { count: comments })}</span>}
          {schedule?.state === 'waiting' && (
            <span className="tag">
              {t('list.scheduled', { at: formatTime(schedule.publishAt) })}
            </span>
          )}
          {schedule?.state === 'held' && <span className="tag text-danger">{t('list.held')}</span>}
        </p>
      </div>
      {LOCALES.map((locale) => {
        const { published, handed, writing, behind, title } = languages[locale];
        const waits = writing ?? handed;
        return (
          <div key={locale} className="min-w-0 text-14">
            <p className="font-medium">{t(`languages.${locale}`)}</p>
            <p className="text-muted">
              {!title
                ? t('state.missing')
                : !published
                  ? t('state.unpublished')
                  : published.version === '0'
                    ? t('state.files')
                    : t('state.published', {
                        author: published.author || t('files'),
                        at: formatTime(published.at),
                      })}
            </p>
            {waits && (
              <p className="wrap-anywhere text-primary-strong">
                {t(writing ? 'state.writing' : 'state.handed', {
                  author: waits.author,
                  at: formatTime(waits.at),
                })}
              </p>
            )}
            {behind && <p className="text-warning">{t('state.behind')}</p>}
          </div>
        );
      })}
    </li>
  );
}
