import { useTranslation } from 'react-i18next';
import { Form, Link, redirect, useLoaderData, useSearchParams } from 'react-router';
import { loadFiltered } from '../api/load';
import { Button } from '../components/Button';
import { Field, Select } from '../components/Field';
import { Page } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import type { Found } from './types';

/** Finds the customer of `q`, a whole email or the number of an order, at `site`, and goes to the customer's page. */
export async function loader({ request }: { request: Request }) {
  const found = await loadFiltered<Found>(request, '/customers');
  if (found.customer) throw redirect(`/customers/${found.site}/${found.customer}`);
  return found;
}

/** The search for one customer; there is no list of customers. */
export function Component() {
  const { t } = useTranslation('studio-customers');
  const found = useLoaderData<Found>();
  const [query] = useSearchParams();
  const asked = query.get('q')?.trim() ?? '';
  return (
    <Page title={t('find.title')} intro={t('find.intro')}>
      <Form role="search" className="mt-6 flex flex-wrap items-end gap-3">
        <Field
          className="max-sm:w-full sm:w-80"
          label={t('find.search')}
          type="search"
          name="q"
          defaultValue={asked}
          maxLength={254}
          autoComplete="off"
          required
        />
        <Select
          className="max-sm:w-full"
          label={t('find.site')}
          name="site"
          defaultValue={found.site}
          key={found.site}
        >
          <SiteOptions sites={found.sites} />
        </Select>
        <Button>{t('find.go')}</Button>
      </Form>
      <div aria-live="polite">{asked && <Nobody found={found} />}</div>
    </Page>
  );
}

/** Says that nobody was found, and where the guest orders are. */
function Nobody({ found: { site, guestEmail, orderNo } }: { found: Found }) {
  const { t } = useTranslation('studio-customers');
  if (!guestEmail && !orderNo) return <p className="mt-4 max-w-2xl">{t('find.nobody')}</p>;
  const query = new URLSearchParams({ site, q: guestEmail });
  return (
    <div className="mt-4 max-w-2xl wrap-anywhere">
      <p>{guestEmail ? t('find.guestEmail', { email: guestEmail }) : t('find.guestOrder')}</p>
      <p className="mt-2">
        <Link
          className="link-alone"
          to={guestEmail ? `/orders?${query}` : `/orders/${site}/${orderNo}`}
        >
          {guestEmail ? t('find.theirOrders') : t('find.theOrder', { orderNo })}
        </Link>
      </p>
    </div>
  );
}
