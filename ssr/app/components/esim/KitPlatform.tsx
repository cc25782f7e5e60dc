import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { Fold } from '../page/Fold';

type Props = {
  name: 'ios' | 'android';
  url: string;
  steps: readonly string[];
  device: PageDataByKind['install']['device'];
};

/** The installation steps of one platform: open on a phone of that platform, folded on a computer, absent on a phone of the other. */
export function KitPlatform({ name, url, steps, device }: Props) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  const known = device !== 'any';
  const link = url && (
    <div className="pb-4">
      <a
        href={url}
        rel="noreferrer"
        className={`btn w-full ${known ? 'btn-primary' : 'btn-secondary'}`}
      >
        {t(`order:install.${name}`)}
      </a>
      <p className="mt-1 text-14 text-muted">{t(`order:install.linkHint.${device}`)}</p>
    </div>
  );
  return (
    <div>
      {known && link}
      <Fold
        title={t(`order:install.steps${name === 'ios' ? 'Ios' : 'Android'}`)}
        className="rounded-control"
        open={known}
      >
        {!known && link}
        <ol className="list-decimal space-y-2 pb-4 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Fold>
    </div>
  );
}
