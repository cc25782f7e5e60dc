import { isChanged } from '../drafts/fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Touched = { form: number; name: string; nth: number; value: string; checked: boolean };

/**
 * What was put into the forms of the document before the application renders it anew: passwords and consents as well, for
 * nothing leaves this function.
 * @returns puts it in again
 */
export function captureEarlyInput(): () => void {
  const touched = [...document.forms].flatMap((form, place) =>
    controlsOf(form).flatMap((control): Touched[] => {
      if (!isChanged(control)) return [];
      const { name, value } = control;
      const nth = named(form, name).indexOf(control);
      return [{ form: place, name, nth, value, checked: isChecked(control) }];
    }),
  );
  return () => {
    for (const { form, name, nth, value, checked } of touched) {
      const control = document.forms[form] && named(document.forms[form], name)[nth];
      if (control) put(control, value, checked);
    }
  };
}

function put(control: Control, value: string, checked: boolean): void {
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
