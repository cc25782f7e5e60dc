// Served with the texts of en.json and zh.json filled in.
const TEXTS = {};

/** Returns "en" or "zh" for a locale such as "zh-HK"; "auto" and nothing mean the browser's own. */
function pickLanguage(locale) {
  const wanted = !locale || locale === 'auto' ? navigator.language || 'en' : locale;
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Returns the text for a key. */
function say(language, key) {
  return TEXTS[language][key] || TEXTS.en[key] || '';
}

/** Returns Stripe's error object with the message in the shopper's language where there is one. */
function localised(language, error) {
  const message =
    say(language, `error_${error.decline_code}`) || say(language, `error_${error.code}`);
  return message ? { ...error, message } : error;
}

/** Returns the error of an input that was not finished or cannot be right. */
function validationError(language, code) {
  return { type: 'validation_error', code, message: say(language, `error_${code}`) };
}
