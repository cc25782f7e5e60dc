import { Icon } from '../page/Icon';

/** Id of the field's input, so that the error summary can link to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`;
}

/** Id of the message beside a field, for its `aria-describedby`. */
export function errorId(name: string): string {
  return `${fieldId(name)}-error`;
}

/** The error message of a field; nothing when it is valid. */
export function FieldError({ name, message }: { name: string; message?: string }) {
  if (!message) return null;
  return (
    <p id={errorId(name)} className="mt-1 flex items-start gap-1.5 text-14 font-medium text-danger">
      <Icon name="alert" className="mt-0.5 size-4" />
      {message}
    </p>
  );
}

/** Attributes that tie an input to its error. */
export function invalidProps(name: string, message?: string) {
  return message ? { 'aria-invalid': true, 'aria-describedby': errorId(name) } : {};
}
