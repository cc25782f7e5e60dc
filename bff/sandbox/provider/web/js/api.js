// The API lies beside the script, wherever that was loaded from.
const API_ROOT = new URL('stripe/v1/', document.currentScript.src);

/**
 * Calls the API with the publishable key.
 * Resolves to {value} or {error: {type, code, decline_code, message}}; never rejects.
 */
async function request(stripe, verb, path, fields) {
  const form = new URLSearchParams(fields).toString();
  const url = new URL(path, API_ROOT);
  if (verb === 'GET') url.search = form;
  try {
    const response = await fetch(url, {
      method: verb,
      body: verb === 'GET' ? undefined : form,
      headers: {
        authorization: `Bearer ${stripe.key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      credentials: 'omit',
    });
    const answer = await response.json();
    if (response.ok) return { value: answer };
    return { error: localised(stripe.language, answer.error) };
  } catch {
    const message = say(stripe.language, 'error_api_connection_error');
    return { error: { type: 'api_connection_error', code: 'api_connection_error', message } };
  }
}

/** Returns the intent's id inside a client secret; throws Stripe's IntegrationError for anything else. */
function intentOf(clientSecret) {
  const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret));
  if (match) return match[1];
  const error = new Error(
    'Invalid value for stripe.confirmPayment: clientSecret should be a client secret of the form ${id}_secret_${secret}.',
  );
  error.name = 'IntegrationError';
  throw error;
}

/** Reads the intent of a client secret. Resolves to {paymentIntent} or {error}. */
async function readIntent(stripe, clientSecret) {
  const path = `payment_intents/${intentOf(clientSecret)}`;
  const { value, error } = await request(stripe, 'GET', path, { client_secret: clientSecret });
  return error ? { error } : { paymentIntent: value };
}

/** Flattens nested fields into Stripe's form notation: {a: {b: 1}} becomes {"a[b]": "1"}. */
function flatten(fields, prefix = '', out = {}) {
  for (const [name, value] of Object.entries(fields)) {
    const key = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') flatten(value, key, out);
    else out[key] = String(value);
  }
  return out;
}
