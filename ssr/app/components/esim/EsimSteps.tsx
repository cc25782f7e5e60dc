import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';

export const PLATFORMS = ['ios', 'android'] as const;
export const STEPS = ['1', '2', '3', '4', '5'] as const;

/** Installing and activating, menu by menu, for both platforms. */
export function EsimSteps() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section id="steps" aria-labelledby="steps-title">
      <h2 id="steps-title" className="text-24 font-semibold leading-tight">
        {t('esim:steps.title')}
      </h2>
      <p className="mb-4 mt-1 max-w-[720px] text-muted">{t('esim:steps.intro')}</p>
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        {PLATFORMS.map((platform) => (
          <div key={platform} className="card">
            <h3 className="text-20 font-semibold">{t(`esim:steps.${platform}.title`)}</h3>
            <ol className="mt-4 grid gap-4">
              {STEPS.map((step) => (
                <li key={step} className="flex gap-3">
                  <span aria-hidden="true" className="step-number size-8">
                    {step}
                  </span>
                  <span className="pt-1">{t(`esim:steps.${platform}.${step}`)}</span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <TextLink to={paths.service(lang, 'activation')} className="mt-2 gap-1">
        {t('esim:steps.more')}
        <Icon name="right" className="size-4" />
      </TextLink>
    </section>
  );
}
