// Loads stripe.js into a page of jsdom and pays as a shopper would; prints what happened as JSON.
// Arguments: the provider's origin, the publishable key, and the scenario as JSON
// {clientSecret, call, locale, card: {number, expiry, cvc}, click, args}.
import { JSDOM, VirtualConsole } from 'jsdom';

const [origin, key, raw] = process.argv.slice(2);
const scenario = JSON.parse(raw);
const out = { events: [], left: false, styles: 0 };

const virtualConsole = new VirtualConsole();
virtualConsole.on('jsdomError', (error) => {
  // jsdom cannot navigate; that it was asked to is what we want to know.
  if (/navigation/i.test(error.message)) out.left = true;
  else throw error;
});
const html = `<!doctype html><div id="card"></div><script src="${origin}/sandbox/stripe.js"></script>`;
const dom = new JSDOM(html, {
  url: `${origin}/en/payment/1`,
  runScripts: 'dangerously',
  resources: 'usable',
  virtualConsole,
});
const { window } = dom;
window.fetch = fetch;
await new Promise((resolve) => window.addEventListener('load', resolve));

const { document } = window;
const stripe = window.Stripe(key);
const elements = stripe.elements({ clientSecret: scenario.clientSecret, locale: scenario.locale });
const element = elements.create('payment');
element.on('change', (e) => out.events.push(e.complete ? 'complete' : 'change'));
await new Promise((resolve) => {
  element.on('ready', resolve);
  element.mount('#card');
});
out.labels = [...document.querySelectorAll('label')].map((l) => l.textContent);
out.inlineStyles = document.querySelectorAll('style, link, script:not([src])').length;
// A form around them must never send a card.
out.unsent = [...document.querySelectorAll('input')].every((i) => !i.name);
out.named = [...document.querySelectorAll('input')].every((i) => i.labels.length === 1);

for (const [name, value] of Object.entries(scenario.card || {})) {
  const input = document.querySelector(`input[autocomplete="${name}"]`);
  input.value = value;
  input.dispatchEvent(new window.Event('input', { bubbles: true }));
}
const args = { elements, confirmParams: scenario.confirmParams || {}, redirect: 'if_required' };
const call =
  scenario.call === 'confirmCardPayment'
    ? stripe.confirmCardPayment(scenario.clientSecret, { payment_method: { card: element } })
    : elements.submit().then(({ error }) => (error ? { error } : stripe.confirmPayment(args)));
const settled = call.then((result) => Object.assign(out, { result }));

const clicked = (async () => {
  while (scenario.click && !out.result) {
    const button = [...document.querySelectorAll('dialog button')].find(
      (b) => b.textContent === scenario.click,
    );
    if (button) button.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
})();
const leaving = (async () => {
  while (!out.left && !out.result) await new Promise((resolve) => setTimeout(resolve, 20));
})();
await Promise.race([Promise.all([settled, clicked]), leaving]);
element.destroy();
out.emptied = document.querySelector('#card').childElementCount === 0;
console.log(JSON.stringify(out));
process.exit(0);
