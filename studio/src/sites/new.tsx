import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useNavigate } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { useForm, useMutation } from '../useMutation';
import { DetailsFields, detailsOf } from './DetailsFields';
import { Preview } from './Preview';
import { SourceFields } from './SourceFields';
import type { List, CreatedSite } from './types';

export function loader({ request }: { request: Request }) {
  return load<List>(request, '/sites');
}

/** Creates a site in three steps: form, preview, creation. */
export function Component() {
  const { t } = useTranslation('studio-sites');
  const { sites, currencies, phoneCodes } = useLoaderData<List>();
  const navigate = useNavigate();
  const [currency, setCurrency] = useState('');
  const [csv, setCsv] = useState('');
  const [tried, setTried] = useState<CreatedSite>();
  const body = useRef<object>(undefined);
  const result = useRef<HTMLElement>(null);
  const methods = currencies.find(({ code }) => code === currency)?.methods ?? ['card'];
  const form = useForm(async (typed) => {
    setTried(undefined);
    body.current = {
      ...detailsOf(typed, methods),
      code: typed.code,
      host: typed.host,
      currency: typed.currency,
      zone: typed.zone,
      country: typed.country,
      source: typed.source,
      factor: typed.factor,
      prices: csv,
      shipping: typed.shipping === 'on',
    };
    setTried(await call<CreatedSite>('POST', '/sites/try', body.current));
  });
  useEffect(() => {
    if (tried) result.current?.focus();
  }, [tried]);
  const make = useMutation(async () => {
    const { id } = await call<CreatedSite>('POST', '/sites', body.current);
    await navigate(`/sites/${id}`, { state: { made: true } });
  });
  const errors = form.error?.fields ?? make.error?.fields ?? {};
  return (
    <Page title={t('new.title')} intro={t('new.intro')}>
      <PageLink to="/sites">{t('back')}</PageLink>
      <form
        className="card mt-6 grid gap-6"
        onSubmit={(event) => void form.onSubmit(event)}
        // A changed form makes the preview outdated.
        onChange={() => setTried(undefined)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="code"
            label={t('form.code')}
            hint={t('form.codeHint')}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errors.code}
          />
          <Field
            name="host"
            label={t('form.host')}
            hint={t('form.hostHint')}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errors.host}
          />
          <Select
            name="currency"
            label={t('form.currency')}
            required
            value={currency}
            error={errors.currency}
            onChange={(event) => setCurrency(event.target.value)}
          >
            <option value="">{t('form.choose')}</option>
            {currencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
          <Field
            name="zone"
            label={t('form.zone')}
            hint={t('form.zoneHint')}
            list="zones"
            maxLength={60}
            autoComplete="off"
            required
            error={errors.zone}
          />
          <datalist id="zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          <Field
            name="country"
            label={t('form.country')}
            hint={t('form.countryHint')}
            maxLength={2}
            autoComplete="off"
            autoCapitalize="characters"
            error={errors.country}
          />
        </div>
        <SourceFields sites={sites} errors={errors} onFile={setCsv} />
        <DetailsFields phoneCodes={phoneCodes} methods={methods} errors={errors} />
        <Outcome error={form.error} />
        <Button className="justify-self-start" look="secondary" busy={form.busy}>
          {t('new.try')}
        </Button>
      </form>
      {tried && (
        <section
          ref={result}
          tabIndex={-1}
          aria-labelledby="tried"
          className="card mt-6 grid gap-4"
        >
          <Preview made={tried} />
          <Outcome error={make.error} />
          <Button
            type="button"
            className="justify-self-start"
            busy={make.busy}
            onClick={() => void make.run()}
          >
            {t('new.make')}
          </Button>
        </section>
      )}
    </Page>
  );
}
