import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call, ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import { i18n, type Lang } from '../i18n';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import { ReceiptList } from './ReceiptList';
import { LOCALES, type TextDetail, type PublishMode, type Receipt } from './types';

type Props = {
  text: TextDetail;
  path: string;
  siteQuery: string;
  saveDrafts: () => Promise<Record<Lang, string> | undefined>;
};

const MODES: PublishMode[] = ['both', 'alone', 'correction'];

/** Publishes a text now or at a scheduled time, and shows the receipt. */
export function Publish({ text, path, siteQuery, saveDrafts }: Props) {
  const { t } = useTranslation('studio-texts');
  const may = usePermission('texts.publish');
  const [mode, setMode] = useState<PublishMode>('both');
  const [receipt, setReceipt] = useState<Receipt>();
  const waiting = LOCALES.filter(
    (locale) => text.sides[locale].draft.dirty || text.sides[locale].handed,
  );
  const one = waiting.length === 1;
  const errors = LOCALES.some(
    (locale) =>
      text.sides[locale].draft.dirty &&
      text.sides[locale].findings.some(({ severity }) => severity === 'error'),
  );

  async function order() {
    const revisions = await saveDrafts();
    if (!revisions)
      throw new ApiError(i18n.t('publish.unsaved', { ns: 'studio-texts' }), 'unsaved', 0);
    return { revisions, mode: one ? mode : 'both' };
  }
  const publish = useMutation(async () => {
    setReceipt(undefined);
    setReceipt(await call<Receipt>('POST', `${path}/publish${siteQuery}`, await order()));
  });
  const schedule = useMutation(async (publishAt: string, expireAt: string) => {
    await call('POST', `${path}/schedule${siteQuery}`, {
      ...(await order()),
      publishAt: instant(publishAt),
      expireAt: expireAt ? instant(expireAt) : null,
    });
  });
  const cancel = useMutation((id: string) => call('DELETE', `${path}/schedule/${id}${siteQuery}`));
  const [gone, setGone] = useState<Receipt>();
  const withdraw = useMutation(async () => {
    setGone(await call<Receipt>('POST', `${path}/withdraw${siteQuery}`));
  });
  // The server refuses to unpublish a text that the shop came with.
  const withdrawable = text.sides.en.published && text.sides.en.published.version !== '0';
  const planned = text.schedules.find(({ state }) => state === 'waiting');
  const [last] = text.schedules;

  async function onSchedule(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    if (await schedule.run(typed.get('at') as string, typed.get('until') as string)) form.reset();
  }

  return (
    <Section title={t('publish.title')} className="card grid content-start gap-4">
      <p>
        {waiting.length === 0
          ? t('publish.nothing')
          : t('publish.waiting', {
              languages: waiting.map((locale) => t(`languages.${locale}`)).join(t('publish.and')),
            })}
      </p>
      {errors && <Alert kind="warning">{t('publish.errors')}</Alert>}
      {!may && <p className="text-14 text-muted">{t('publish.notYours')}</p>}
      {may && one && (
        <fieldset className="grid gap-2">
          <legend className="text-14 font-medium">{t('publish.other')}</legend>
          {MODES.map((name) => (
            <label key={name} className="flex min-h-9 items-center gap-2">
              <input
                type="radio"
                name="mode"
                checked={mode === name}
                onChange={() => setMode(name)}
              />
              {t(`publish.modes.${name}`)}
            </label>
          ))}
        </fieldset>
      )}
      {may && (
        <>
          <Button
            type="button"
            className="justify-self-start"
            busy={publish.busy}
            onClick={() => void publish.run()}
          >
            {t('publish.now')}
          </Button>
          <Outcome error={publish.error} done={receipt && t('publish.done')} />
          {receipt && <ReceiptList receipt={receipt} />}
        </>
      )}
      {may && withdrawable && (
        <Confirm
          label={t('withdraw.label')}
          question={t('withdraw.question')}
          busy={withdraw.busy}
          onConfirm={() => void withdraw.run()}
        />
      )}
      {may && <Outcome error={withdraw.error} done={gone && t('withdraw.done')} />}
      {gone && <ReceiptList receipt={gone} />}
      {last?.state === 'held' && (
        <Alert kind="danger" title={t('schedule.held', { at: formatTime(last.publishAt) })}>
          {t(`schedule.why.${last.why}`, { defaultValue: t('schedule.why.other') })}
        </Alert>
      )}
      {last?.state === 'ended' && last.why && last.why !== 'overtaken' && (
        <Alert kind="danger" title={t('schedule.stays', { at: formatTime(last.expireAt!) })}>
          {t('schedule.why.expiry')}
        </Alert>
      )}
      {planned && (
        <div className="grid gap-1">
          <p>
            {planned.expireAt
              ? t('schedule.plannedUntil', {
                  at: formatTime(planned.publishAt),
                  until: formatTime(planned.expireAt),
                  author: planned.author,
                })
              : t('schedule.planned', {
                  at: formatTime(planned.publishAt),
                  author: planned.author,
                })}
          </p>
          {may && (
            <Confirm
              label={t('schedule.cancel')}
              question={t('schedule.cancelQuestion')}
              busy={cancel.busy}
              onConfirm={() => void cancel.run(planned.id)}
            />
          )}
          <Outcome error={cancel.error} />
        </div>
      )}
      {may && !planned && (
        <form className="grid gap-3" onSubmit={(event) => void onSchedule(event)}>
          <h3 className="font-medium">{t('schedule.title')}</h3>
          <Field label={t('schedule.at')} type="datetime-local" name="at" required />
          <Field label={t('schedule.until')} type="datetime-local" name="until" />
          <p className="text-14 text-muted">{t('schedule.zone', { zone: zone() })}</p>
          <Outcome error={schedule.error} done={schedule.done && t('schedule.done')} />
          <Button look="secondary" className="justify-self-start" busy={schedule.busy}>
            {t('schedule.set')}
          </Button>
        </form>
      )}
    </Section>
  );
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Converts a time that was typed in the reader's time zone to an instant. */
const instant = (local: string) => new Date(local).toISOString();
