import type { PageProps } from '../../router/module';
import { Form, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/react';
import type { Address } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { AddressFields } from '../form/AddressFields';
import { Check } from '../form/Check';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { isTicked } from '../form/isTicked';
import { useFormErrors } from '../form/useFormErrors';
import { Icon } from '../page/Icon';
import { AccountSection } from './AccountSection';
import { AddressLines } from './AddressLines';

/** The saved addresses. One of them, or a new one, is edited at a time: `?edit=` says which. */
export function AccountAddresses({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { addresses } = page.data;
  const edit = new URLSearchParams(useLocation().search).get('edit');
  const edited = addresses.find(({ addressId }) => addressId === edit);
  return (
    <AccountSection
      id="addresses"
      title={t('account:addresses.title')}
      saved={['address', 'removed']}
    >
      {addresses.length === 0 && edit !== 'new' && (
        <div className="mb-4">
          <p className="font-medium">{t('account:addresses.none')}</p>
          <p className="text-muted">{t('account:addresses.noneText')}</p>
        </div>
      )}
      <ul className="mb-4 grid gap-4 empty:hidden sm:grid-cols-2">
        {addresses.map((address) => (
          <Saved page={page} key={address.addressId} address={address} />
        ))}
      </ul>
      {edited || edit === 'new' ? (
        <AddressForm key={edit} page={page} address={edited} />
      ) : (
        <LocalizedLink
          to={`${paths.account(lang, { edit: 'new' })}#addresses`}
          className="btn btn-secondary"
        >
          {t('account:addresses.add')}
        </LocalizedLink>
      )}
    </AccountSection>
  );
}

function Saved({ page, address }: PageProps<'account'> & { address: Address }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { countries } = page.data;
  const { addressId = '' } = address;
  const name = address.fullName;
  return (
    <li className="flex flex-col justify-between gap-2 rounded-control border border-line p-4">
      <div>
        <AddressLines address={address} countries={countries} />
        {address.isDefault && (
          <p className="mt-2 flex items-center gap-1.5 text-14 font-medium text-success">
            <Icon name="check" className="size-4" />
            {t('account:addresses.default')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-4">
        <LocalizedLink
          to={`${paths.account(lang, { edit: addressId })}#addresses`}
          aria-label={`${t('account:addresses.edit')} ${name}`}
          className="inline-flex min-h-11 items-center font-medium text-primary hover:underline"
        >
          {t('account:addresses.edit')}
        </LocalizedLink>
        <Form method="post">
          <input type="hidden" name="form" value="removeAddress" />
          <input type="hidden" name="addressId" value={addressId} />
          <button
            type="submit"
            aria-label={`${t('account:addresses.remove')} ${name}`}
            className="inline-flex min-h-11 items-center font-medium text-danger hover:underline"
          >
            {t('account:addresses.remove')}
          </button>
        </Form>
      </div>
    </li>
  );
}

function AddressForm({ page, address }: PageProps<'account'> & { address: Address | undefined }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { addresses, countries } = page.data;
  const errors = useFormErrors('address');
  const first = addresses.length === 0;
  return (
    <Form method="post" noValidate className="grid gap-4 border-t border-line pt-4">
      <h3 className="font-semibold">
        {t(address ? 'account:addresses.edit' : 'account:addresses.add')}
      </h3>
      <input type="hidden" name="form" value="address" />
      <input type="hidden" name="addressId" value={address?.addressId ?? ''} />
      <FormErrors errors={errors} />
      <AddressFields form={errors} countries={countries} saved={address} />
      <Check name="isDefault" checked={isTicked(errors, 'isDefault', address?.isDefault ?? first)}>
        {t('account:addresses.isDefault')}
      </Check>
      <div className="flex flex-wrap gap-3">
        <Submit label={t('account:addresses.save')} />
        <LocalizedLink to={`${paths.account(lang)}#addresses`} className="btn btn-secondary">
          {t('common:cancel')}
        </LocalizedLink>
      </div>
    </Form>
  );
}
