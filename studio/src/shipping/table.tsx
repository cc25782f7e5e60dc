import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import { call, ApiError } from '../api/client';
import { load } from '../api/load';
import { formatSiteTime } from '../catalogue/format';
import { Button } from '../components/Button';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { SiteLinks } from '../components/Sites';
import { usePermission } from '../useMember';
import { useForm } from '../useMutation';
import type { Table, Zone } from './types';
import { ZoneFields } from './ZoneFields';

export function loader({ request }: { request: Request }) {
  const site = new URL(request.url).searchParams.get('site') ?? '';
  return load<Table>(request, `/shipping?${new URLSearchParams(site ? { site } : {})}`);
}

/** The shipping table of a site: zones with their methods, prices and delivery times. */
export function Component() {
  const { t } = useTranslation('studio-shipping');
  const table = useLoaderData<Table>();
  const { site, sites, author, editedAt, zone } = table;
  return (
    <Page title={t('title')} intro={t('intro')}>
      <SiteLinks
        label={t('sites')}
        site={site}
        sites={sites.map(({ id, name }) => ({ id, text: name }))}
      />
      <p className="mt-4 text-14 text-muted">
        {editedAt ? t('edited', { author, at: formatSiteTime(editedAt, zone) }) : t('files')}
      </p>
      <TableForm key={site} table={table} />
    </Page>
  );
}

const EMPTY_METHOD = {
  code: '',
  nameEn: '',
  nameZh: '',
  amount: '',
  daysMin: '',
  daysMax: '',
  trackingUrl: '',
};

function TableForm({ table }: { table: Table }) {
  const { t } = useTranslation('studio-shipping');
  const { revalidate } = useRevalidator();
  const may = usePermission('prices.edit');
  const [zones, setZones] = useState(table.zones);
  // After an edit conflict the page reads the current revision; the typed values stay.
  const form = useForm(async () => {
    try {
      await call('PUT', '/shipping', { site: table.site, revision: table.revision, zones });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'shipping_overtaken') await revalidate();
      throw error;
    }
  });
  const errors = form.error?.fields ?? {};
  const change = (at: number, zone: Zone) =>
    setZones(zones.map((one, i) => (i === at ? zone : one)));
  return (
    <form className="mt-4 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
      {zones.map((zone, i) => (
        <ZoneFields
          key={i}
          at={`zones.${i}.`}
          zone={zone}
          currency={table.currency}
          errors={errors}
          locked={!may}
          nothing={EMPTY_METHOD}
          onChange={(next) => change(i, next)}
          onRemove={() => setZones(zones.filter((_, j) => j !== i))}
        />
      ))}
      {errors.zones && <p className="text-danger">{errors.zones}</p>}
      <Outcome error={form.error} done={form.done && t('saved')} />
      {may && (
        <div className="flex flex-wrap gap-3">
          <Button busy={form.busy}>{t('save')}</Button>
          <Button
            type="button"
            look="secondary"
            onClick={() =>
              setZones([...zones, { code: '', countries: '', methods: [EMPTY_METHOD] }])
            }
          >
            {t('addZone')}
          </Button>
        </div>
      )}
    </form>
  );
}
