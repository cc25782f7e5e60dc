import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useLocation, useRevalidator } from 'react-router';
import { call, ApiError } from '../api/client';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { MoreLink } from '../components/MoreLink';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import { usePermission } from '../useMember';
import { useErrorFocus, useMutation } from '../useMutation';
import { Decide } from './Decide';
import { ReviewContent } from './ReviewContent';
import type { List, Review } from './types';

const FILTERS = ['waiting', 'approved', 'rejected', 'all'] as const;

// Error codes of an edit conflict: the review has changed since the list was read.
const STALE = ['review_decided', 'review_not_found'];

/** A page of a site's reviews, narrowed by `state` and `q`, after the review `after`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/reviews');
}

/** What buyers wrote about plans, and whether the shop shows it. */
export function Component() {
  const { t } = useTranslation('studio-reviews');
  const { site, sites, counts } = useLoaderData<List>();
  const { key } = useLocation();
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      <ListSearch t={t} filters={FILTERS} initial="waiting" counts={counts} site={site}>
        <SiteOptions sites={sites} />
      </ListSearch>
      {/* The outcome of a decision is shown until the list changes. */}
      <Reviews key={key} />
    </Page>
  );
}

function Reviews() {
  const { t } = useTranslation('studio-reviews');
  const { reviews, next } = useLoaderData<List>();
  const may = usePermission('reviews.decide');
  const { revalidate } = useRevalidator();
  const outcome = useRef<HTMLDivElement>(null);
  const [decided, setDecided] = useState<{ id: string; approve: boolean }>();
  const send = useMutation(async ({ id }: Review, approve: boolean, reason: string) => {
    setDecided({ id, approve });
    try {
      await call('POST', `/reviews/${id}/decision`, { approve, reason });
    } catch (error) {
      // After an edit conflict the list reloads the current state.
      if (error instanceof ApiError && STALE.includes(error.code)) await revalidate();
      throw error;
    }
  });
  const focusOutcome = () => outcome.current?.focus();
  useErrorFocus(send.error, focusOutcome);
  async function decide(review: Review, approve: boolean, reason: string) {
    // The review leaves the list, and the focus must not go with it.
    if (await send.run(review, approve, reason)) focusOutcome();
  }
  return (
    <>
      <div ref={outcome} tabIndex={-1} className="mt-4">
        <Outcome
          error={send.error}
          done={send.done && t(decided?.approve ? 'done.approved' : 'done.rejected')}
        />
      </div>
      {reviews.length === 0 && <p className="mt-4">{t('list.empty')}</p>}
      <ul className="mt-4 grid gap-4">
        {reviews.map((review) => (
          <li key={review.id} className="card grid gap-3">
            <ReviewContent review={review} />
            {may && (
              <Decide
                review={review}
                busy={send.busy && decided?.id === review.id}
                error={decided?.id === review.id ? send.error?.fields.reason : undefined}
                onDecide={(approve, reason) => void decide(review, approve, reason)}
              />
            )}
          </li>
        ))}
      </ul>
      {next !== '0' && <MoreLink next={next}>{t('list.more')}</MoreLink>}
    </>
  );
}
