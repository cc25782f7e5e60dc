import type { TFunction } from 'i18next';
import { i18n } from '../i18n';

// Hold reasons that the shop writes itself, with their translation keys.
const HOLD_REASONS: [RegExp, string][] = [
  [/^dispute$/, 'dispute'],
  [/^payment mismatch: /, 'mismatch'],
  [/^refund \d+ failed$/, 'refundFailed'],
  [/^refund \d+ came back$/, 'refundCameBack'],
  [/^not delivered, and nothing was paid$/, 'undelivered'],
];

/** Why an order is held: the shop's own reasons translated, those of staff unchanged. */
export function holdReason(hold: string, t: TFunction<'studio-orders'>): string {
  return hold
    .split('; ')
    .map((reason) => {
      const known = HOLD_REASONS.find(([pattern]) => pattern.test(reason));
      return known ? t(`holds.${known[1]}`) : reason;
    })
    .join('; ');
}

type Done = { action: string; detail?: Record<string, unknown> };

/** The text of an action in the order's history; undefined for an action without a translation. */
export function actionText({ action, detail = {} }: Done): string | undefined {
  const given = action === 'ask refund' && detail.note;
  const failed = action === 'refuse refund' && detail.failed;
  const noted = action === 'give back' && detail.note;
  const name =
    (given && 'give refund') ||
    (failed && 'refund failed') ||
    (noted && 'give back noted') ||
    action;
  const key = `studio-orders:log.${name}`;
  if (!i18n.exists(key)) return undefined;
  const reason = typeof detail.reason === 'string' ? detail.reason : '';
  return i18n.t(key, {
    ...detail,
    reason: action === 'hold' ? holdReason(reason, i18n.getFixedT(null, 'studio-orders')) : reason,
  });
}

/** The display name of an actor of the audit log. */
export function actorName(actor: string, t: TFunction<'studio-orders'>): string {
  if (actor.startsWith('staff:')) return actor.slice('staff:'.length);
  if (actor === 'provider' || actor === 'system') return t(`actors.${actor}`);
  return t('actors.buyer');
}
