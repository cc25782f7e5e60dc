import { useState } from 'react';
import { useTranslation } from '../i18n/react';
import type { Device } from '../gw/types';
import { Alert } from './Alert';
import { deviceBrands, findDevices } from './deviceBrands';
import { DeviceTable } from './DeviceTable';
import { Icon } from './Icon';

const PLATFORMS = ['ios', 'android'] as const;

/** Models by platform and brand, with a filter once scripts run. Without them every brand can be opened. */
export function DeviceFinder({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const found = findDevices(devices, text);
  const filtering = text.trim() !== '';
  return (
    <section id="devices" aria-labelledby="devices-title">
      <h2 id="devices-title" className="text-24 font-bold leading-tight">
        {t('esim:devices.title')}
      </h2>
      <p className="mb-4 mt-1 max-w-[720px] text-muted">{t('esim:devices.intro')}</p>
      <div className="no-js:hidden no-app:invisible mb-4 flex max-w-[480px] flex-wrap items-end gap-x-4">
        <div className="flex-1">
          <label htmlFor="device-filter" className="mb-1 block text-14 font-medium">
            {t('esim:devices.filter')}
          </label>
          <input
            id="device-filter"
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t('esim:devices.placeholder')}
            autoComplete="off"
            spellCheck={false}
            className="field"
          />
        </div>
        <output htmlFor="device-filter" aria-live="polite" className="pb-2.5 text-14 text-muted">
          {t('esim:devices.found', { count: found.length })}
        </output>
      </div>
      {found.length === 0 && <Alert kind="warning">{t('esim:devices.none')}</Alert>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {PLATFORMS.map((platform) => {
          const brands = deviceBrands(found, platform);
          if (brands.length === 0) return null;
          return (
            <div key={platform}>
              <h3 className="mb-2 font-semibold">{t(`esim:devices.${platform}`)}</h3>
              <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper">
                {brands.map(({ brand, devices: models }) => (
                  // The key opens what a filter found and closes it again, but leaves the shopper's own choice.
                  <details key={`${brand} ${filtering}`} open={filtering} className="group">
                    <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-mist [&::-webkit-details-marker]:hidden">
                      {t('esim:devices.brand', { brand, count: models.length })}
                      <Icon name="down" className="size-5 group-open:rotate-180" />
                    </summary>
                    <DeviceTable brand={brand} devices={models} />
                  </details>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </section>
  );
}
