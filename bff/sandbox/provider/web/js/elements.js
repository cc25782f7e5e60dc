/** Makes the object that stripe.elements() returns. */
function makeElements(stripe, options) {
  const state = {
    stripe,
    options: { ...options },
    language: pickLanguage(options.locale || stripe.locale),
  };
  const made = new Map();
  return {
    state,
    create(type, elementOptions = {}) {
      if (!['payment', 'card'].includes(type))
        throw new Error(`The sandbox has no element "${type}".`);
      if (made.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
      const element = makeElement(state, type, elementOptions, () => made.delete(type));
      made.set(type, element);
      state.element = element;
      return element;
    },
    getElement: (type) => made.get(type) || null,
    update(changes) {
      Object.assign(state.options, changes);
      if (changes.locale) state.language = pickLanguage(changes.locale);
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const error = state.element && state.element.problem();
      return error
        ? { error }
        : { selectedPaymentMethod: state.element ? state.element.type() : 'card' };
    },
  };
}

/** Makes a payment or card element: an accessible small form inside the page. */
function makeElement(state, kind, elementOptions, forget) {
  const look = lookOf(state.options.appearance);
  const listeners = {};
  let types = state.options.allowedPaymentMethodTypes || ['card'];
  let chosen = types[0];
  let root = null;
  const emit = (event, detail) => (listeners[event] || []).slice().forEach((fn) => fn(detail));
  const changed = (error) =>
    emit('change', {
      elementType: kind,
      collapsed: false,
      complete: chosen !== 'card' || form.complete(),
      empty: chosen === 'card' && form.empty(),
      error,
      value: { type: chosen },
    });
  const form = cardForm(state.language, look, changed);

  const draw = () => {
    const hints = { alipay: 'redirect_hint', wechat_pay: 'wallet_hint' };
    const body = node('div');
    const fill = () =>
      body.replaceChildren(
        chosen === 'card'
          ? form.root
          : node('p', {}, { margin: '0' }, say(state.language, hints[chosen])),
      );
    fill();
    root.replaceChildren(badge(state.language));
    if (types.length > 1) {
      root.append(
        methodChoice(state.language, types, chosen, (type) => {
          chosen = type;
          fill();
          changed();
        }),
      );
    }
    root.append(body);
  };

  /** Reads which methods the intent takes; without an intent those of the options stay. */
  const load = async () => {
    const secret = state.options.clientSecret;
    if (kind === 'payment' && secret) {
      const { paymentIntent, error } = await readIntent(state.stripe, secret);
      if (!root) return;
      if (error) {
        emit('loaderror', { elementType: kind, error });
      } else {
        types = paymentIntent.payment_method_types;
        chosen = types.includes(chosen) ? chosen : types[0];
      }
    }
    await null;
    if (!root) return;
    draw();
    emit('ready', { elementType: kind });
  };

  const element = {
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place)
        throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
      root = node(
        'div',
        { role: 'group', 'aria-label': say(state.language, 'method') },
        { fontFamily: look.font, color: look.text },
      );
      place.replaceChildren(root);
      load();
      return element;
    },
    on(event, fn) {
      (listeners[event] = listeners[event] || []).push(fn);
      return element;
    },
    once(event, fn) {
      const wrapped = (detail) => {
        element.off(event, wrapped);
        fn(detail);
      };
      return element.on(event, wrapped);
    },
    off(event, fn) {
      listeners[event] = fn ? (listeners[event] || []).filter((other) => other !== fn) : [];
      return element;
    },
    unmount() {
      if (root) root.remove();
      root = null;
    },
    destroy() {
      element.unmount();
      forget();
    },
    update(changes) {
      Object.assign(elementOptions, changes);
    },
    focus: () => form.fields.number.input.focus(),
    blur: () => document.activeElement && document.activeElement.blur(),
    clear: form.clear,
    collapse() {},
    /** Returns the validation error of the form, if any. */
    problem: () => (chosen === 'card' ? form.problem() : undefined),
    type: () => chosen,
    /** Returns payment_method_data for the API. */
    data: () => ({ type: chosen, ...(chosen === 'card' && { card: form.values() }) }),
  };
  return element;
}

function badge(language) {
  const styles = { margin: '0 0 12px', fontSize: '13px', color: '#8a5a00', fontWeight: '600' };
  return node('p', {}, styles, say(language, 'badge'));
}

/** Makes the radio group of payment methods. */
function methodChoice(language, types, chosen, onChoose) {
  const name = `sandbox-stripe-method-${++fieldCount}`;
  const group = node('fieldset', {}, { margin: '0 0 12px', padding: '0', border: '0' });
  group.append(
    node(
      'legend',
      {},
      { padding: '0', fontSize: '14px', fontWeight: '600' },
      say(language, 'method'),
    ),
  );
  for (const type of types) {
    const input = node('input', { type: 'radio', name, value: type }, { marginRight: '8px' });
    input.checked = type === chosen;
    input.addEventListener('change', () => onChoose(type));
    const text = say(language, type === 'card' ? 'card' : `wallet_${type}`);
    group.append(
      node('label', {}, { display: 'block', padding: '10px 0', minHeight: '44px' }, input, text),
    );
  }
  return group;
}
