import { useTranslation } from '../../i18n/react';
import { Icon, type IconName } from '../page/Icon';

export const REASONS: readonly { key: string; icon: IconName }[] = [
  { key: 'facts', icon: 'guide' },
  { key: 'fast', icon: 'clock' },
  { key: 'refund', icon: 'check' },
];

/** Three reasons to buy here. */
export function Reasons() {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {REASONS.map(({ key, icon }) => (
        <li key={key} className="rounded-card bg-primary-soft p-4 sm:p-6">
          <Icon name={icon} className="size-8 text-primary-strong" />
          <h3 className="mt-3 font-semibold">{t(`home:reasons.${key}.title`)}</h3>
          <p className="mt-1">{t(`home:reasons.${key}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
