import type { SimUsage as Usage, SimUsageMeter } from '../../gw/types';
import { number, volumeText, zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { hasMeter, usedPercent } from './simText';

const METERS = ['data', 'voice', 'sms'] as const;
type Name = (typeof METERS)[number];

type Props = {
  usage: Usage;
  zone: string;
  /** The end of the plan is shown elsewhere on the page. */
  endless?: boolean;
};

/** What of a SIM's plans is used, as bars with their numbers, and when the carrier read them. */
export function SimUsage({ usage, zone, endless = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const shown = METERS.filter((name) => hasMeter(usage[name]));
  if (shown.length === 0) return null;
  const { asOf } = usage.data;
  return (
    <div className="grid gap-3">
      {shown.map((name) => (
        <Meter key={name} name={name} meter={usage[name]} zone={zone} endless={endless} />
      ))}
      <p className="text-14 text-muted">
        {asOf ? t('sims:usage.asOf', { time: zonedTime(asOf, lang, zone) }) : t('sims:usage.never')}
        {usage.stale && ` ${t('sims:usage.stale')}`}
      </p>
    </div>
  );
}

type MeterProps = { name: Name; meter: SimUsageMeter; zone: string; endless: boolean };

function Meter({ name, meter, zone, endless }: MeterProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const amount = (value: number) =>
    name === 'data'
      ? volumeText(value, lang)
      : t(`sims:usage.amount.${name}`, { count: value, amount: number(value, lang) });
  const percent = usedPercent(meter);
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t(`sims:usage.${name}`)}</span>
        <span className="tabular-nums">{usageText(meter, amount, t)}</span>
      </div>
      {percent !== undefined && (
        // The numbers beside it say the same.
        <svg
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="mt-1 h-2 w-full rounded-full bg-line"
        >
          <rect
            width={percent}
            height="6"
            className={percent >= 90 ? 'fill-coral' : 'fill-primary'}
          />
        </svg>
      )}
      {meter.deadline && !endless && (
        <p className="text-14 text-muted">
          {t('sims:usage.deadline', { time: zonedTime(meter.deadline, lang, zone) })}
        </p>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function usageText(
  { used, remaining, total, unlimited }: SimUsageMeter,
  amount: (value: number) => string,
  t: Translate,
): string {
  if (unlimited) return t('sims:usage.unlimited', { used: amount(used) });
  if (remaining === null || total === undefined)
    return t('sims:usage.used', { used: amount(used) });
  return t('sims:usage.left', {
    left: amount(remaining),
    used: amount(used),
    total: amount(total),
  });
}
