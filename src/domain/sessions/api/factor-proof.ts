import { z } from 'zod'

const BASE64URL = /^[A-Za-z0-9_-]+$/
const piece = (max: number) => z.string().min(1).max(max).regex(BASE64URL)

/** Signed passkey assertion in the JSON format of WebAuthn; ignores other fields. */
const assertionSchema = z.object({
  id: piece(1_400),
  rawId: piece(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: piece(4_000),
    authenticatorData: piece(2_000),
    signature: piece(2_000),
    userHandle: piece(200).optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof assertionSchema>

/** New passkey credential in the JSON format of WebAuthn. */
export const registrationSchema = z.object({
  id: piece(1_400),
  rawId: piece(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: piece(4_000),
    attestationObject: piece(6_000),
    transports: z.array(z.string().max(20)).max(8).optional(),
  }),
})
export type PasskeyRegistration = z.output<typeof registrationSchema>

/** Proof of a second factor. `code`: code of an authenticator app, or a recovery code. */
export const factorProofSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), code: z.string().min(1).max(40) }),
  z.strictObject({ kind: z.literal('passkey'), assertion: assertionSchema }),
])
export type FactorProof = z.output<typeof factorProofSchema>

/** Options for the browser's WebAuthn API, in its JSON format. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>
