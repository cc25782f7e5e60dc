import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field, Select } from '../components/Field';
import { GrowingField } from '../components/GrowingField';
import { LOCALES, type BlockDetail, type Body, type Entry, type Text } from './types';

type Props = { block: BlockDetail; body: Body; onChange: (body: Body) => void; readOnly: boolean };

type TextsProps = {
  name: string;
  label: string;
  value: Text;
  maxLength: number;
  readOnly: boolean;
  onChange: (value: Text) => void;
};

/** A text in both languages, side by side. */
function Texts({ name, label, value, maxLength, readOnly, onChange }: TextsProps) {
  const { t } = useTranslation('studio-blocks');
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {LOCALES.map((locale) => (
        <GrowingField
          key={locale}
          name={`${name}.${locale}`}
          label={t('labelIn', { label, language: t(`languages.${locale}`) })}
          lang={locale === 'zh' ? 'zh-CN' : 'en'}
          value={value[locale]}
          maxLength={maxLength}
          readOnly={readOnly}
          onChange={(text) => onChange({ ...value, [locale]: text })}
        />
      ))}
    </div>
  );
}

const EMPTY: Entry = {
  name: { en: '', zh: '' },
  icon: '',
  link: '',
  newTab: false,
  withLanguage: false,
};

/** The entries of a menu, in their order. */
export function MenuForm({ block, body, onChange, readOnly }: Props) {
  const { t } = useTranslation('studio-blocks');
  const menu = body.menu ?? [];
  const set = (next: Entry[]) => onChange({ menu: next });
  const put = (i: number, change: Partial<Entry>) =>
    set(menu.map((one, at) => (at === i ? { ...one, ...change } : one)));
  return (
    <>
      {menu.map((one, i) => (
        // Entries have no name of their own: the order is what is edited.
        // oxlint-disable-next-line no-array-index-key
        <fieldset key={i} className="grid gap-2 border-b border-line pb-4">
          <legend className="font-medium">{t('menu.entry', { n: i + 1 })}</legend>
          <Texts
            name={`menu.${i}.name`}
            label={t('menu.name')}
            value={one.name}
            maxLength={60}
            readOnly={readOnly}
            onChange={(name) => put(i, { name })}
          />
          <div className="grid gap-2 sm:grid-cols-2">
            <Field
              name={`menu.${i}.link`}
              label={t('menu.link')}
              value={one.link}
              maxLength={500}
              readOnly={readOnly}
              onChange={(event) => put(i, { link: event.target.value })}
            />
            <Select
              name={`menu.${i}.icon`}
              label={t('menu.icon')}
              value={one.icon}
              disabled={readOnly}
              onChange={(event) => put(i, { icon: event.target.value })}
            >
              <option value="">{t('menu.noIcon')}</option>
              {block.icons.map((icon) => (
                <option key={icon} value={icon}>
                  {t(`icons.${icon}`)}
                </option>
              ))}
            </Select>
          </div>
          <Checkbox
            className="min-h-11"
            checked={one.newTab}
            disabled={readOnly}
            onChange={(event) => put(i, { newTab: event.target.checked })}
          >
            {t('menu.newTab')}
          </Checkbox>
          {!readOnly && (
            <p className="flex flex-wrap gap-x-4">
              {i > 0 && (
                <Button
                  type="button"
                  look="link"
                  aria-label={t('menu.upOf', { n: i + 1 })}
                  onClick={() => set(menu.with(i, menu[i - 1]!).with(i - 1, one))}
                >
                  {t('menu.up')}
                </Button>
              )}
              <Button
                type="button"
                look="link"
                aria-label={t('menu.removeOf', { n: i + 1 })}
                onClick={() => set(menu.toSpliced(i, 1))}
              >
                {t('menu.remove')}
              </Button>
            </p>
          )}
        </fieldset>
      ))}
      {!readOnly && (
        <Button
          type="button"
          look="secondary"
          className="justify-self-start"
          onClick={() => set([...menu, EMPTY])}
        >
          {t('menu.add')}
        </Button>
      )}
    </>
  );
}

/** Edits the texts of a home page; a text that staff have not changed follows the shop's files. */
export function HomeForm({ block, body, onChange, readOnly }: Props) {
  const { t } = useTranslation('studio-blocks');
  const words = body.words ?? {};
  return block.words.map(({ key, files }) => (
    <Texts
      key={key}
      name={key}
      label={t(`words.${key.replaceAll('.', '_')}`)}
      value={words[key] ?? files}
      maxLength={300}
      readOnly={readOnly}
      onChange={(value) => onChange({ words: { ...words, [key]: value } })}
    />
  ));
}

/** Edits a banner; with empty fields the site has none. */
export function BannerForm({ block, body, onChange, readOnly }: Props) {
  const { t } = useTranslation('studio-blocks');
  const banner = body.banner ?? { text: { en: '', zh: '' }, link: '' };
  return (
    <>
      <Texts
        name="text"
        label={t('banner.text')}
        value={banner.text}
        maxLength={200}
        readOnly={readOnly}
        onChange={(text) => onChange({ banner: { ...banner, text } })}
      />
      <Field
        name="link"
        label={t('banner.link')}
        value={banner.link}
        maxLength={500}
        readOnly={readOnly}
        onChange={(event) => onChange({ banner: { ...banner, link: event.target.value } })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'until'] as const).map((moment) => (
          <Field
            key={moment}
            name={moment}
            type="datetime-local"
            label={t(`banner.${moment}`)}
            hint={t(`banner.${moment}Hint`, { zone: block.zone })}
            value={banner[moment] ?? ''}
            readOnly={readOnly}
            onChange={(event) => onChange({ banner: { ...banner, [moment]: event.target.value } })}
          />
        ))}
      </div>
    </>
  );
}
