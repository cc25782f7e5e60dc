import { i18n } from '../i18n';

/** Loads the shop's texts for plan facts in both languages (the namespace `plan`). */
export async function loadFactTexts(): Promise<void> {
  const texts = {
    en: () => import('../../../shared/locales/en/plan.json'),
    zh: () => import('../../../shared/locales/zh/plan.json'),
  };
  await Promise.all(
    Object.entries(texts).map(async ([locale, read]) => {
      if (!i18n.hasResourceBundle(locale, 'plan'))
        i18n.addResourceBundle(locale, 'plan', (await read()).default);
    }),
  );
}
