import { useTranslation } from 'react-i18next';
import type { Receipt } from './types';

/** Shows a receipt: which pages show the publication, and after how long. */
export function ReceiptList({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('studio-texts');
  const { pages, behind, unknown, linked } = receipt;
  return (
    <div className="grid gap-1 text-14" role="group" aria-label={t('receipt.title')}>
      {behind && <p>{t('receipt.behind', { language: t(`languages.${behind}`) })}</p>}
      {unknown && <p className="text-warning">{t('receipt.unknown')}</p>}
      {!unknown && pages.length === 0 && <p>{t('receipt.none')}</p>}
      {linked.length > 0 && (
        <p className="wrap-anywhere text-warning">
          {t('withdraw.linked')} {linked.join(', ')}
        </p>
      )}
      <ul className="grid gap-1">
        {pages.map(({ address, milliseconds, late }) => (
          <li key={address} className="wrap-anywhere">
            <a className="link" href={address} target="_blank" rel="noreferrer">
              {address}
            </a>{' '}
            <span className={late ? 'text-danger' : 'text-success'}>
              {late ? t('receipt.late') : t('receipt.fresh', { ms: milliseconds })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
