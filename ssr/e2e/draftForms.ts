/** A form control and its value: a text, or whether it is ticked. */
export type FilledControl = {
  form: string;
  name: string;
  /** Its index among the controls of that name in its form. */
  nth: number;
  kind: 'text' | 'choice' | 'box';
  value: string;
  ticked: boolean;
};

export type SubmittedForm = { form: string; fields: [string, string][] };

/** Access to the forms of a page, installed in the page by {@link installForms}. */
export type PageForms = {
  /** The number of fillable controls by form; `-` counts those outside of any form. */
  count: () => Record<string, number>;
  /** Opens collapsed sections and fills in every visible control. Returns the values. */
  fill: (last: boolean) => FilledControl[];
  /** Returns the current values of the same controls. */
  held: (given: FilledControl[]) => FilledControl[];
  /** The visible submit buttons of a form, as `name=value`. */
  buttons: (form: string) => string[];
  press: (form: string, button: string) => void;
  /** The submitted forms with their fields, the latest last. */
  sent: SubmittedForm[];
  /** The plain texts of sealed request bodies. */
  sealed: string[];
};

export type WithForms = Window & { pageForms: PageForms };

/** Runs in the page as an init script. Until the application runs, it prevents every submission. */
export function installForms(): void {
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const sent: SubmittedForm[] = [];
  const sealed: string[] = [];
  const running = () => document.documentElement.dataset.app !== undefined;
  addEventListener('submit', (event) => void (running() || event.preventDefault()), true);
  document.addEventListener('formdata', ({ target, formData }) => {
    const fields = [...formData].map(([name, value]): [string, string] => [name, String(value)]);
    sent.push({ form: nameOf(target as HTMLFormElement), fields });
  });
  const { encrypt } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.encrypt = function (how, key, data) {
    sealed.push(new TextDecoder().decode(data));
    return encrypt.call(this, how, key, data);
  };

  const fillable = 'input:not([type=hidden], [type=submit], [type=button]), select, textarea';
  const controls = () =>
    [...document.querySelectorAll<Control>(fillable)].filter(
      (control) => !control.disabled && !control.matches('[readonly]'),
    );
  const formName = (control: Control) => (control.form ? nameOf(control.form) : '-');

  // By its id, what its hidden fields say, or its only control; no page has two others.
  function nameOf(form: HTMLFormElement): string {
    if (form.id) return form.id;
    const said = (name: string) =>
      form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`)?.value;
    const which = said('form') ?? said('by');
    if (which) return which;
    if (said('itemId')) return 'itemId';
    const found = [...form.elements].filter((element) => element.matches(fillable)) as Control[];
    if (found.length === 0) return 'empty';
    const names = new Set(found.map(({ name }) => name));
    // An order's own box has its number in its id.
    const only = (found[0]!.id || found[0]!.name).replace(/-\d{6}[A-Z\d]+$/, '');
    return names.size === 1 ? only : 'form';
  }

  const isChoice = (control: Control): control is HTMLInputElement => control.type === 'radio';
  const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

  function group(radio: HTMLInputElement): HTMLInputElement[] {
    return controls().filter(
      (other): other is HTMLInputElement =>
        isChoice(other) && other.form === radio.form && other.name === radio.name,
    );
  }

  function change(control: Control, value: string): void {
    control.value = value;
    for (const type of ['input', 'change'])
      control.dispatchEvent(new Event(type, { bubbles: true }));
  }

  // A value that the control takes and that is not the one it came with.
  function valueFor(control: HTMLInputElement | HTMLTextAreaElement, n: number): string {
    const { type, value: before } = control;
    const { min = '', max = '', inputMode } = control as HTMLInputElement;
    const texts: Record<string, string[]> = {
      email: [`early${n}@example.com`],
      tel: [`+85251234${100 + n}`],
      password: ['Harbour_Light_21'],
      date: [max, min, '1990-05-04'],
      number: [max, min, '3'],
      textarea: [`line ${n}\nsecond line`],
    };
    const numeric = inputMode === 'numeric' ? [String(100_000 + n)] : [`Early ${n}`];
    const fitting = (texts[type] ?? numeric).filter((text) => text && text !== before);
    const text = fitting[0] ?? before;
    return control.maxLength > 0 ? text.slice(0, control.maxLength) : text;
  }

  function fillOne(control: Control, n: number, last: boolean): void {
    if (isBox(control)) return control.click();
    if (isChoice(control)) {
      const others = group(control).filter((radio) => !radio.defaultChecked && shown(radio));
      return others.at(last ? -1 : 0)?.click();
    }
    if (!(control instanceof HTMLSelectElement)) return change(control, valueFor(control, n));
    const usual = control.selectedIndex;
    const others = [...control.options].filter(
      ({ value, index, disabled }) => value && index !== usual && !disabled,
    );
    const option = others.at(last ? -1 : 0);
    if (option) change(control, option.value);
  }

  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });

  function describe(control: Control, forms: Control[]): FilledControl {
    const form = formName(control);
    const { name, value } = control;
    const same = forms.filter((other) => other.name === name && formName(other) === form);
    const ticked = (isChoice(control) || isBox(control)) && control.checked;
    const kind = isChoice(control) ? 'choice' : isBox(control) ? 'box' : 'text';
    return { form, name, nth: same.indexOf(control), kind, value, ticked };
  }

  const forms: PageForms = {
    sent,
    sealed,
    count: () => {
      const names = new Map<string, Set<string>>();
      for (const control of controls()) {
        const form = formName(control);
        names.set(form, (names.get(form) ?? new Set()).add(control.name));
      }
      return Object.fromEntries([...names].map(([form, { size }]) => [form, size]));
    },
    fill: (last) => {
      for (const control of controls())
        for (
          let fold = control.closest<HTMLDetailsElement>('details:not([open])');
          fold;
          fold = fold.parentElement!.closest<HTMLDetailsElement>('details:not([open])')
        )
          fold.open = true;
      for (const sheet of document.querySelectorAll<HTMLDetailsElement>('details[data-sheet]'))
        sheet.open = true;
      const done = new Set<Control>();
      // A choice may show further controls.
      for (let round = 0; round < 3; round += 1) {
        for (const [n, control] of controls().entries()) {
          if (done.has(control) || !shown(control)) continue;
          for (const one of isChoice(control) ? group(control) : [control]) done.add(one);
          fillOne(control, n, last);
        }
      }
      const all = controls();
      return all.filter((control) => done.has(control)).map((control) => describe(control, all));
    },
    held: (given) => {
      const all = controls().map((control, _, everything) => describe(control, everything));
      return given.map(({ form, name, nth, kind }) => {
        const now = all.find((one) => one.form === form && one.name === name && one.nth === nth);
        return now ?? { form, name, nth, kind, value: 'gone', ticked: false };
      });
    },
    buttons: (form) => submitters(form).filter(seen).map(keyOf),
    press: (form, button) =>
      submitters(form)
        .find((one) => keyOf(one) === button)!
        .click(),
  };

  function submitters(name: string): HTMLButtonElement[] {
    return [...new Set(controls().map(({ form }) => form))]
      .filter((form): form is HTMLFormElement => form !== null && nameOf(form) === name)
      .flatMap(({ elements }) => [...elements])
      .filter((one): one is HTMLButtonElement => one instanceof HTMLButtonElement)
      .filter(
        ({ type, name: what, disabled }) => type === 'submit' && what !== 'step' && !disabled,
      );
  }

  const seen = (button: HTMLButtonElement) => shown(button) && button.ariaHidden !== 'true';
  const keyOf = ({ name, value }: HTMLButtonElement) => (name ? `${name}=${value}` : '');

  (window as unknown as WithForms).pageForms = forms;
}
