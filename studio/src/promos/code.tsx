import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { call, ApiError } from '../api/client';
import { load } from '../api/load';
import { formatSiteTime } from '../catalogue/format';
import { Confirm } from '../components/Confirm';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { Section } from '../components/Section';
import { SiteLinks } from '../components/Sites';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import { ChangeForm } from './ChangeForm';
import { Facts } from './Facts';
import type { PromoAtSite, Promo } from './types';
import { Uses } from './Uses';

export function loader({ request, params }: { request: Request; params: { code?: string } }) {
  return load<Promo>(request, `/promos/${encodeURIComponent(params.code!)}`);
}

/** A promo code: what it does at each site, what its uses cost, and how it is changed and ended. */
export function Component() {
  const { t } = useTranslation('studio-promos');
  const promo = useLoaderData<Promo>();
  const [query] = useSearchParams();
  const may = usePermission('prices.edit');
  const chosen = query.get('site');
  // Ending changes what the form below has shown: saving that would start the code again. So it begins anew after the revision that
  // was ended here, with what is there then.
  const [ended, setEnded] = useState('');
  const at = promo.sites.find(({ site }) => site.id === chosen) ?? promo.sites[0]!;
  return (
    <Page title={promo.code}>
      <PageLink to={`/promos?site=${at.site.id}`}>{t('code.back')}</PageLink>
      <SiteLinks
        label={t('code.sites')}
        site={at.site.id}
        sites={promo.sites.map(({ site }) => ({ id: site.id, text: site.name }))}
      >
        {may &&
          promo.missing.map(({ id, name }) => (
            <li key={id}>
              <Link
                className="link-alone"
                to={`/promos/new?site=${id}&code=${encodeURIComponent(promo.code)}`}
              >
                {t('code.addTo', { site: name })}
              </Link>
            </li>
          ))}
      </SiteLinks>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Now promo={promo} at={at} onEnd={setEnded} />
        <Uses at={at} />
      </div>
      {may && (
        <ChangeForm
          key={`${at.site.id} ${ended} ${ended === at.is.revision}`}
          promo={promo}
          at={at}
        />
      )}
    </Page>
  );
}

type NowProps = {
  promo: Promo;
  at: PromoAtSite;
  /** Called after the code was ended, with the revision before. */
  onEnd: (revision: string) => void;
};

function Now({ promo, at, onEnd }: NowProps) {
  const { t } = useTranslation('studio-promos');
  const may = usePermission('prices.edit');
  const navigate = useNavigate();
  const { is, site } = at;
  const path = `/promos/${encodeURIComponent(promo.code)}`;
  const seen = { site: site.id, revision: is.revision };
  const { revalidate } = useRevalidator();
  // Where somebody else was first, the page shows what there is now.
  async function orRead(answer: Promise<unknown>) {
    try {
      await answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'promo_overtaken') await revalidate();
      throw error;
    }
  }
  const end = useMutation(() => orRead(call('POST', `${path}/end`, seen)));
  const remove = useMutation(async () => {
    await orRead(call('DELETE', `${path}?${new URLSearchParams(seen)}`));
    await navigate(`/promos?site=${site.id}`);
  });
  const unused = is.used === 0 && is.granted === 0 && at.uses.length === 0;
  return (
    <Section
      title={t('code.now', { site: site.name, state: t(`state.${is.state}`) })}
      className="card grid content-start gap-3"
    >
      <Facts code={is} groups={promo.groups} />
      <p className="text-14 text-muted">
        {is.editedAt
          ? t('code.edited', { author: is.author, at: formatSiteTime(is.editedAt, is.zone) })
          : t('code.files')}
      </p>
      <Outcome error={end.error ?? remove.error} done={end.done && t('code.ended')} />
      {may && (
        <p className="flex flex-wrap gap-6">
          {is.state !== 'ended' && (
            <Confirm
              label={t('code.end')}
              question={t('code.endQuestion', { code: promo.code, site: site.name })}
              busy={end.busy}
              onConfirm={() => void end.run().then((ended) => ended && onEnd(seen.revision))}
            />
          )}
          {unused && (
            <Confirm
              label={t('code.delete')}
              question={t('code.deleteQuestion', { code: promo.code, site: site.name })}
              busy={remove.busy}
              onConfirm={() => void remove.run()}
            />
          )}
        </p>
      )}
    </Section>
  );
}
