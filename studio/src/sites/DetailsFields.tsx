import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../components/Checkbox';
import { Field, Select } from '../components/Field';
import type { Details, PhoneCodes } from './types';

type Props = {
  details?: Details;
  errors: Record<string, string>;
  /** Payment methods that take the currency of the site. */
  methods: string[];
  phoneCodes: PhoneCodes;
};

const NAMES = ['nameEn', 'nameZh', 'brand'] as const;
const CONTACT = ['supportEmail', 'hotline'] as const;
const COMPANY = ['company', 'addressEn', 'addressZh'] as const;
const LIMIT = { nameEn: 60, nameZh: 60, brand: 40, supportEmail: 254, hotline: 30 } as const;
const LINES = { company: 120, addressEn: 200, addressZh: 200 } as const;

/** The fields of a site's details: names, seller, support contacts and payment methods. */
export function DetailsFields({ details, errors, methods, phoneCodes }: Props) {
  const { t } = useTranslation('studio-sites');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`form.${name}`)}
            defaultValue={details?.[name]}
            maxLength={LIMIT[name]}
            autoComplete="off"
            required
            error={errors[name]}
          />
        ))}
        <Select
          name="locale"
          label={t('form.locale')}
          hint={t('form.localeHint')}
          defaultValue={details?.locale ?? 'en'}
          error={errors.locale}
        >
          <option value="en">{t('form.locales.en')}</option>
          <option value="zh">{t('form.locales.zh')}</option>
        </Select>
        {CONTACT.map((name) => (
          <Field
            key={name}
            name={name}
            type={name === 'supportEmail' ? 'email' : 'tel'}
            label={t(`form.${name}`)}
            defaultValue={details?.[name]}
            maxLength={LIMIT[name]}
            autoComplete="off"
            required={name === 'supportEmail'}
            error={errors[name]}
          />
        ))}
        <Select
          name="phoneCountry"
          label={t('form.phoneCountry')}
          hint={t('form.phoneCountryHint')}
          defaultValue={details?.phoneCountry}
          error={errors.phoneCountry}
        >
          <option value="">{t('form.noPhoneCountry')}</option>
          {Object.entries(phoneCodes).map(([country, code]) => (
            <option key={country} value={country}>
              {country} (+{code})
            </option>
          ))}
        </Select>
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-medium">{t('form.seller')}</legend>
        {COMPANY.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`form.${name}`)}
            defaultValue={details?.[name]}
            maxLength={LINES[name]}
            autoComplete="off"
            error={errors[name]}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="font-medium">{t('form.methods')}</legend>
        {methods.map((method) => (
          <Checkbox
            key={method}
            name={`method.${method}`}
            defaultChecked={details ? details.methods.includes(method) : method === 'card'}
          >
            {t(`methods.${method}`)}
          </Checkbox>
        ))}
        {errors.methods && <p className="text-14 text-danger">{errors.methods}</p>}
      </fieldset>
    </>
  );
}

/** Reads the values of DetailsFields. */
export const detailsOf = (typed: Record<string, string>, methods: string[]): Details => ({
  nameEn: typed.nameEn!,
  nameZh: typed.nameZh!,
  brand: typed.brand!,
  locale: typed.locale!,
  supportEmail: typed.supportEmail!,
  hotline: typed.hotline!,
  phoneCountry: typed.phoneCountry!,
  company: typed.company!,
  addressEn: typed.addressEn!,
  addressZh: typed.addressZh!,
  methods: methods.filter((method) => typed[`method.${method}`] === 'on'),
});

/** Writes details in words, a line for each field. */
export const detailsInWords = (of: Details, t: TFunction<'studio-sites'>): string =>
  [
    ...[...NAMES, ...CONTACT, 'phoneCountry' as const, ...COMPANY].map(
      (name) => `${t(`form.${name}`)}: ${of[name]}`,
    ),
    `${t('form.locale')}: ${t(`form.locales.${of.locale}`)}`,
    `${t('form.methods')}: ${of.methods.map((method) => t(`methods.${method}`)).join(', ')}`,
  ].join('\n');
