import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { InputOf } from '#domain/endpoints/index.ts'
import type { addFactor, FactorProof, PasskeyOptions } from '#domain/sessions/index.ts'

type Registration = Extract<InputOf<typeof addFactor>['body'], { readonly kind: 'passkey' }>['registration']
type Assertion = Extract<FactorProof, { readonly kind: 'passkey' }>['assertion']

/** Returns whether this browser supports passkeys, which requires HTTPS or localhost. */
export function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/**
 * Creates a passkey.
 * @returns undefined if the user or the browser has refused
 */
export function makePasskey(options: PasskeyOptions): Promise<Registration | undefined> {
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject, transports } }) => ({
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
    }),
    () => undefined,
  )
}

/**
 * Signs with a passkey.
 * @returns undefined if the user or the browser has refused
 */
export function signWithPasskey(options: PasskeyOptions): Promise<Assertion | undefined> {
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).then(
    ({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }) => ({
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
    }),
    () => undefined,
  )
}
