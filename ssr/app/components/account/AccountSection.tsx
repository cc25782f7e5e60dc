import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { Alert } from '../page/Alert';
import { Icon } from '../page/Icon';

type Props = { id: string; title: string; saved?: readonly string[]; children: ReactNode };

/** A section of the account page. After a change it shows at its top what was saved. */
export function AccountSection({ id, title, saved = [], children }: Props) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const done = new URLSearchParams(search).get('saved') ?? '';
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card">
      <h2 id={`${id}-title`} className="mb-4 text-20 font-semibold">
        {title}
      </h2>
      {saved.includes(done) && (
        <div className="mb-4">
          <Alert kind="success" live>
            {t(`account:saved.${done}`)}
          </Alert>
        </div>
      )}
      {children}
    </section>
  );
}

type ChangeProps = { label: string; open: boolean; children: ReactNode };

/** A form that is folded until the shopper opens it; it stays open while it has errors. */
export function FoldedForm({ label, open, children }: ChangeProps) {
  return (
    <details open={open || undefined} className="group border-t border-line">
      <summary className="flex min-h-12 items-center justify-between gap-4 py-2 font-medium text-primary hover:underline">
        {label}
        <Icon name="down" className="size-5 group-open:rotate-180" />
      </summary>
      <div className="max-w-[480px] pb-4 pt-2">{children}</div>
    </details>
  );
}
