/** Says what is wrong with a card number, expiry or CVC; '' for nothing. `done` is false while it is being typed. */
const CHECKS = {
  number(value, done) {
    const digits = value.replace(/\D/g, '');
    if (digits.length < 12) return done ? 'incomplete_number' : '';
    let sum = 0;
    [...digits].reverse().forEach((d, i) => {
      const n = Number(d) * (i % 2 ? 2 : 1);
      sum += n > 9 ? n - 9 : n;
    });
    if (sum % 10 === 0) return '';
    return done || digits.length >= 16 ? 'invalid_number' : '';
  },
  expiry(value, done) {
    const { month, year } = splitExpiry(value);
    if (!month || !year) return done ? 'incomplete_expiry' : '';
    const now = new Date();
    if (month < 1 || month > 12) return 'invalid_expiry_month';
    if (year < now.getFullYear()) return 'invalid_expiry_year_past';
    if (year > now.getFullYear() + 50) return 'invalid_expiry_year';
    const past = year === now.getFullYear() && month < now.getMonth() + 1;
    return past ? 'invalid_expiry_month_past' : '';
  },
  cvc(value, done) {
    return /^\d{3,4}$/.test(value.trim()) || !done ? '' : 'incomplete_cvc';
  },
};

function splitExpiry(value) {
  const digits = value.replace(/\D/g, '');
  if (digits.length !== 4 && digits.length !== 6) return {};
  const year = Number(digits.slice(2));
  return { month: Number(digits.slice(0, 2)), year: year < 100 ? 2000 + year : year };
}

/** Groups what is typed: "4242 4242", "12 / 34". */
function tidy(name, input) {
  const digits = input.value.replace(/\D/g, '');
  if (name === 'number') {
    input.value = digits
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 ')
      .trim();
  } else if (name === 'expiry' && digits.length > 2) {
    input.value = `${digits.slice(0, 2)} / ${digits.slice(2, 4)}`;
  } else if (name === 'cvc') {
    input.value = digits.slice(0, 4);
  }
}

/**
 * Makes the three card inputs. They have no names, so that a form around them never sends a card, as it cannot with Stripe's. `onChange(error)` is called with each change.
 * Returns {root, fields, problem(), values(), complete(), empty(), focus(), clear()}.
 */
function cardForm(language, look, onChange) {
  const common = { inputmode: 'numeric' };
  const fields = {
    number: field(look, say(language, 'number'), {
      ...common,
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
    }),
    expiry: field(look, say(language, 'expiry'), {
      ...common,
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
    }),
    cvc: field(look, say(language, 'cvc'), {
      ...common,
      autocomplete: 'cc-csc',
      placeholder: '123',
    }),
  };
  const check = (name, done) => {
    const code = CHECKS[name](fields[name].input.value, done);
    fields[name].fail(code ? say(language, `error_${code}`) : '');
    return code;
  };
  for (const [name, { input }] of Object.entries(fields)) {
    input.addEventListener('input', (event) => {
      // Deleting must not be fought by the grouping.
      if (!event.inputType || !event.inputType.startsWith('delete')) tidy(name, input);
      const code = check(name, false);
      onChange(code ? validationError(language, code) : undefined);
    });
    input.addEventListener('blur', () => input.value && check(name, true));
  }
  const pair = {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '0 16px',
    alignItems: 'end',
  };
  const names = Object.keys(fields);
  return {
    fields,
    root: node(
      'div',
      {},
      {},
      fields.number.root,
      node('div', {}, pair, fields.expiry.root, fields.cvc.root),
    ),
    /** Checks everything, shows every error and returns the first, if any. */
    problem() {
      const failed = names.map((name) => [name, check(name, true)]).filter(([, code]) => code);
      if (!failed.length) return undefined;
      fields[failed[0][0]].input.focus();
      return validationError(language, failed[0][1]);
    },
    values() {
      const { month, year } = splitExpiry(fields.expiry.input.value);
      const number = fields.number.input.value.replace(/\D/g, '');
      return { number, exp_month: month, exp_year: year, cvc: fields.cvc.input.value.trim() };
    },
    complete: () => names.every((name) => !CHECKS[name](fields[name].input.value, true)),
    empty: () => names.every((name) => !fields[name].input.value),
    clear() {
      for (const name of names) {
        fields[name].input.value = '';
        fields[name].fail('');
      }
    },
  };
}
