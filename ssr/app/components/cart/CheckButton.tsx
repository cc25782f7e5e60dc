import { Icon } from '../page/Icon';

type Props = {
  name: string;
  value: string;
  checked: boolean;
  disabled?: boolean;
  label: string;
};

/** A submit button that looks like a check box and is announced as one. */
export function CheckButton({ name, value, checked, disabled, label }: Props) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      disabled={disabled}
      aria-pressed={checked}
      aria-label={label}
      className="-m-2.5 grid size-11 place-items-center disabled:opacity-40"
    >
      <span
        className={`grid size-6 place-items-center rounded-md border-2 ${checked ? 'border-primary bg-primary text-white' : 'border-control bg-paper'}`}
      >
        {checked && <Icon name="check" className="size-4" />}
      </span>
    </button>
  );
}
