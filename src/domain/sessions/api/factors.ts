import { z } from 'zod'
import { ACCOUNT_ACCESS, PUBLIC_ACCESS, requireRight } from '../../access/index.ts'
import { roleSchema, ROLES } from '../../users/documents/role.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { LANGUAGES, MAX_FACTOR_NAME_LENGTH, MAX_FACTORS, MAX_PASSWORD_LENGTH } from '../../kernel/limits.ts'
import { requiredText } from '../../kernel/required-text.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { factorProofSchema, passkeyOptionsSchema, registrationSchema } from './factor-proof.ts'

/** Language of e-mails to the account's owner. */
const languageSchema = z.enum(LANGUAGES).default('en')
const nameSchema = requiredText(MAX_FACTOR_NAME_LENGTH)
/** Recovery codes; empty if the account already has factors. */
const recoverySchema = z.array(z.string())
/** Access for the holder of a cookie: a session, or a pending second step. */
const cookieHolderAccess = { access: PUBLIC_ACCESS, always: 'signs in' } as const

export const passSecondStep = {
  ...cookieHolderAccess,
  method: 'POST',
  path: '/session/second-step',
  body: factorProofSchema,
  reply: 'nothing',
  summary: 'Completes a sign-in with a second factor, shortly after the password',
} as const satisfies Endpoint

export const askPasskey = {
  ...cookieHolderAccess,
  method: 'POST',
  path: '/factors/passkey',
  reply: z.object({ options: passkeyOptionsSchema }),
  summary: 'A one-time challenge for a passkey to sign as a second factor',
} as const satisfies Endpoint

export const beginFactor = {
  ...cookieHolderAccess,
  method: 'POST',
  path: '/factors/begin',
  body: z.strictObject({ kind: z.enum(['app', 'passkey']) }),
  reply: z.discriminatedUnion('kind', [
    /** `address`: otpauth:// URL for a QR code */
    z.object({ kind: z.literal('app'), secret: z.string(), address: z.string(), recovery: recoverySchema }),
    z.object({ kind: z.literal('passkey'), options: passkeyOptionsSchema, recovery: recoverySchema }),
  ]),
  summary:
    'Begins the set-up of a second factor. For the first one, the reply has the recovery codes, which are valid once it is completed. In an open session, needs a recent sign-in or confirmation (`/api/session/confirm`)',
} as const satisfies Endpoint

export const addFactor = {
  ...cookieHolderAccess,
  method: 'POST',
  path: '/factors',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('app'), name: nameSchema, code: z.string().max(20), language: languageSchema }),
    z.strictObject({
      kind: z.literal('passkey'),
      name: nameSchema,
      registration: registrationSchema,
      language: languageSchema,
    }),
  ]),
  reply: 'nothing',
  topic: 'factors',
  summary: 'Completes the set-up of a second factor; opens a session if the sign-in required a second factor',
} as const satisfies Endpoint

const secondFactorListItemSchema = z.object({
  id: z.string(),
  kind: z.enum(['app', 'passkey']),
  name: z.string(),
  addedAt: instantSchema,
  lastUsedAt: instantSchema.optional(),
})
export type SecondFactorListItem = Readonly<z.infer<typeof secondFactorListItemSchema>>

export const listFactors = {
  method: 'GET',
  path: '/factors',
  access: ACCOUNT_ACCESS,
  reply: z.object({
    /** false: the user signs in at the single sign-on provider, which manages second factors */
    password: z.boolean(),
    required: z.boolean(),
    /** the user has recently authenticated, so that sensitive actions need no confirmation now */
    proven: z.boolean(),
    factors: z.array(secondFactorListItemSchema).max(MAX_FACTORS),
    recoveryLeft: z.int(),
  }),
  topic: 'factors',
  summary: "The user's own second factors",
} as const satisfies Endpoint

export const removeFactor = {
  confirms: true,
  method: 'DELETE',
  path: '/factors/:id',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: z.string().regex(/^[0-9A-Za-z]{26}$/) }),
  query: z.object({ language: languageSchema }),
  reply: 'nothing',
  topic: 'factors',
  summary: "Removes one of the user's second factors; all other sessions end",
} as const satisfies Endpoint

export const renewRecovery = {
  confirms: true,
  method: 'POST',
  path: '/factors/recovery',
  access: ACCOUNT_ACCESS,
  always: 'signs in',
  body: z.strictObject({ language: languageSchema }),
  reply: z.object({ recovery: z.array(z.string()) }),
  topic: 'factors',
  summary: 'Replaces all recovery codes',
} as const satisfies Endpoint

export const confirmSession = {
  method: 'POST',
  path: '/session/confirm',
  access: ACCOUNT_ACCESS,
  always: 'signs in',
  body: z.strictObject({ password: z.string().min(1).max(MAX_PASSWORD_LENGTH), proof: factorProofSchema.optional() }),
  reply: 'nothing',
  topic: 'factors',
  summary: 'Repeats the full sign-in in an open session; sensitive actions require it',
} as const satisfies Endpoint

const ruleSchema = z.object({ roles: z.array(roleSchema).max(ROLES.length) })
const factorRuleEndpoint = {
  path: '/second-factor',
  access: requireRight('manage', 'usuario'),
  reply: ruleSchema,
  topic: 'factors',
} as const

export const readFactorRule = {
  ...factorRuleEndpoint,
  fresh: true,
  method: 'GET',
  summary: 'Roles that must have a second factor',
} as const satisfies Endpoint

export const saveFactorRule = {
  ...factorRuleEndpoint,
  confirms: true,
  method: 'PUT',
  body: z.strictObject(ruleSchema.shape),
  summary: 'Sets the roles that must have a second factor, from their next sign-in',
} as const satisfies Endpoint
