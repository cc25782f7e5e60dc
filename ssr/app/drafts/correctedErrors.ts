import { errorId, fieldId } from '../components/form/FieldError';
import { isChanged } from './fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The invalid fields that have been corrected, as far as the browser can validate them, by name. */
const corrected = new Map<string, Element>();

// Hides the error of a field once it has another value that the browser accepts, and shows it again when the value is restored.
document.addEventListener('input', ({ target }) => {
  const control = target as Control;
  const field = control.closest('[aria-invalid]');
  if (!field) return;
  const valid = isChanged(control) && control.validity.valid;
  if (valid) corrected.set(control.name, field);
  else corrected.delete(control.name);
  setErrorShown(field, control.name, !valid);
});

/** Shows the hidden errors that a new response repeats. Call it once that response is in the document. */
export function showErrorsAgain(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.error-summary')) box.hidden = false;
  for (const [name, field] of corrected) {
    if (field.isConnected && document.getElementById(errorId(name)))
      setErrorShown(field, name, true);
  }
  corrected.clear();
}

// Changes the DOM past React, to which the field is as the last response had it.
function setErrorShown(field: Element, name: string, shown: boolean): void {
  const id = errorId(name);
  const message = document.getElementById(id);
  if (message) message.hidden = !shown;
  const described = new Set(field.getAttribute('aria-describedby')?.split(' '));
  described.delete('');
  if (shown) described.add(id);
  else described.delete(id);
  field.setAttribute('aria-describedby', [...described].join(' '));
  field.setAttribute('aria-invalid', String(shown));
  for (const link of document.querySelectorAll(`.error-summary a[href="#${fieldId(name)}"]`)) {
    link.parentElement!.hidden = !shown;
    const box = link.closest<HTMLElement>('.error-summary')!;
    box.hidden = !box.querySelector('li:not([hidden])');
  }
}
