import { useTranslation } from '../../i18n/react';
import {
  esimMinIosVersion,
  esimsActiveAtOnce,
  esimsPerPhone,
} from '../../../../shared/constants.json';
import { Icon, type IconName } from '../page/Icon';

/** How many, how many at a time, from which iOS version, on how many devices. */
export function EsimFacts() {
  const { t } = useTranslation();
  const facts: { key: string; icon: IconName; title: string }[] = [
    { key: 'stored', icon: 'sim', title: t('esim:facts.stored.title', { count: esimsPerPhone }) },
    {
      key: 'active',
      icon: 'esim',
      title: t('esim:facts.active.title', { count: esimsActiveAtOnce }),
    },
    { key: 'ios', icon: 'info', title: t('esim:facts.ios.title', { version: esimMinIosVersion }) },
    { key: 'device', icon: 'check', title: t('esim:facts.device.title') },
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="sr-only">
        {t('esim:facts.title')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
        {facts.map(({ key, icon, title }) => (
          <li key={key} className="flex gap-3 rounded-card bg-primary-soft p-4">
            <Icon name={icon} className="size-6 text-primary-strong" />
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-14">{t(`esim:facts.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
