// A page that leaves never sees its promise settle, as with the real script.
const LEAVING = new Promise(() => {});

/** Leaves for an address. */
function leave(address) {
  window.location.assign(address);
  return LEAVING;
}

/**
 * Does what the intent's next_action asks of the shopper.
 * Resolves to {paymentIntent} or {error}; stays pending when the browser leaves the page.
 */
async function act(stripe, intent) {
  const action = intent.status === 'requires_action' ? intent.next_action : null;
  if (!action) return settled(stripe, intent);
  switch (action.type) {
    case 'redirect_to_url':
      return leave(action.redirect_to_url.url);
    case 'alipay_handle_redirect':
      return leave(action.alipay_handle_redirect.url);
    case 'use_stripe_sdk':
      return authenticate(stripe, intent);
    case 'wechat_pay_display_qr_code':
      return showCode(stripe, intent, action.wechat_pay_display_qr_code);
  }
  return { paymentIntent: intent };
}

/** Returns the intent, or why the last attempt failed. */
function settled(stripe, intent) {
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) {
    return { paymentIntent: intent };
  }
  const error = localised(stripe.language, intent.last_payment_error);
  return { error: { ...error, payment_intent: intent } };
}

/** Shows a dialog and returns it with the function that closes it. */
function openDialog(language, title, ...content) {
  const heading = node('h2', {}, { margin: '0 0 12px', fontSize: '20px' }, title);
  const dialog = node(
    'dialog',
    { 'aria-label': title },
    {
      maxWidth: '360px',
      padding: '24px',
      border: '1px solid #dfe5ec',
      borderRadius: '12px',
      textAlign: 'center',
    },
    badge(language),
    heading,
    ...content,
  );
  document.body.append(dialog);
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute('open', '');
  return { dialog, close: () => dialog.remove() };
}

function actionButton(label, strong) {
  return node(
    'button',
    { type: 'button' },
    {
      display: 'block',
      width: '100%',
      minHeight: '48px',
      marginTop: '12px',
      border: '1px solid #0b6e6e',
      borderRadius: '8px',
      background: strong ? '#0b6e6e' : '#ffffff',
      color: strong ? '#ffffff' : '#0b6e6e',
      font: 'inherit',
      fontWeight: '600',
      cursor: 'pointer',
    },
    label,
  );
}

/** Plays 3-D Secure in a dialog of the page. */
async function authenticate(stripe, intent) {
  const approve = actionButton(say(stripe.language, 'approve'), true);
  const decline = actionButton(say(stripe.language, 'decline'), false);
  const title = say(stripe.language, 'three_ds_title');
  const { dialog, close } = openDialog(stripe.language, title, approve, decline);
  const outcome = await new Promise((resolve) => {
    approve.addEventListener('click', () => resolve('approve'));
    decline.addEventListener('click', () => resolve('fail'));
    dialog.addEventListener('cancel', () => resolve('fail'));
  });
  close();
  const { value, error } = await request(stripe, 'POST', '3ds2/authenticate', {
    source: intent.id,
    client_secret: intent.client_secret,
    outcome,
  });
  return error ? { error } : settled(stripe, value);
}

/** Shows the code to scan until the phone has answered or the dialog is closed. */
async function showCode(stripe, intent, code) {
  const image = node(
    'img',
    {
      src: code.image_data_url,
      alt: say(stripe.language, 'code_alt'),
      width: '240',
      height: '240',
    },
    { display: 'block', margin: '0 auto' },
  );
  const stop = actionButton(say(stripe.language, 'cancel'), false);
  const { dialog, close } = openDialog(
    stripe.language,
    say(stripe.language, 'code_title'),
    image,
    stop,
  );
  let open = true;
  stop.addEventListener('click', () => (open = false));
  dialog.addEventListener('cancel', () => (open = false));
  let result = { paymentIntent: intent };
  while (open) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { paymentIntent } = await readIntent(stripe, intent.client_secret);
    if (paymentIntent && paymentIntent.status !== 'requires_action') {
      result = settled(stripe, paymentIntent);
      open = false;
    }
  }
  close();
  return result;
}
