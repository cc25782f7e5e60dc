import { latestCode, openPage, PASSWORD } from './account';
import type { Gateway } from './gateway';
import { gatewayOf } from './orders';
import { newEmail, type Shopper } from './purchase';

// Customers made through the gateway, for tests that begin with a login. How somebody signs up and logs in is held by
// account-access.spec.ts.

/** Registers a customer, who is then logged in, and returns the email address. */
export async function registerCustomer(gateway: Gateway, email = newEmail()): Promise<string> {
  await gateway.post('/gw/auth/code/send', { channel: 'email', target: email, purpose: 'signup' });
  await gateway.postSealed('/gw/auth/register', {
    email,
    code: await latestCode(gateway.request, email),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: 'Ada',
    promoConsent: false,
    agree: true,
  });
  return email;
}

/** Registers the shopper as a new customer and opens a page of the account; replaces any earlier login. */
export async function becomeCustomer(shopper: Shopper, path = 'my-account'): Promise<string> {
  await shopper.page.context().clearCookies({ name: 'token' });
  const email = await registerCustomer(gatewayOf(shopper));
  await openPage(shopper, path);
  return email;
}

/** Logs a customer in. */
export async function logInThrough(gateway: Gateway, email: string): Promise<void> {
  await gateway.postSealed('/gw/auth/token/login', { email, password: PASSWORD });
}

export type Sim = { simId: string; iccidLast4: string };

/** The customer's newest SIM. */
export async function newestSim(gateway: Gateway): Promise<Sim> {
  const [sim] = await gateway.get<Sim[]>('/gw/sim/us/list');
  return sim!;
}
