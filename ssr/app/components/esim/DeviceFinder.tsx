import { useRef } from 'react';
import { Form, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/react';
import type { Device } from '../../gw/types';
import { FieldLabel } from '../form/Field';
import { Alert } from '../page/Alert';
import { useDomValue } from '../form/useDomValue';
import { Icon } from '../page/Icon';
import { deviceBrands, findDevices } from './deviceBrands';
import { DeviceTable } from './DeviceTable';

const PLATFORMS = ['ios', 'android'] as const;

/**
 * Models by platform and brand, and those that a search finds: as it is typed where React runs, else a GET form that
 * asks for `device`.
 */
export function DeviceFinder({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const goodsId = query.get('goodsId');
  const asked = query.get('device') ?? '';
  const field = useRef<HTMLInputElement>(null);
  const text = useDomValue(field, (input) => input.value, asked);
  const found = findDevices(devices, text);
  const filtering = text.trim() !== '';
  return (
    <section id="devices" aria-labelledby="devices-title">
      <h2 id="devices-title" className="text-24 font-semibold leading-tight">
        {t('esim:devices.title')}
      </h2>
      <p className="mb-4 mt-1 max-w-[720px] text-muted">{t('esim:devices.intro')}</p>
      <Form
        method="get"
        action={`${pathname}#devices`}
        role="search"
        aria-label={t('esim:devices.filter')}
        onSubmit={(event) => event.preventDefault()}
        className="mb-4 max-w-[480px]"
      >
        {goodsId && <input type="hidden" name="goodsId" value={goodsId} />}
        <FieldLabel htmlFor="device-filter" label={t('esim:devices.filter')} />
        <div className="flex gap-2">
          <input
            ref={field}
            id="device-filter"
            name="device"
            type="search"
            defaultValue={asked}
            placeholder={t('esim:devices.placeholder')}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="field"
          />
          <button type="submit" className="btn btn-secondary shrink-0">
            {t('esim:devices.find')}
          </button>
        </div>
        <output
          htmlFor="device-filter"
          aria-live="polite"
          className="mt-1 block text-14 text-muted"
        >
          {t('esim:devices.found', { count: found.length })}
        </output>
      </Form>
      {found.length === 0 && (
        <Alert kind="warning">
          <p>{t('esim:devices.none')}</p>
          <a href="#check" className="link-alone font-medium text-primary-strong">
            {t('esim:check.title')}
          </a>
        </Alert>
      )}
      <div className="grid gap-6">
        {PLATFORMS.map((platform) => {
          const brands = deviceBrands(found, platform);
          if (brands.length === 0) return null;
          return (
            <div key={platform}>
              <h3 className="mb-2 font-semibold">{t(`esim:devices.${platform}`)}</h3>
              <div className="card-flush divide-y divide-line overflow-hidden">
                {brands.map(({ brand, name, devices: models }) => (
                  // The key opens what a filter found and closes it again, but leaves the shopper's own choice.
                  <details key={`${brand} ${filtering}`} open={filtering} className="group">
                    <summary className="flex min-h-14 items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-mist">
                      {t('esim:devices.brand', { brand: name, count: models.length })}
                      <Icon name="down" className="size-5 group-open:rotate-180" />
                    </summary>
                    <DeviceTable brand={name} devices={models} />
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
