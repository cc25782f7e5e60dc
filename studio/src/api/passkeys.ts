import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { i18n } from '../i18n';
import { call, Refusal } from './client';
import type { Member } from './types';

type Begun<Options> = { ceremony: string; options: Options };

/** What an authenticator said, as the server takes it. */
export type Answer = { ceremony: string; credential: object };

/** Whether the browser knows passkeys at this address. */
export const supported = (): boolean => browserSupportsWebAuthn();

/** Logs in with a passkey. @throws Refusal */
export async function login(): Promise<Member> {
  const begun = await call<Begun<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    '/login/passkey/begin',
    {},
  );
  const credential = await asked(() => startAuthentication({ optionsJSON: begun.options }));
  return call<Member>('POST', '/login/passkey', { ceremony: begun.ceremony, credential });
}

/**
 * Makes a passkey on the device.
 * @param path the call that begins it, with `body`
 * @throws Refusal, `passkey_cancelled` when the person or the device gave up
 */
export async function make(path: string, body: object): Promise<Answer> {
  const begun = await call<Begun<PublicKeyCredentialCreationOptionsJSON>>('POST', path, body);
  const credential = await asked(() => startRegistration({ optionsJSON: begun.options }));
  return { ceremony: begun.ceremony, credential };
}

// The device tells why it gave up in words of its own, which are for developers.
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError') {
      throw new Refusal(i18n.t('login.passkeyExists'), 'passkey_exists', 0);
    }
    throw new Refusal(i18n.t('login.passkeyCancelled'), 'passkey_cancelled', 0);
  }
}
