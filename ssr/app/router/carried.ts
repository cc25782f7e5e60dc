/** `intent` of a form when the language is switched: nothing is done, the page is shown with what was typed. */
export const SWITCH_LANGUAGE = 'language';

export function switchesLanguage(form: FormData): boolean {
  return form.get('intent') === SWITCH_LANGUAGE;
}
