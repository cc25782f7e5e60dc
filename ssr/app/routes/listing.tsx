import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/react';
import { Form, useNavigate } from 'react-router';
import { ListingFilters } from '../components/listing/ListingFilters';
import {
  filterCount,
  formSearch,
  isSearchOnly,
  listingSearch,
} from '../components/listing/listingQuery';
import { RegionTabs } from '../components/listing/RegionTabs';
import { ResultBar } from '../components/listing/ResultBar';
import { Alert } from '../components/page/Alert';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { Empty } from '../components/page/Empty';
import { Pagination } from '../components/page/Pagination';
import { CompareBar, CompareChoice } from '../components/plan/CompareChoice';
import { PlanGrid } from '../components/plan/PlanCard';
import type { ListingQuery } from '../gw/types';
import { LocalizedLink, TextLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useBusy, useLang } from '../router/page';
import { paths, type Query } from '../router/paths';

export const handle: PageHandle = { i18n: ['listing', 'plan'] };

type Data = PageProps<'listing' | 'group'>['page']['data'];

/** All plans, or those of one region, behind filters that are a GET form. */
export function Component({ page }: PageProps<'listing' | 'group'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const navigate = useNavigate();
  const { data } = page;
  const { group, groups, query, list, destinations } = data;
  const at = (search?: Query) =>
    group ? paths.group(lang, group.group, search) : paths.listing(lang, search);
  const form = useFormFollowing(query);
  const title = group?.name ?? t('listing:title');
  return (
    <div className="container-page pb-4">
      <Breadcrumbs
        crumbs={[
          ...(group ? [{ label: t('listing:title'), to: paths.listing(lang) }] : []),
          { label: title },
        ]}
      />
      <h1 className="page-title">
        {query.keyword ? t('listing:searched', { keyword: query.keyword }) : title}
      </h1>
      <p className="mb-4 mt-1 max-w-[720px] text-muted">
        {group?.intro || t('listing:intro')}{' '}
        <TextLink inline to={paths.which(lang)}>
          {t('listing:which')}
        </TextLink>
      </p>
      {data.keywordProblem && (
        <div className="mb-4">
          <Alert kind="warning" live>
            <p>{data.keywordProblem}</p>
          </Alert>
        </div>
      )}
      <RegionTabs groups={groups} current={group?.group} />
      <div className="mt-4 grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <Form
          discover="none"
          ref={form}
          method="get"
          action={at()}
          data-autosubmit
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            const search = formSearch(new FormData(event.currentTarget));
            void navigate(at(search), { preventScrollReset: true });
          }}
        >
          <ListingFilters
            query={query}
            facets={list.facets}
            destinations={destinations}
            destinationRequired={data.destinationRequired ?? false}
          />
          <ResultBar total={list.total} sort={query.sort} />
        </Form>
        <section
          aria-label={t('listing:results')}
          aria-busy={busy}
          className={busy ? 'opacity-60' : ''}
        >
          {list.items.length > 0 ? (
            <Plans {...data} />
          ) : (
            <Empty
              icon="search"
              title={t('listing:empty.title')}
              text={t(`listing:empty.${isSearchOnly(query) ? 'keyword' : 'text'}`)}
            >
              <LocalizedLink to={at()} className="btn btn-primary">
                {t(`listing:${isSearchOnly(query) ? 'empty.all' : 'reset'}`)}
              </LocalizedLink>
            </Empty>
          )}
          {list.items.length > 0 && filterCount(query) > 0 && (
            <p className="mt-4">
              <TextLink to={at()}>{t('listing:reset')}</TextLink>
            </p>
          )}
          <CompareBar />
          <Pagination
            page={list.page}
            pages={Math.ceil(list.total / list.pageSize)}
            hrefOf={(page) => at(listingSearch(query, { page }))}
          />
        </section>
      </div>
    </div>
  );
}

// The plans for one destination are in groups.
function Plans({ list: { items }, sections }: Data) {
  if (!sections) return <PlanGrid items={items} heading="h2" choice={CompareChoice} />;
  return sections.map(({ title, count }, at) => {
    const start = sections.slice(0, at).reduce((sum, before) => sum + before.count, 0);
    return (
      <div key={title} className="mb-8">
        <h2 className="mb-3 text-20 font-semibold">{title}</h2>
        <PlanGrid items={items.slice(start, start + count)} choice={CompareChoice} />
      </div>
    );
  });
}

// A link (a tab, "reset", the Back button) changes the filters without the form: its fields are set to the new defaults and keep the
// focus, which a new form would lose. What was chosen before hydration stays.
function useFormFollowing(query: ListingQuery) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  useEffect(() => {
    if (!form.current || shown.current === query) return;
    shown.current = query;
    form.current.reset();
    (form.current.elements.namedItem('sort') as HTMLSelectElement).value = String(query.sort);
  }, [query]);
  return form;
}
