import { useId } from 'react';

type Props = {
  name: string;
  label: string;
  /** The language of what is typed. */
  lang: string;
  value: string;
  maxLength: number;
  readOnly: boolean;
  onChange: (value: string) => void;
};

/** A text field without line breaks that grows with its content, so that all of it can be read on a phone. */
export function GrowingField({ label, onChange, ...area }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className="field field-sizing-content"
        rows={1}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
    </div>
  );
}
