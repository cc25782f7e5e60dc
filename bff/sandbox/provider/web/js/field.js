let fieldCount = 0;

/** Makes an element with attributes, styles and children. Styles go through CSSOM, which a strict policy allows. */
function node(tag, attributes = {}, styles = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element.style, styles);
  element.append(...children);
  return element;
}

/**
 * Makes a labelled input with its error line. `look` holds colours and sizes of the appearance.
 * Returns {root, input, fail(message)}; fail('') clears the error.
 */
function field(look, label, attributes) {
  const id = `sandbox-stripe-${++fieldCount}`;
  const input = node(
    'input',
    { id, type: 'text', 'aria-describedby': `${id}-error`, spellcheck: 'false', ...attributes },
    {
      display: 'block',
      width: '100%',
      boxSizing: 'border-box',
      minHeight: '44px',
      padding: '8px 12px',
      border: `1px solid ${look.border}`,
      borderRadius: look.radius,
      background: look.background,
      color: look.text,
      font: 'inherit',
    },
  );
  const caption = node(
    'label',
    { for: id },
    { display: 'block', marginBottom: '4px', fontSize: '14px', fontWeight: '600' },
    label,
  );
  const error = node(
    'p',
    { id: `${id}-error`, 'aria-live': 'polite' },
    {
      minHeight: '20px',
      margin: '4px 0 0',
      fontSize: '14px',
      lineHeight: '20px',
      color: look.danger,
    },
  );
  input.addEventListener('focus', () => {
    input.style.outline = `2px solid ${look.primary}`;
    input.style.outlineOffset = '2px';
  });
  input.addEventListener('blur', () => {
    input.style.outline = '';
  });
  return {
    root: node('div', {}, { minWidth: '0' }, caption, input, error),
    input,
    fail(message) {
      error.textContent = message;
      input.style.borderColor = message ? look.danger : look.border;
      if (message) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    },
  };
}

/** Returns the colours and sizes that an `appearance` option asks for. */
function lookOf(appearance) {
  const v = (appearance && appearance.variables) || {};
  return {
    background: v.colorBackground || '#ffffff',
    border: '#8794a5',
    danger: v.colorDanger || '#b42318',
    font: v.fontFamily || 'inherit',
    primary: v.colorPrimary || '#0b6e6e',
    radius: v.borderRadius || '8px',
    text: v.colorText || '#10233a',
  };
}
