import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Conflict } from '../components/Conflict';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { useBasis, type Basis } from '../useBasis';
import { useForm } from '../useMutation';
import type { Image } from './types';

type Props = {
  image: Image;
  /** What the button says. */
  label: string;
  onSaved?: (image: Image) => void;
  /** Reads the image again where the page's loaders do not. */
  onReread?: () => Promise<unknown>;
};

/** Edits the alternative text of an image in both languages, or marks it as decorative. */
export function AltTextForm({ image, onReread, ...form }: Props) {
  const basis = useBasis(image, undefined, onReread);
  return <WordsForm key={basis.edition} basis={basis} {...form} />;
}

type FormProps = Pick<Props, 'label' | 'onSaved'> & { basis: Basis<Image> };
type Words = Pick<Image, 'altEn' | 'altZh' | 'decorative'>;

function WordsForm({ basis, label, onSaved }: FormProps) {
  const { t } = useTranslation('studio-images');
  const image = basis.values;
  const [decorative, setDecorative] = useState(image.decorative);
  const inWords = ({ altEn, altZh, decorative: none }: Words): string =>
    none ? t('describe.decorative') : `${altEn.trim()}\n${altZh.trim()}`;
  const { error, done, busy, onSubmit } = useForm(async ({ altEn = '', altZh = '' }) => {
    const mine: Words = { altEn, altZh, decorative };
    let saved = basis.now;
    try {
      await basis.save(
        inWords(mine),
        (read) => inWords((saved = read)),
        async (revision) => {
          saved = await call<Image>('PUT', `/images/${image.hash}`, { ...mine, revision });
        },
      );
    } catch (failure) {
      // What a colleague has written is inserted as it is.
      if (!onSaved || !(failure instanceof ApiError) || failure.code !== 'details_same')
        throw failure;
    }
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
      <Conflict of={basis} />
      <Button look="secondary" busy={busy} className="justify-self-start">
        {label}
      </Button>
    </form>
  );
}
