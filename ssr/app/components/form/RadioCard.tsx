import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string;
  note: string;
  /** At the far end, for example a price. */
  end?: string;
};

/** A radio button as a card: label, one line below it, and perhaps a price. */
export function RadioCard({ label, note, end, ...input }: Props) {
  return (
    <label className="hidden-until-page-end flex min-h-14 items-center gap-3 rounded-control border border-line px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:text-muted">
      <input {...input} type="radio" className="size-5 shrink-0 accent-primary" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{label}</span>
        <span className="text-14 text-muted">{note}</span>
      </span>
      {end && <span className="font-semibold tabular-nums">{end}</span>}
    </label>
  );
}
