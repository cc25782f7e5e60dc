import { useTranslation } from '../i18n/react';
import type { Device } from '../gw/types';
import { Icon } from './Icon';

const CELL = 'px-3 py-2 align-top first:pl-4 last:pr-4';

/** Models of a brand: whether they take eSIMs, how many at once, and where that differs. */
export function DeviceTable({ brand, devices }: { brand: string; devices: readonly Device[] }) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-t border-line text-14">
      <caption className="sr-only">{brand}</caption>
      <thead className="bg-mist text-left text-muted">
        <tr>
          <th scope="col" className={`${CELL} w-[27%] font-medium`}>
            {t('esim:devices.model')}
          </th>
          <th scope="col" className={`${CELL} w-[22%] font-medium`}>
            {t('esim:devices.support')}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t('esim:devices.notes')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {devices.map((device) => (
          <tr key={device.model}>
            <th scope="row" className={`${CELL} text-left font-semibold`}>
              {device.model}
            </th>
            <td className={CELL}>
              <Support device={device} />
            </td>
            <td className={CELL}>
              <Exceptions device={device} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// An editor's note says how many are in use, and more.
function Support({ device: { esim, activeEsims, note } }: { device: Device }) {
  const { t } = useTranslation();
  return (
    <>
      <span
        className={`inline-flex items-center gap-1 font-semibold ${esim ? 'text-success' : 'text-danger'}`}
      >
        <Icon name={esim ? 'check' : 'close'} className="size-4" />
        {t(esim ? 'esim:devices.yes' : 'esim:devices.no')}
      </span>
      {esim && activeEsims > 0 && !note && (
        <span className="block text-muted">{t('esim:devices.inUse', { count: activeEsims })}</span>
      )}
    </>
  );
}

function Exceptions({ device: { exceptions, note } }: { device: Device }) {
  const { t } = useTranslation();
  const notes = [...exceptions.map((exception) => exception.note), ...(note ? [note] : [])];
  if (notes.length === 0) {
    return <span className="text-muted">{t('esim:devices.noException')}</span>;
  }
  return (
    <ul className="grid gap-1">
      {notes.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
