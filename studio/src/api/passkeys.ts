import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { i18n } from '../i18n';
import { call, ApiError } from './client';
import type { Member } from './types';

type Challenge<Options> = { ceremony: string; options: Options };

/** The credential that an authenticator returned, with the ceremony it belongs to; the body of a call. */
export type PasskeyResponse = { ceremony: string; credential: object };

/** Reports whether the browser supports passkeys at this address. */
export const isSupported = (): boolean => browserSupportsWebAuthn();

/** Logs in with a passkey. @throws ApiError */
export async function login(): Promise<Member> {
  const challenge = await call<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    '/login/passkey/begin',
    {},
  );
  const credential = await runCeremony(() =>
    startAuthentication({ optionsJSON: challenge.options }),
  );
  return call<Member>('POST', '/login/passkey', { ceremony: challenge.ceremony, credential });
}

/**
 * Creates a passkey on the device.
 * @param path the call that begins the ceremony, sent with `body`
 * @throws ApiError, with the code `passkey_cancelled` when the person or the device gave up
 */
export async function create(path: string, body: object): Promise<PasskeyResponse> {
  const challenge = await call<Challenge<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    path,
    body,
  );
  const credential = await runCeremony(() => startRegistration({ optionsJSON: challenge.options }));
  return { ceremony: challenge.ceremony, credential };
}

// The error messages of WebAuthn are for developers: people get messages of the Studio.
async function runCeremony<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError') {
      throw new ApiError(i18n.t('login.passkeyExists'), 'passkey_exists', 0);
    }
    throw new ApiError(i18n.t('login.passkeyCancelled'), 'passkey_cancelled', 0);
  }
}
