import { isChanged } from '../drafts/fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Remembers the forms of the document before the application renders it anew. Their controls are read once that is done, for what was
 * put in until then counts as well: text, passwords and consents, because the values stay in memory.
 * @returns a function that restores the values, and the focus
 */
export function captureEarlyInput(): () => void {
  const captured = [...document.forms].map(controlsOf);
  let focused: EventTarget | null = document.activeElement;
  // The browser reports a control that is taken out of the document as left, so only what gets the focus counts.
  document.addEventListener('focusin', ({ target }) => (focused = target));
  return () => {
    captured.forEach((controls, place) => {
      const form = document.forms[place];
      for (const control of form ? controls : []) {
        const same = ({ name }: Control) => name === control.name;
        const next = controlsOf(form!).filter(same)[controls.filter(same).indexOf(control)];
        if (!next) continue;
        if (isChanged(control)) restore(next, control);
        if (control === focused) next.focus();
      }
    });
  };
}

function restore(next: Control, typed: Control): void {
  if (isChoice(next)) {
    if (next.checked !== (typed as HTMLInputElement).checked) next.click();
    return;
  }
  next.value = typed.value;
  next.dispatchEvent(new Event('input', { bubbles: true }));
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control =>
    element.matches('input:not([type=hidden], [type=submit]), select, textarea'),
  );
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}
