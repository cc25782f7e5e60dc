import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { call, Refusal } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { useSend } from '../useSend';
import { ReachList } from './ReachList';
import type { AtSite, Plan, Verdict } from './types';
import { amount, percent, there } from './words';

type Seen = { revision: string; was: number };

/** A new price for a site: typed, looked at with all that it touches, and then set. */
export function PriceForm({ plan, at }: { plan: Plan; at: AtSite }) {
  const { t } = useTranslation('studio-catalogue');
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  // What a preview found, with what was sent: the price is set as it was looked at, whatever the page has read since.
  const [looked, setLooked] = useState<{ verdict: Verdict; sent: Seen }>();
  const verdict = looked?.verdict;
  // What was pressed last: its refusal is shown.
  const [saving, setSaving] = useState(false);
  const [set, setSet] = useState<Verdict>();
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
  // Where somebody else was first, the page shows what is there now, and what was typed stays.
  async function orRead(answer: Promise<Verdict>): Promise<Verdict> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'price_overtaken') {
        setLooked(undefined);
        await revalidate();
      }
      throw error;
    }
  }
  const preview = useSend(async () => {
    setSet(undefined);
    setLooked(undefined);
    const sent = { revision: at.revision, was: at.price };
    const found = await orRead(call<Verdict>('POST', `${path}/preview`, { ...wanted(), ...sent }));
    setLooked({ verdict: found, sent });
  });
  const save = useSend(async () => {
    setSet(await orRead(call<Verdict>('POST', path, { ...wanted(), ...looked!.sent })));
    setLooked(undefined);
    form.current?.reset();
  });
  const refusal = (saving ? save : preview).refusal;

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
        error={refusal?.fields.price}
        onChange={() => setLooked(undefined)}
      />
      <Field
        name="at"
        type="datetime-local"
        label={t('price.at')}
        hint={t('price.zone', { site: at.site.name, zone: at.zone })}
        error={refusal?.fields.at}
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
              from: amount(verdict.from, verdict.currency),
              to: amount(verdict.to, verdict.currency),
              percent: percent(verdict.permille),
              at: verdict.startsAt && there(verdict.startsAt, at.zone),
            })}
          </p>
          <ReachList reach={verdict.reach!} />
          {verdict.big && (
            <Checkbox name="confirmed" required>
              {t('preview.confirm', { percent: percent(verdict.permille) })}
            </Checkbox>
          )}
        </div>
      )}
      <Outcome
        refusal={refusal}
        done={
          set &&
          t(set.startsAt ? 'price.scheduled' : 'price.set', {
            price: amount(set.to, set.currency),
            at: set.startsAt && there(set.startsAt, at.zone),
          })
        }
      />
      <Button className="justify-self-start" busy={save.busy || preview.busy}>
        {verdict ? t(verdict.startsAt ? 'price.schedule' : 'price.change') : t('price.preview')}
      </Button>
    </form>
  );
}
