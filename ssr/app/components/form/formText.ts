/** The value of a form's field, trimmed; '' when the field is missing. */
export function trimmed(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}

/** An object with one field, or without it when the value is empty. */
export function fieldUnlessEmpty<K extends string>(
  name: K,
  value: string,
): Partial<Record<K, string>> {
  return value === '' ? {} : ({ [name]: value } as Record<K, string>);
}

/** The value of a field with leading and trailing blanks, which are part of a password. */
export function untrimmed(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

/** Parses the number in a field, full-width digits too; NaN when it is not a number. */
export function parseNumber(form: FormData, name: string): number {
  return Number(trimmed(form, name).normalize('NFKC'));
}
