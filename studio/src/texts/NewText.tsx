import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { usePermission } from '../useMember';
import { useForm } from '../useMutation';
import { textPath } from './types';

const KINDS = ['service', 'terms', 'faq', 'page'] as const;

/** Creates a text of a site, or with '0' one that all sites share. */
export function NewText({ site }: { site: string }) {
  const { t } = useTranslation('studio-texts');
  const navigate = useNavigate();
  const begin = useForm(async ({ kind, name }) => {
    const typed = name!.trim();
    await call('POST', textPath(kind, typed, site));
    await navigate(textPath(kind, typed, site));
  });
  if (!usePermission('texts.edit')) return null;
  return (
    <details className="card mt-4">
      <summary className="cursor-pointer py-2 font-medium">{t('begin.title')}</summary>
      <form className="mt-3 grid max-w-xl gap-3" onSubmit={(event) => void begin.onSubmit(event)}>
        <p className="text-14 text-muted">{t('begin.intro')}</p>
        <Select name="kind" label={t('begin.kind')}>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
        <Field
          name="name"
          label={t('begin.name')}
          hint={t('begin.nameHint')}
          required
          maxLength={64}
          pattern="[a-z0-9][a-z0-9\-]*"
          autoComplete="off"
        />
        <Outcome error={begin.error} />
        <Button look="secondary" className="justify-self-start" busy={begin.busy}>
          {t('begin.go')}
        </Button>
      </form>
    </details>
  );
}
