import { errorId, fieldId } from '../components/form/FieldError';
import { isChanged } from './fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that were wrong and are right now, as far as the browser can tell, by their names. */
const corrected = new Map<string, Element>();

// What was wrong is said no more once the field has another value that the browser accepts, and again when it is put back.
document.addEventListener('input', ({ target }) => {
  const control = target as Control;
  const field = control.closest('[aria-invalid]');
  if (!field) return;
  const right = isChanged(control) && control.validity.valid;
  if (right) corrected.set(control.name, field);
  else corrected.delete(control.name);
  show(field, control.name, !right);
});

/** Says what is wrong with corrected fields again where a new answer says so. To be called when that is in the document. */
export function showAgain(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.faults')) box.hidden = false;
  for (const [name, field] of corrected) {
    if (field.isConnected && document.getElementById(errorId(name))) show(field, name, true);
  }
  corrected.clear();
}

// React does not notice: to it the field is what the last answer said.
function show(field: Element, name: string, wrong: boolean): void {
  const message = document.getElementById(errorId(name));
  if (message) message.hidden = !wrong;
  const described = new Set((field.getAttribute('aria-describedby') ?? '').split(' '));
  described.delete('');
  if (wrong) described.add(errorId(name));
  else described.delete(errorId(name));
  field.setAttribute('aria-describedby', [...described].join(' '));
  field.setAttribute('aria-invalid', String(wrong));
  for (const link of document.querySelectorAll(`.faults a[href="#${fieldId(name)}"]`)) {
    link.parentElement!.hidden = !wrong;
    const box = link.closest<HTMLElement>('.faults')!;
    box.hidden = !box.querySelector('li:not([hidden])');
  }
}
