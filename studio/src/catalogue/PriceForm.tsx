import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { call, ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { noteOwn, type OwnRevisions } from '../useBasis';
import { useMutation } from '../useMutation';
import { ReachList } from './ReachList';
import type { PlanAtSite, Plan, PriceEffect } from './types';
import { formatAmount, formatPercent, formatSiteTime } from './format';

type Props = { plan: Plan; at: PlanAtSite; own: OwnRevisions };
type Seen = { revision: string; was: number };

/** Sets a new price at a site in two steps: a preview of its reach, then the change. */
export function PriceForm({ plan, at, own }: Props) {
  const { t } = useTranslation('studio-catalogue');
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  // The preview with the values it was made of: those values are set, even when the page has been reloaded since.
  const [looked, setLooked] = useState<{ verdict: PriceEffect; sent: Seen }>();
  const verdict = looked?.verdict;
  // The button that was pressed last: its error is shown.
  const [saving, setSaving] = useState(false);
  const [set, setSet] = useState<PriceEffect>();
  const path = `/catalogue/${encodeURIComponent(plan.id)}/prices`;

  const wanted = () => {
    const typed = new FormData(form.current!);
    return {
      site: at.site.id,
      price: typed.get('price') as string,
      at: typed.get('at') as string,
      currency: at.currency,
      confirmed: typed.get('confirmed') === 'on',
    };
  };
  // After an edit conflict the page reloads the current state; the typed values stay.
  async function orRead(answer: Promise<PriceEffect>): Promise<PriceEffect> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'price_overtaken') {
        setLooked(undefined);
        await revalidate();
      }
      throw error;
    }
  }
  const preview = useMutation(async () => {
    setSet(undefined);
    setLooked(undefined);
    const sent = { revision: at.revision, was: at.price };
    const found = await orRead(
      call<PriceEffect>('POST', `${path}/preview`, { ...wanted(), ...sent }),
    );
    setLooked({ verdict: found, sent });
  });
  const save = useMutation(async () => {
    const { sent } = looked!;
    setSet(await orRead(call<PriceEffect>('POST', path, { ...wanted(), ...sent })));
    noteOwn(own, sent.revision);
    setLooked(undefined);
    form.current?.reset();
  });
  const error = (saving ? save : preview).error;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setSaving(Boolean(verdict));
    void (verdict ? save : preview).run();
  }

  return (
    <form ref={form} className="grid gap-4" onSubmit={onSubmit}>
      <Field
        name="price"
        label={t('price.new', { currency: at.currency })}
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={20}
        error={error?.fields.price}
        onChange={() => setLooked(undefined)}
      />
      <Field
        name="at"
        type="datetime-local"
        label={t('price.at')}
        hint={t('price.zone', { site: at.site.name, zone: at.zone })}
        error={error?.fields.at}
        onChange={() => setLooked(undefined)}
      />
      {verdict && (
        <div
          className="grid gap-3 rounded-control border border-line p-4"
          role="group"
          aria-label={t('preview.title')}
        >
          <p className="font-medium">
            {t(verdict.startsAt ? 'preview.then' : 'preview.now', {
              from: formatAmount(verdict.from, verdict.currency),
              to: formatAmount(verdict.to, verdict.currency),
              percent: formatPercent(verdict.permille),
              at: verdict.startsAt && formatSiteTime(verdict.startsAt, at.zone),
            })}
          </p>
          <ReachList reach={verdict.reach!} />
          {verdict.big && (
            <Checkbox name="confirmed" required>
              {t('preview.confirm', { percent: formatPercent(verdict.permille) })}
            </Checkbox>
          )}
        </div>
      )}
      <Outcome
        error={error}
        done={
          set &&
          t(set.startsAt ? 'price.scheduled' : 'price.set', {
            price: formatAmount(set.to, set.currency),
            at: set.startsAt && formatSiteTime(set.startsAt, at.zone),
          })
        }
      />
      <Button className="justify-self-start" busy={save.busy || preview.busy}>
        {verdict ? t(verdict.startsAt ? 'price.schedule' : 'price.change') : t('price.preview')}
      </Button>
    </form>
  );
}
