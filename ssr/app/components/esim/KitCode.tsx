import type { Install } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { svgData } from '../page/svgData';

/** The code of an eSIM, black on white in every colour scheme, or phones cannot read it. */
export function KitCode({ install, large }: { install: Install; large?: boolean }) {
  const { t } = useTranslation();
  const size = large ? 384 : 272;
  return (
    <div>
      <img
        src={svgData(install.qrSvg)}
        alt={t('order:install.qrAlt')}
        width={size}
        height={size}
        className={`mx-auto rounded-control border border-line bg-white p-2 ${large ? 'size-96' : 'size-68'}`}
      />
      <p className="mt-2 text-center text-14 text-muted">{t('order:install.qrDesktop')}</p>
    </div>
  );
}

/** The code at the size for a phone that is held before a screen, and how to read it. */
export function LargeCode({ install }: { install: Install }) {
  const { t } = useTranslation();
  return (
    <div className="hidden items-center gap-8 sm:grid sm:grid-cols-[384px_minmax(0,1fr)]">
      <KitCode install={install} large />
      <div>
        <h3 className="mb-4 text-20 font-semibold">{t('order:install.how.title')}</h3>
        <ol className="grid gap-4">
          {STEPS.map((step) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden="true" className="step-number">
                {step}
              </span>
              <span className="pt-1.5">{t(`order:install.how.${step}`)}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const STEPS = ['1', '2', '3'] as const;
