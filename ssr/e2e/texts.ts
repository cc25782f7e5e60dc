import { readFileSync, readdirSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';

export type Lang = 'en' | 'zh';

const root = new URL('../../', import.meta.url);

/** The shop's texts as its pages show them: `t('cart:title')`, `t('errors:email_invalid')`. */
export function texts(lang: Lang): TFunction {
  const folder = new URL(`shared/locales/${lang}/`, root);
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
  const resources = Object.fromEntries(
    names.map((name) => [name, json(new URL(`${name}.json`, folder))]),
  );
  const instance = createInstance();
  void instance.init({
    lng: lang,
    fallbackLng: false,
    ns: names,
    resources: { [lang]: resources },
    initAsync: false,
    interpolation: { escapeValue: false },
    // A text that does not exist must not become something to look for.
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => {
      throw new Error(`No text ${namespace}:${key} in ${lang}`);
    },
  });
  return instance.t;
}

/** The words on the sandbox provider's pages and in its card form. */
export function providerTexts(lang: Lang): Record<string, string> {
  return json(new URL(`bff/sandbox/provider/web/${lang}.json`, root)) as Record<string, string>;
}

type Mail = { subject: string };

/** Subject of a mail about an order. */
export function mailSubject(lang: Lang, kind: string, orderNo: string): string {
  const mails = json(new URL(`bff/notify/texts/${lang}.json`, root)) as Record<string, Mail>;
  const mail = mails[kind];
  if (!mail) throw new Error(`No mail ${kind} in ${lang}`);
  return mail.subject.replace('{{.orderNo}}', orderNo);
}

function json(file: URL): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** The longest part of a text that is the same whatever stands in its placeholders, which are named. */
export function fixedPart(t: TFunction, key: string, ...names: string[]): string {
  const parts = t(key, Object.fromEntries(names.map((name) => [name, '\n']))).split('\n');
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest)).trim();
}
