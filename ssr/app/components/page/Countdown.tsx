import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/react';

type Props = { until: string; onEnd?: () => void };

/** Time left in words and digits. Rendered in the browser only, because HTML may be cached. */
export function Countdown({ until, onEnd }: Props) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  const over = left === 0;
  useEffect(() => {
    if (over) onEnd?.();
    // Only the moment it ends counts, not every new function of the parent.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [over]);
  return (
    <p className="min-h-[1lh] tabular-nums scriptless:hidden">
      {left !== undefined && (
        <span role="timer">
          {t('payment:timeLeft')} <strong>{clockText(left)}</strong>
        </span>
      )}
    </p>
  );
}

/** Seconds until an instant, 0 when it is over, undefined without one and before hydration. */
export function useSecondsLeft(until: string | undefined): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (!until) return;
    const look = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** `23:59:07`, or `09:59` below an hour. */
export function clockText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? minutes : `${two(Math.floor(seconds / 3600))}:${minutes}`;
}
