import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { currentLang } from '../i18n';
import { TextDiff } from '../texts/TextDiff';
import type { Basis } from '../useBasis';
import { Button } from './Button';

type Props = { of: Pick<Basis<unknown>, 'conflict' | 'keepMine' | 'takeTheirs'> };

/** After an edit conflict: how the typed values differ from the saved ones, and the choice between them. It stands in the form. */
export function Conflict({ of: { conflict, keepMine, takeTheirs } }: Props) {
  const { t } = useTranslation();
  if (!conflict) return null;
  return (
    <Alert kind="warning" title={t(conflict.open ? 'conflict.choose' : 'conflict.kept')}>
      <TextDiff before={conflict.theirs} after={conflict.mine} lang={currentLang()} />
      {conflict.open && (
        <p className="mt-2 flex flex-wrap gap-3">
          <Button type="button" look="secondary" onClick={takeTheirs}>
            {t('conflict.theirs')}
          </Button>
          <Button
            type="button"
            look="secondary"
            onClick={(event) => {
              keepMine();
              event.currentTarget.form!.requestSubmit();
            }}
          >
            {t('conflict.mine')}
          </Button>
        </p>
      )}
    </Alert>
  );
}
