import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Field, Select, TextArea } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import type { Lang } from '../i18n';
import { usePermission } from '../useMember';
import { useForm, useMutation } from '../useMutation';
import { LOCALES, type TextDetail, type ReviewState } from './types';

type Props = {
  text: TextDetail;
  path: string;
  siteQuery: string;
  quote: { locale: Lang; words: string } | undefined;
  saveDrafts: () => Promise<unknown>;
};

/** The comments on a text and the state of its review. */
export function Discussion({ text, path, siteQuery, quote, saveDrafts }: Props) {
  const { t } = useTranslation('studio-texts');
  const { review, comments } = text;
  const mayEdit = usePermission('texts.edit');
  const mayPublish = usePermission('texts.publish');
  const set = useMutation(async (state: ReviewState) => {
    await saveDrafts();
    await call('PUT', `${path}/review${siteQuery}`, { state });
  });
  const resolve = useMutation((id: string) =>
    call('POST', `${path}/comments/${id}/resolve${siteQuery}`, {}),
  );
  const add = useForm(
    ({ body, locale, quote: words }) =>
      call('POST', `${path}/comments${siteQuery}`, { body, locale, quote: words }),
    { reset: true },
  );
  const next: ReviewState[] = [
    ...(review.state === 'in_review' ? [] : (['in_review'] as const)),
    ...(mayPublish && review.state !== 'approved' ? (['approved'] as const) : []),
    ...(review.state === 'changes_wanted' ? [] : (['changes_wanted'] as const)),
  ];
  return (
    <Section title={t('talk.title')} className="card grid content-start gap-4">
      <p>
        {t(`review.${review.state}`)}
        {review.at && (
          <span className="text-muted">
            {' '}
            · {review.author}, {formatTime(review.at)}
          </span>
        )}
      </p>
      {mayEdit && (
        <div className="flex flex-wrap gap-3">
          {next.map((state) => (
            <Button
              key={state}
              type="button"
              look="secondary"
              busy={set.busy}
              onClick={() => void set.run(state)}
            >
              {t(`talk.set.${state}`)}
            </Button>
          ))}
        </div>
      )}
      <Outcome error={set.error ?? resolve.error} />
      <ul className="divide-y divide-line">
        {comments.map((one) => (
          <li key={one.id} className="grid gap-1 py-3">
            <p className="text-14 text-muted">
              {one.author} · {formatTime(one.createdAt)}
              {one.locale && ` · ${t(`languages.${one.locale}`)}`}
            </p>
            {one.quote && (
              <blockquote className="border-l-2 border-line pl-3 text-14 wrap-anywhere">
                {one.quote}
              </blockquote>
            )}
            <p className="whitespace-pre-wrap wrap-anywhere">{one.body}</p>
            {one.resolvedAt ? (
              <p className="text-14 text-success">
                {t('talk.resolved', { author: one.resolvedBy, at: formatTime(one.resolvedAt) })}
              </p>
            ) : (
              mayEdit && (
                <Button
                  type="button"
                  look="link"
                  className="justify-self-start"
                  busy={resolve.busy}
                  onClick={() => void resolve.run(one.id)}
                >
                  {t('talk.resolve')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <form className="grid gap-3" onSubmit={add.onSubmit}>
          <Select
            label={t('talk.about')}
            name="locale"
            key={`about ${quote?.locale}`}
            defaultValue={quote?.locale ?? ''}
          >
            <option value="">{t('talk.whole')}</option>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {t(`languages.${locale}`)}
              </option>
            ))}
          </Select>
          <Field
            label={t('talk.quoted')}
            name="quote"
            maxLength={200}
            key={`quoted ${quote?.words}`}
            defaultValue={quote?.words ?? ''}
          />
          <TextArea label={t('talk.comment')} name="body" rows={3} maxLength={2000} required />
          <Outcome error={add.error} done={add.done && t('talk.sent')} />
          <Button look="secondary" className="justify-self-start" busy={add.busy}>
            {t('talk.send')}
          </Button>
        </form>
      )}
    </Section>
  );
}
