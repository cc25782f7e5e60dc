import { Form, useLocation } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { FieldLabel } from '../form/Field';
import { FieldError, fieldId, invalidProps } from '../form/FieldError';
import { orderSearch } from './OrderTabs';

type Query = PageDataByKind['account_orders']['query'];

const PERIODS = ['all', '30d', '6m', '1y'] as const;

/** Time and keyword of the order list, each a GET form that keeps the rest. */
export function OrderFilters({ query }: { query: Query }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[200px_minmax(0,1fr)] sm:items-start">
      <Period query={query} />
      <Search query={query} />
    </div>
  );
}

function Period({ query }: { query: Query }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Form method="get" action={paths.accountOrders(lang)} data-autosubmit>
      <Rest query={{ ...query, period: 'all' }} />
      <FieldLabel htmlFor="period" label={t('account:orders.period')} />
      <div className="flex gap-2">
        <select
          key={query.period}
          id="period"
          name="period"
          defaultValue={query.period}
          className="field"
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {t(`account:orders.periods.${period}`)}
            </option>
          ))}
        </select>
        <button type="submit" className="btn btn-secondary js:hidden">
          {t('account:orders.show')}
        </button>
      </div>
    </Form>
  );
}

// A search needs a keyword: the front door drops an empty one, so the address says that one was asked for.
function Search({ query }: { query: Query }) {
  const { t } = useTranslation();
  const lang = useLang();
  const asked = new URLSearchParams(useLocation().search);
  const missing = asked.has('search') && !asked.get('keyword')?.trim();
  const error = missing ? t('account:orders.keywordRequired') : undefined;
  return (
    <Form
      method="get"
      action={paths.accountOrders(lang)}
      role="search"
      aria-label={t('account:orders.search')}
      noValidate
    >
      <Rest query={{ ...query, keyword: undefined }} />
      <FieldLabel htmlFor={fieldId('keyword')} label={t('account:orders.search')} />
      <div className="flex gap-2">
        <input
          key={query.keyword}
          id={fieldId('keyword')}
          name="keyword"
          type="search"
          defaultValue={query.keyword}
          maxLength={60}
          enterKeyHint="search"
          autoComplete="off"
          className="field"
          {...invalidProps('keyword', error)}
        />
        <button
          type="submit"
          name="search"
          value="1"
          className="btn btn-primary shrink-0 whitespace-nowrap"
        >
          {t('account:orders.submitSearch')}
        </button>
      </div>
      <FieldError name="keyword" message={error} />
      {query.keyword && (
        <TextLink
          to={paths.accountOrders(lang, orderSearch({ ...query, keyword: undefined, page: 1 }))}
        >
          {t('account:orders.clear')}
        </TextLink>
      )}
    </Form>
  );
}

function Rest({ query }: { query: Query }) {
  const rest = Object.entries(orderSearch({ ...query, page: 1 }));
  return rest.map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
