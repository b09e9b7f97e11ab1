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

/** Whether this browser has passkeys; only pages that came encrypted, or from this machine, have. */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** Has a passkey made. @returns undefined when the person, or the browser, did not */
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

/** Has a passkey sign. @returns undefined when the person, or the browser, did not */
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
