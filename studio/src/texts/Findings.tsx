import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ssr/app/components/page/Icon';
import { Button } from '../components/Button';
import type { Lang } from '../i18n';
import type { Finding } from './types';

type Props = { list: Finding[]; lang: Lang; onShow: (line: number) => void };

const COLOUR = { error: 'text-danger', warning: 'text-warning', note: 'text-muted' };

/** Lists the findings of the checks; a press on one shows its line in the editor. */
export function Findings({ list, lang, onShow }: Props) {
  const { t } = useTranslation('studio-texts');
  const language = t(`languages.${lang}`);
  return (
    <div className="grid gap-1" role="group" aria-label={t('checks.of', { language })}>
      <h3 className="font-medium">{t('checks.title')}</h3>
      {list.every(({ severity }) => severity === 'note') && (
        <p className="text-14 text-success">{t('checks.none')}</p>
      )}
      <ul className="grid gap-1 text-14">
        {list.map((finding, i) => {
          const { code, severity, params, line, field } = finding;
          return (
            <li key={i} className={`flex gap-2 ${COLOUR[severity]}`}>
              <Icon name={severity === 'note' ? 'info' : 'alert'} className="mt-0.5 size-4" />
              <span className="min-w-0 wrap-anywhere">
                {t(`checks.severity.${severity}`)}{' '}
                {field
                  ? t('checks.inField', { field: t(`fields.${field}`) })
                  : severity !== 'note' && t('checks.inLine', { line })}{' '}
                {t(`checks.codes.${code}`, params)}{' '}
                {!field && severity !== 'note' && (
                  <Button
                    type="button"
                    look="link"
                    aria-label={t('checks.showLine', { line })}
                    onClick={() => onShow(line)}
                  >
                    {t('checks.show')}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
