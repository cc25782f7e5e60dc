import { i18n } from '../i18n';

/** Prepares the texts of the shop in which facts of plans are written, in both languages. */
export async function showFacts(): Promise<void> {
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
