import { LocalizedLink } from '../../router/LocalizedLink';
import { Icon } from './Icon';

type Props = { id: string; title: string; more?: { label: string; to: string } };

/** Heading of a section, with a link to the whole list. */
export function SectionHeading({ id, title, more }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
      <h2 id={id} className="text-24 font-semibold leading-tight">
        {title}
      </h2>
      {more && (
        <LocalizedLink
          to={more.to}
          className="inline-flex min-h-11 items-center gap-1 font-medium text-primary hover:underline"
        >
          {more.label}
          <Icon name="right" className="size-4" />
        </LocalizedLink>
      )}
    </div>
  );
}
