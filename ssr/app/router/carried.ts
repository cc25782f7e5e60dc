/** `intent` of a form when the language is switched: nothing is done, the page is shown with what was typed. */
export const SWITCH_LANGUAGE = 'language';

/** Whether a form was sent for the page in the other language, and not to be done. */
export function switchesLanguage(form: FormData): boolean {
  return form.get('intent') === SWITCH_LANGUAGE;
}
