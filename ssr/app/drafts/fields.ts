import type { Values } from './drafts';
import { isSecret } from './secret';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a person has put into a form: never passwords, codes and consents. */
export function typedIn(form: HTMLFormElement): Values {
  const values = new Map<string, string[]>();
  for (const control of controlsOf(form)) {
    if (isChoice(control) && !control.checked) continue;
    values.set(control.name, [...(values.get(control.name) ?? []), control.value]);
  }
  return Object.fromEntries(values);
}

/** Names of the fields that are not as they came. */
export function touchedIn(form: HTMLFormElement): string[] {
  return controlsOf(form)
    .filter(isChanged)
    .map(({ name }) => name);
}

/** Puts it in again, where nobody has touched the field yet. Returns the names of the fields that changed. */
export function fillIn(form: HTMLFormElement, values: Values): string[] {
  const controls = controlsOf(form);
  const touched = new Set(controls.filter(isChanged).map(({ name }) => name));
  const changed = new Set<string>();
  for (const control of controls) {
    const typed = values[control.name];
    if (typed && !touched.has(control.name) && put(control, typed)) changed.add(control.name);
  }
  return [...changed];
}

// Whether that changed anything. A choice that is not offered any more changes nothing.
function put(control: Control, typed: readonly string[]): boolean {
  if (isChoice(control)) {
    const before = control.checked;
    control.checked = typed.includes(control.value);
    return control.checked !== before;
  }
  const [wanted = ''] = typed;
  const offered = !isSelect(control) || [...control.options].some(({ value }) => value === wanted);
  if (!offered || control.value === wanted) return false;
  control.value = wanted;
  return true;
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element instanceof HTMLInputElement)
      return !['hidden', 'password', 'submit'].includes(element.type) && !isLeftOut(element.name);
    return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
  });
}

// Consent is given for one order.
function isLeftOut(name: string): boolean {
  return name === 'agree' || isSecret(name);
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}

function isSelect(control: Control): control is HTMLSelectElement {
  return control instanceof HTMLSelectElement;
}

/** Whether a field is not as it came. */
export function isChanged(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (!isSelect(control)) return control.value !== control.defaultValue;
  const usual = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(usual, 0);
}
