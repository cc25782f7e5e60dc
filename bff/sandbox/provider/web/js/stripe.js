/** Confirms an intent with form fields, then does what it asks for. Resolves to {paymentIntent} or {error}. */
async function confirmIntent(stripe, clientSecret, fields, handleActions = true) {
  const path = `payment_intents/${intentOf(clientSecret)}/confirm`;
  const body = flatten({ client_secret: clientSecret, ...fields });
  const { value, error } = await request(stripe, 'POST', path, body);
  if (error) return { error };
  return handleActions ? act(stripe, value) : { paymentIntent: value };
}

/** Returns the address to return to, with what Stripe adds to it. */
function returnAddress(address, intent) {
  const url = new URL(address, window.location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  return url.toString();
}

/** stripe.confirmPayment: pays with the mounted element. */
async function confirmPayment(
  stripe,
  { elements, clientSecret, confirmParams = {}, redirect = 'always' },
) {
  const secret = clientSecret || (elements && elements.state.options.clientSecret);
  const element = elements && elements.state.element;
  const { payment_method_data: extra, return_url: back, ...rest } = confirmParams;
  if (redirect !== 'if_required' && !back)
    throw new Error('You must pass confirmParams.return_url.');
  const problem = element && element.problem();
  if (problem) return { error: problem };
  const fields = { ...rest, return_url: back && new URL(back, window.location.href).toString() };
  if (element) {
    fields.payment_method_data = { ...extra, ...element.data() };
    if (element.type() === 'wechat_pay')
      fields.payment_method_options = { wechat_pay: { client: 'web' } };
  }
  const result = await confirmIntent(stripe, secret, fields);
  if (result.error || redirect === 'if_required') return result;
  return leave(returnAddress(back, result.paymentIntent));
}

/** stripe.confirmCardPayment: pays with a card element or with the id of a payment method. */
async function confirmCardPayment(stripe, clientSecret, data = {}, options = {}) {
  const method = data.payment_method;
  const fields = { return_url: data.return_url };
  if (typeof method === 'string') {
    fields.payment_method = method;
  } else if (method && method.card && method.card.data) {
    const problem = method.card.problem();
    if (problem) return { error: problem };
    fields.payment_method_data = { ...method.card.data(), billing_details: method.billing_details };
  }
  return confirmIntent(stripe, clientSecret, fields, options.handleActions !== false);
}

/** Confirms with a wallet. */
async function confirmWallet(stripe, type, clientSecret, data = {}, options = {}) {
  const fields = { ...data, payment_method_data: { type } };
  delete fields.payment_method;
  if (type === 'wechat_pay') fields.payment_method_options = { wechat_pay: { client: 'web' } };
  return confirmIntent(stripe, clientSecret, fields, options.handleActions !== false);
}

/** stripe.createPaymentMethod with an element or with raw fields of a test card. */
async function createPaymentMethod(stripe, { type, card, element, elements, billing_details }) {
  const source = element || (elements && elements.state.element) || (card && card.data && card);
  const problem = source && source.problem();
  if (problem) return { error: problem };
  const fields = source ? source.data() : { type, card };
  const body = flatten({ ...fields, billing_details });
  const { value, error } = await request(stripe, 'POST', 'payment_methods', body);
  return error ? { error } : { paymentMethod: value };
}

/** The global Stripe(publishableKey, {locale}). */
function Stripe(key, options = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new Error(
      'Please call Stripe() with your publishable key. You used an empty string or another value.',
    );
  }
  const stripe = { key, locale: options.locale, language: pickLanguage(options.locale) };
  return {
    elements: (elementsOptions = {}) => {
      if (elementsOptions.locale) stripe.language = pickLanguage(elementsOptions.locale);
      return makeElements(stripe, elementsOptions);
    },
    confirmPayment: (args) => confirmPayment(stripe, args),
    confirmCardPayment: (secret, data, opts) => confirmCardPayment(stripe, secret, data, opts),
    confirmAlipayPayment: (secret, data, opts) =>
      confirmWallet(stripe, 'alipay', secret, data, opts),
    confirmWechatPayPayment: (secret, data, opts) =>
      confirmWallet(stripe, 'wechat_pay', secret, data, opts),
    createPaymentMethod: (args) => createPaymentMethod(stripe, args),
    retrievePaymentIntent: async (secret) => readIntent(stripe, secret),
    handleNextAction: async ({ clientSecret }) => {
      const { paymentIntent, error } = await readIntent(stripe, clientSecret);
      return error ? { error } : act(stripe, paymentIntent);
    },
    handleCardAction: async (secret) => {
      const { paymentIntent, error } = await readIntent(stripe, secret);
      return error ? { error } : act(stripe, paymentIntent);
    },
    registerAppInfo() {},
  };
}

Stripe.version = 'endive';
window.Stripe = Stripe;
