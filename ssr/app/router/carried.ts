/** Id of the form whose content goes along when the language is switched; at most one on a page. */
export const CARRIED_FORM = 'carried';

/** The form's `intent` then: nothing is done, the page is shown with what was typed. */
export const SWITCH_LANGUAGE = 'language';

export function switchesLanguage(form: FormData): boolean {
  return form.get('intent') === SWITCH_LANGUAGE;
}
