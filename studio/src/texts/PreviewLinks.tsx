import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import { i18n } from '../i18n';
import { useMutation } from '../useMutation';
import type { SharedLink } from './types';

type Props = {
  path: string;
  siteQuery?: string;
  /** Saves the drafts and returns fields for the body of the call; undefined when saving failed. */
  saveDrafts: () => Promise<object | undefined>;
};

const HOURS = [1, 24, 72, 168, 720];

/** Creates and revokes preview links for people without a login; each has a QR code and expires. */
export function PreviewLinks({ path, siteQuery = '', saveDrafts }: Props) {
  const { t } = useTranslation('studio-texts');
  const [list, setList] = useState<SharedLink[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    call<{ links: SharedLink[] }>('GET', path + siteQuery, undefined, controller.signal).then(
      ({ links }) => setList(links),
      () => undefined, // What is made here shows the list again.
    );
    return () => controller.abort();
  }, [path, siteQuery]);
  const [hours, setHours] = useState(24);
  const share = useMutation(async () => {
    const typed = await saveDrafts();
    if (!typed) throw new ApiError(i18n.t('publish.unsaved', { ns: 'studio-texts' }), 'unsaved', 0);
    const { links } = await call<{ links: SharedLink[] }>('POST', path + siteQuery, {
      ...typed,
      hours,
    });
    setList(links);
  });
  const revoke = useMutation(async (id: string) => {
    const { links } = await call<{ links: SharedLink[] }>('DELETE', `${path}/${id}${siteQuery}`);
    setList(links);
  });
  return (
    <Section title={t('links.title')} className="card grid content-start gap-4">
      <p className="text-14 text-muted">{t('links.intro')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('links.for')}
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {HOURS.map((n) => (
            <option key={n} value={n}>
              {n < 24 ? t('links.hours', { count: n }) : t('links.days', { count: n / 24 })}
            </option>
          ))}
        </Select>
        <Button type="button" look="secondary" busy={share.busy} onClick={() => void share.run()}>
          {t('links.make')}
        </Button>
      </div>
      <Outcome
        error={share.error ?? revoke.error}
        done={share.done && !revoke.done && t('links.made')}
      />
      <ul className="divide-y divide-line">
        {list.map(({ id, author, until, revokedAt, revokedBy, address, qr }) => (
          <li key={id} className="grid gap-2 py-3">
            <p className="text-14 text-muted">
              {t('links.by', { author, until: formatTime(until) })}
              {revokedAt &&
                ` · ${t('links.revoked', { author: revokedBy, at: formatTime(revokedAt) })}`}
            </p>
            {!revokedAt && (
              <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <img
                  className="size-32"
                  alt={t('links.qr', { until: formatTime(until) })}
                  src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
                />
                <div className="grid content-start gap-2">
                  <input
                    className="field text-14"
                    readOnly
                    value={address}
                    aria-label={t('links.address', { until: formatTime(until) })}
                    onFocus={(event) => event.target.select()}
                  />
                  <a className="link-alone" href={address} target="_blank" rel="noreferrer">
                    {t('links.open')}
                  </a>
                  <Confirm
                    label={t('links.revoke')}
                    question={t('links.revokeQuestion')}
                    busy={revoke.busy}
                    onConfirm={() => void revoke.run(id)}
                  />
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
