import { useTranslation } from 'react-i18next';
import { Form, Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { formatTime } from '../components/formatTime';
import { currentLang } from '../i18n';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import { AltTextForm } from './AltTextForm';
import type { Image, ImagePage } from './types';
import { Uploads } from './Uploads';

/** Images, narrowed by `q`, after the one that `before` names. */
export function loader({ request }: { request: Request }) {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams();
  for (const name of ['q', 'before']) {
    const value = asked.get(name);
    if (value) query.set(name, value);
  }
  return load<ImagePage>(request, `/images?${query}`);
}

/** All images, the newest first. */
export function Component() {
  const { t } = useTranslation('studio-images');
  const { images, next } = useLoaderData<ImagePage>();
  const [query] = useSearchParams();
  const { revalidate } = useRevalidator();
  const mayEdit = usePermission('images.edit');
  const search = query.get('q') ?? '';
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      <div className="mt-6 grid gap-6">
        {mayEdit && <Uploads onDone={() => void revalidate()} />}
        <Form role="search" className="flex flex-wrap items-end gap-3">
          <Field
            label={t('list.search')}
            type="search"
            name="q"
            defaultValue={search}
            maxLength={200}
          />
          <Button look="secondary">{t('list.go')}</Button>
        </Form>
        {images.length === 0 && <p>{t(search ? 'list.nothing' : 'list.empty')}</p>}
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {images.map((image) => (
            <Card key={image.hash} image={image} mayEdit={mayEdit} />
          ))}
        </ul>
        {next && (
          <Link
            className="btn btn-secondary justify-self-start"
            to={`?${new URLSearchParams({ ...(search && { q: search }), before: next })}`}
          >
            {t('list.older')}
          </Link>
        )}
      </div>
    </Page>
  );
}

function Card({ image, mayEdit }: { image: Image; mayEdit: boolean }) {
  const { t } = useTranslation('studio-images');
  const { hash, width, height, bytes, author, createdAt, uses, described } = image;
  const alt = currentLang() === 'zh' ? image.altZh : image.altEn;
  const name = alt || t('list.unnamed', { author, at: formatTime(createdAt) });
  const remove = useMutation(() => call('DELETE', `/images/${hash}`));
  return (
    <li className="card grid min-w-0 content-start gap-3">
      <img
        src={image.thumbnail}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-48 w-full rounded-control bg-mist object-contain"
      />
      <p className="text-14 text-muted wrap-anywhere">
        {t('list.facts', {
          width,
          height,
          size: Math.ceil(bytes / 1024),
          author,
          at: formatTime(createdAt),
        })}
      </p>
      {!described && <p className="text-14 text-warning">{t('list.undescribed')}</p>}
      {mayEdit ? (
        <AltTextForm image={image} label={t('describe.save')} />
      ) : (
        described && (
          <p className="text-14">
            {image.decorative ? t('describe.decorative') : `${image.altEn} · ${image.altZh}`}
          </p>
        )
      )}
      {uses.length > 0 ? (
        <div className="text-14">
          <p className="font-medium">{t('list.uses')}</p>
          <ul>
            {uses.map(({ site, kind, name: text, title }) => (
              <li key={`${site}/${kind}/${text}`}>
                <Link
                  className="link-alone wrap-anywhere"
                  to={`/texts/${kind}/${text}${site === '0' ? '' : `?site=${site}`}`}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-14 text-muted">{t('list.unused')}</p>
      )}
      <Outcome error={remove.error} />
      {mayEdit && uses.length === 0 && (
        <div>
          <Confirm
            label={t('list.delete')}
            name={t('list.deleteOf', { name })}
            question={t('list.deleteQuestion', { name })}
            busy={remove.busy}
            onConfirm={() => void remove.run()}
          />
        </div>
      )}
    </li>
  );
}
