/** What the button is called that sends a form to the page in the other language: nothing is done, what was typed is shown. */
export const SWITCH_BUTTON = { name: 'intent', value: 'language' };

/** Whether a form was sent for the page in the other language, and not to be done. */
export function switchesLanguage(form: FormData): boolean {
  return form.get(SWITCH_BUTTON.name) === SWITCH_BUTTON.value;
}

/**
 * From now on a link to this page in the other language sends the form there. Returns the way out. The form goes as a
 * document, past the router, which would stay in this language; passwords stay behind.
 */
export function carryOver(form: HTMLFormElement): () => void {
  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]');
    // With these keys it opens elsewhere, and what was typed stays here. A form that is hidden is not the one in use.
    if (
      !link ||
      form.getClientRects().length === 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    send(form, link.href);
  };
  document.addEventListener('click', press);
  return () => document.removeEventListener('click', press);
}

function send(form: HTMLFormElement, to: string): void {
  form.addEventListener('submit', (event) => event.stopPropagation(), { once: true });
  form.addEventListener('formdata', ({ formData }) => dropPasswords(formData), { once: true });
  const button = Object.assign(document.createElement('button'), SWITCH_BUTTON, { formAction: to });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

function dropPasswords(form: FormData): void {
  const passwords = Array.from(form.keys()).filter((name) => /password/i.test(name));
  for (const name of passwords) form.delete(name);
}
