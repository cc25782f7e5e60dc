import { isChanged } from '../drafts/fields';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Openable = HTMLDetailsElement | HTMLDialogElement;

/**
 * Remembers the fields, disclosures and dialogs of the document before the application renders it anew. They are read once that is
 * done, for what was put in and opened until then counts as well: text, passwords and consents, because the values stay in memory.
 * @returns a function that restores what was open, the values, and the focus
 */
export function captureEarlyInput(): () => void {
  const former = elementsByKey();
  let focused: EventTarget | null = document.activeElement;
  // The browser reports a control that is taken out of the document as left, so only what gets the focus counts.
  document.addEventListener('focusin', ({ target }) => (focused = target));
  return () => {
    for (const [key, next] of elementsByKey()) {
      const element = former.get(key);
      if (!element) continue;
      if ('showModal' in next) {
        if ((element as HTMLDialogElement).open && !next.open) next.showModal();
      } else if ('open' in next) next.open = (element as HTMLDetailsElement).open;
      else if (isChanged(element as Control))
        restoreField(next as HTMLInputElement, element as HTMLInputElement);
      if (element === focused) next.focus();
    }
  };
}

/**
 * Returns fields by their form and name, what opens by its id or, of a disclosure, the text of its summary. Of several with one key,
 * the place counts.
 */
function elementsByKey(): Map<string, Control | Openable> {
  const found = new Map<string, Control | Openable>();
  const forms = [...document.forms];
  for (const element of document.querySelectorAll<Control | Openable>(
    'details, dialog, input, select, textarea',
  )) {
    let key =
      'open' in element
        ? element.id || `${element.firstChild?.textContent}`
        : forms.indexOf(element.form!) + element.name;
    while (found.has(key)) key += '+';
    found.set(key, element);
  }
  return found;
}

function restoreField(next: HTMLInputElement, { checked, value }: HTMLInputElement): void {
  if (/radio|checkbox/.test(next.type)) {
    if (next.checked !== checked) next.click();
    return;
  }
  next.value = value;
  next.dispatchEvent(new Event('input', { bubbles: true }));
}
