/** Name and value of the button that sends a form to the page in the other language, which only shows the typed values. */
export const SWITCH_BUTTON = { name: 'intent', value: 'language' };

/** Whether a form was sent only to switch the language. */
export function switchesLanguage(form: FormData): boolean {
  return form.get(SWITCH_BUTTON.name) === SWITCH_BUTTON.value;
}

/**
 * Makes a link to this page in the other language send the form there. Returns a function that stops it. The form is submitted as a
 * document, past the router, which cannot change the language; passwords are left out.
 */
export function sendOnLanguageSwitch(form: HTMLFormElement): () => void {
  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]');
    // With these keys the link opens in another tab, and the form stays here. A hidden form is not the one in use.
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
