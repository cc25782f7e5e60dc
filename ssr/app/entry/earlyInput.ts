import { isChanged } from '../drafts/fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type CapturedInput = { form: number; name: string; nth: number; value: string; checked: boolean };

/**
 * Captures what was typed into the forms of the document before the application renders it anew: passwords and consents as well,
 * because the values stay in memory.
 * @returns a function that restores it
 */
export function captureEarlyInput(): () => void {
  const captured = [...document.forms].flatMap((form, place) =>
    controlsOf(form).flatMap((control): CapturedInput[] => {
      if (!isChanged(control)) return [];
      const { name, value } = control;
      const nth = named(form, name).indexOf(control);
      return [{ form: place, name, nth, value, checked: isChecked(control) }];
    }),
  );
  return () => {
    for (const { form, name, nth, value, checked } of captured) {
      const control = document.forms[form] && named(document.forms[form], name)[nth];
      if (control) restore(control, value, checked);
    }
  };
}

function restore(control: Control, value: string, checked: boolean): void {
  if (isChoice(control)) {
    if (control.checked !== checked) control.click();
    return;
  }
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

function named(form: HTMLFormElement, name: string): Control[] {
  return controlsOf(form).filter((control) => control.name === name);
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control =>
    element.matches('input:not([type=hidden], [type=submit]), select, textarea'),
  );
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}

function isChecked(control: Control): boolean {
  return isChoice(control) && control.checked;
}
