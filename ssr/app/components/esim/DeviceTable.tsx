import { useTranslation } from '../../i18n/react';
import type { Device } from '../../gw/types';

// There are hundreds of cells on the page, so their style is set once, on the table.
const CELLS =
  '[&_:is(td,th)]:px-3 [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4';
const MODELS =
  '[&_th]:text-left [&_th]:font-semibold [&_small]:block [&_small]:text-14 [&_small]:text-muted';

/** Models of a brand: whether they support eSIM, how many at once, and where that differs. */
export function DeviceTable({ brand, devices }: { brand: string; devices: readonly Device[] }) {
  const { t } = useTranslation();
  return (
    <table className={`w-full border-t border-line text-14 ${CELLS}`}>
      <caption className="sr-only">{brand}</caption>
      <thead className="bg-mist text-left text-muted">
        <tr>
          <th scope="col" className="w-[27%] font-medium">
            {t('esim:devices.model')}
          </th>
          <th scope="col" className="w-[22%] font-medium">
            {t('esim:devices.support')}
          </th>
          <th scope="col" className="font-medium">
            {t('esim:devices.notes')}
          </th>
        </tr>
      </thead>
      <tbody className={`divide-y divide-line ${MODELS}`}>
        {devices.map((device) => (
          <tr key={device.model}>
            <th scope="row">{device.model}</th>
            <td>
              <Support device={device} />
            </td>
            <td>
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
      <b className={esim ? 'mark-yes' : 'mark-no'}>
        {t(esim ? 'esim:devices.yes' : 'esim:devices.no')}
      </b>
      {esim && activeEsims > 0 && !note && (
        <small>{t('esim:devices.inUse', { count: activeEsims })}</small>
      )}
    </>
  );
}

function Exceptions({ device: { exceptions, note } }: { device: Device }) {
  const { t } = useTranslation();
  const notes = [...exceptions.map((exception) => exception.note), ...(note ? [note] : [])];
  if (notes.length === 0) {
    return <small>{t('esim:devices.noException')}</small>;
  }
  return (
    <ul className="grid gap-1">
      {notes.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
