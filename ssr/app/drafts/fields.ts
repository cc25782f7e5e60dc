import type { Values } from './drafts';
import { isSecret } from './secret';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The values of a form by field name, without passwords, codes and consents. */
export function formValues(form: HTMLFormElement): Values {
  const values = new Map<string, string[]>();
  for (const control of controlsOf(form)) {
    if (isChoice(control) && !control.checked) continue;
    values.set(control.name, [...(values.get(control.name) ?? []), control.value]);
  }
  return Object.fromEntries(values);
}

/** Names of the fields whose value is not the default. */
export function changedFields(form: HTMLFormElement): string[] {
  return controlsOf(form)
    .filter(isChanged)
    .map(({ name }) => name);
}

/** Sets the fields that are still at their default to these values. Returns the names of the fields that changed. */
export function restoreValues(form: HTMLFormElement, values: Values): string[] {
  const controls = controlsOf(form);
  const touched = new Set(controls.filter(isChanged).map(({ name }) => name));
  const changed = new Set<string>();
  for (const control of controls) {
    const typed = values[control.name];
    if (typed && !touched.has(control.name) && setValue(control, typed)) changed.add(control.name);
  }
  return [...changed];
}

// Returns whether the value changed. A choice that is no longer offered is skipped.
function setValue(control: Control, typed: readonly string[]): boolean {
  if (isChoice(control)) {
    const before = control.checked;
    control.checked = typed.includes(control.value);
    return control.checked !== before;
  }
  const [value = ''] = typed;
  const offered =
    !isSelect(control) || [...control.options].some((option) => option.value === value);
  if (!offered || control.value === value) return false;
  control.value = value;
  return true;
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element instanceof HTMLInputElement)
      return (
        !['hidden', 'password', 'submit'].includes(element.type) && !isNeverSaved(element.name)
      );
    return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
  });
}

// Consent is given for one order.
function isNeverSaved(name: string): boolean {
  return name === 'agree' || isSecret(name);
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}

function isSelect(control: Control): control is HTMLSelectElement {
  return control instanceof HTMLSelectElement;
}

/** Whether the value of a field is not the default. */
export function isChanged(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (!isSelect(control)) return control.value !== control.defaultValue;
  const usual = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(usual, 0);
}
