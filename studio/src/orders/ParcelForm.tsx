import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { Field, TextArea } from '../components/Field';
import { Section } from '../components/Section';
import type { Order } from './types';
import type { OrderActions } from './useOrderActions';

/** Marks the cards of an order as sent: takes the tracking number, and the ICCIDs of cards that differ from the imported ones. */
export function ParcelForm({ order, acts }: { order: Order; acts: OrderActions }) {
  const { t } = useTranslation('studio-orders');
  const lines = order.lines.filter(({ toSend }) => toSend);
  const errors = acts.errors('ship');
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void acts.run('ship', 'parcel', {
      tracking: form.get('tracking'),
      cards: Object.fromEntries(lines.map(({ no }) => [no, form.get(`cards.${no}`)])),
    });
  }
  return (
    <Section title={t('parcel.title')}>
      <form onSubmit={send} className="mt-3 grid gap-3">
        {lines.map((line) => (
          <TextArea
            key={line.id}
            name={`cards.${line.no}`}
            label={t('parcel.cards', { line: `${line.no}. ${line.name}`, count: line.quantity })}
            hint={t('parcel.cardsHint')}
            error={errors[`cards.${line.no}`]}
            rows={Math.min(line.quantity, 6)}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <Field
          name="tracking"
          label={t('parcel.tracking')}
          hint={t('parcel.trackingHint')}
          error={errors.tracking}
          maxLength={64}
          autoComplete="off"
          required
        />
        <p>
          <Button busy={acts.busy('ship')}>{t('parcel.send')}</Button>
        </p>
      </form>
    </Section>
  );
}
