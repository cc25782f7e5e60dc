import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { load } from '../api/load';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { useActions } from '../useActions';
import { Account } from './Account';
import { History } from './History';
import { Orders } from './Orders';
import { Points } from './Points';
import { Promos } from './Promos';
import { Sims } from './Sims';
import type { Customer } from './types';

type Args = { request: Request; params: { site?: string; id?: string } };

const pathOf = (site: string, id: string) =>
  `/customers/${encodeURIComponent(site)}/${encodeURIComponent(id)}`;

/** A customer; `orders` and `points` of the page's address are the pages of these lists. */
export function loader({ request, params: { site = '', id = '' } }: Args) {
  return load<Customer>(request, pathOf(site, id) + new URL(request.url).search);
}

/** What concerns one customer, and what may be done for them. */
export function Component() {
  const { t } = useTranslation('studio-customers');
  const customer = useLoaderData<Customer>();
  const outcome = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const acts = useActions(pathOf(customer.site.id, customer.id), () => outcome.current?.focus());
  // Focuses the first invalid field, after the errors are rendered.
  useEffect(() => {
    if (acts.error) content.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [acts.error]);
  const of = { customer, acts };
  return (
    <Page
      title={t('title', { id: customer.id })}
      intro={[customer.site.name, customer.email].join(' · ')}
    >
      <PageLink to={`/customers?site=${customer.site.id}`}>{t('back')}</PageLink>
      <div ref={outcome} tabIndex={-1} className="mt-4">
        <Outcome error={acts.error} done={acts.done && t(`done.${acts.done}`)} />
      </div>
      <div ref={content}>
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <Account {...of} />
            <Orders customer={customer} />
            <Sims customer={customer} />
          </div>
          <div className="grid gap-6">
            <Points {...of} />
            <Promos {...of} />
          </div>
        </div>
        <History customer={customer} />
      </div>
    </Page>
  );
}
