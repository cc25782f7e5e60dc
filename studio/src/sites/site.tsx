import { useTranslation } from 'react-i18next';
import { useLoaderData, useLocation, useRevalidator } from 'react-router';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call, ApiError } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Conflict } from '../components/Conflict';
import { Confirm } from '../components/Confirm';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import { noteOwn, useBasis, useOwnRevisions, type Basis, type OwnRevisions } from '../useBasis';
import { usePermission } from '../useMember';
import { useForm, useMutation } from '../useMutation';
import { DetailsFields, detailsInWords, detailsOf } from './DetailsFields';
import { MissingList } from './MissingList';
import type { Details, SiteDetail } from './types';

export function loader({ request, params }: { request: Request; params: { id?: string } }) {
  return load<SiteDetail>(request, `/sites/${encodeURIComponent(params.id!)}`);
}

/** A site that staff have created: missing items, details and opening. */
export function Component() {
  const one = useLoaderData<SiteDetail>();
  return <SitePage key={one.site.id} one={one} />;
}

function SitePage({ one }: { one: SiteDetail }) {
  const { t } = useTranslation('studio-sites');
  const { site } = one;
  const own = useOwnRevisions();
  const basis = useBasis({ ...one, revision: site.revision }, own);
  const made = (useLocation().state as { made?: boolean } | null)?.made;
  const may = usePermission('sites.edit');
  return (
    <Page title={site.name}>
      <PageLink to="/sites">{t('back')}</PageLink>
      {made && site.hidden && (
        <div className="mt-4">
          <Alert kind="success">{t('new.made')}</Alert>
        </div>
      )}
      <Now one={one} own={own} />
      {may && site.own && <Change key={basis.edition} basis={basis} />}
    </Page>
  );
}

type NowProps = { one: SiteDetail; own: OwnRevisions };

function Now({ one: { site }, own }: NowProps) {
  const { t } = useTranslation('studio-sites');
  const may = usePermission('sites.edit');
  const { revalidate } = useRevalidator();
  const open = useMutation(async () => {
    try {
      await call('POST', `/sites/${site.id}/open`, { revision: site.revision });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'site_overtaken') await revalidate();
      throw error;
    }
    noteOwn(own, site.revision);
  });
  const blocked = site.lacks.some(({ blocks }) => blocks);
  return (
    <Section
      title={t(site.hidden ? 'state.hidden' : 'state.open')}
      className="card mt-6 grid gap-3"
    >
      <p className="wrap-anywhere">
        {site.address ? (
          <a className="link-alone" href={site.address}>
            {site.address}
          </a>
        ) : (
          t('hiddenAt', { host: site.host })
        )}
      </p>
      <p className="text-14 text-muted">
        {site.currency} · {site.zone}
        {site.madeAt &&
          ` · ${t('madeBy', { author: site.author, at: formatTime(site.madeAt), from: site.source })}`}
        {site.openedAt &&
          ` · ${t('openedBy', { author: site.openedBy, at: formatTime(site.openedAt) })}`}
      </p>
      <h3 className="font-medium">{t('lacks.title')}</h3>
      <MissingList lacks={site.lacks} site={site.id} />
      <Outcome error={open.error} done={open.done && t('opened')} />
      {may && site.hidden && !blocked && (
        <p>
          <Confirm
            label={t('open')}
            look="primary"
            question={t('openQuestion', { name: site.name, host: site.host })}
            busy={open.busy}
            onConfirm={() => void open.run()}
          />
        </p>
      )}
    </Section>
  );
}

function Change({ basis }: { basis: Basis<SiteDetail> }) {
  const { t } = useTranslation('studio-sites');
  const { details, methods, currencies, phoneCodes } = basis.values;
  const { site } = basis.now;
  const takes = currencies.find(({ code }) => code === site.currency)?.methods ?? methods;
  const inWords = (host: string, of: Details) => `${host}\n${detailsInWords(of, t)}`;
  const form = useForm((typed) => {
    const [mine, host] = [detailsOf(typed, takes), typed.host ?? site.host];
    return basis.save(
      inWords(host, mine),
      (read) => inWords(read.site.host, read.details),
      (revision) => call('PUT', `/sites/${site.id}`, { ...mine, host, revision }),
    );
  });
  const errors = form.error?.fields ?? {};
  return (
    <form className="card mt-6 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
      <h2 className="text-20 font-semibold">{t('change.title')}</h2>
      {site.hidden && (
        <Field
          name="host"
          label={t('form.host')}
          hint={t('form.hostHint')}
          defaultValue={basis.values.site.host}
          maxLength={100}
          autoComplete="off"
          required
          error={errors.host}
        />
      )}
      <DetailsFields phoneCodes={phoneCodes} details={details} methods={takes} errors={errors} />
      <Outcome error={form.error} done={form.done && t('change.saved')} />
      <Conflict of={basis} />
      <Button className="justify-self-start" busy={form.busy}>
        {t('change.save')}
      </Button>
    </form>
  );
}
