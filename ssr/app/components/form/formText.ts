/** A field of a form without the blanks around it; empty when it is not there. */
export function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}

/** The field of a body, left out when it is empty. */
export function optional<K extends string>(name: K, value: string): Partial<Record<K, string>> {
  return value === '' ? {} : ({ [name]: value } as Record<K, string>);
}

/** A field with the blanks around it: they are part of a password. */
export function untrimmed(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

/** A number as it was typed, in full-width digits too; NaN when it is none. */
export function numeric(form: FormData, name: string): number {
  return Number(text(form, name).normalize('NFKC'));
}
