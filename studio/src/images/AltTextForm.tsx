import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { useForm } from '../useMutation';
import type { Image } from './types';

type Props = {
  image: Image;
  /** What the button says. */
  label: string;
  onSaved?: (image: Image) => void;
};

/** Edits the alternative text of an image in both languages, or marks it as decorative. */
export function AltTextForm({ image, label, onSaved }: Props) {
  const { t } = useTranslation('studio-images');
  const [decorative, setDecorative] = useState(image.decorative);
  const { error, done, busy, onSubmit } = useForm(async ({ altEn = '', altZh = '' }) => {
    const saved = await call<Image>('PUT', `/images/${image.hash}`, { altEn, altZh, decorative });
    onSaved?.(saved);
  });
  const wrong = error && Object.keys(error.fields).length > 0;
  return (
    <form noValidate className="grid gap-3" onSubmit={onSubmit}>
      {!decorative && (
        <>
          <Field
            name="altEn"
            lang="en"
            label={t('describe.en')}
            defaultValue={image.altEn}
            error={error?.fields.altEn}
            maxLength={300}
          />
          <Field
            name="altZh"
            lang="zh-Hans"
            label={t('describe.zh')}
            defaultValue={image.altZh}
            error={error?.fields.altZh}
            maxLength={300}
          />
        </>
      )}
      <Checkbox
        className="min-h-11 text-14"
        checked={decorative}
        onChange={(event) => setDecorative(event.target.checked)}
      >
        {t('describe.decorative')}
      </Checkbox>
      <Outcome error={wrong ? undefined : error} done={done && t('describe.saved')} />
      <Button look="secondary" busy={busy} className="justify-self-start">
        {label}
      </Button>
    </form>
  );
}
