import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { formatSiteTime } from '../catalogue/format';
import { Button } from '../components/Button';
import { Conflict } from '../components/Conflict';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { SiteLinks } from '../components/Sites';
import { useBasis, type Basis } from '../useBasis';
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
      <ZonesOfSite key={site} table={table} />
    </Page>
  );
}

function ZonesOfSite({ table }: { table: Table }) {
  const basis = useBasis(table);
  return <TableForm key={basis.edition} basis={basis} />;
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

/** Writes zones in words, a line for each zone and each way to send. */
const inWords = (zones: Zone[]): string =>
  zones
    .flatMap(({ code, countries, methods }) => [
      `${code}: ${countries}`,
      ...methods.map((one) =>
        [one.code, one.nameEn, one.nameZh, one.amount, `${one.daysMin}–${one.daysMax}`]
          .concat(one.trackingUrl)
          .join(' · '),
      ),
    ])
    .join('\n');

function TableForm({ basis }: { basis: Basis<Table> }) {
  const { t } = useTranslation('studio-shipping');
  const may = usePermission('prices.edit');
  const table = basis.now;
  const [zones, setZones] = useState(basis.values.zones);
  const form = useForm(() =>
    basis.save(
      inWords(zones),
      (read) => inWords(read.zones),
      (revision) => call('PUT', '/shipping', { site: table.site, revision, zones }),
    ),
  );
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
      <Conflict of={basis} />
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
