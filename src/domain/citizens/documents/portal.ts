import { z } from 'zod'
import { citizenAuthorSchema } from '../../kernel/author.ts'
import { type AnswerId, answerIdSchema, citizenIdSchema, mutationIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import { instantSchema, type Instant } from '../../kernel/instant.ts'
import type { Key } from '../../kernel/key.ts'
import { municipalityPathSchema } from '../../kernel/paths.ts'
import { nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { citizenSchema } from './citizen.ts'

const { nombre, apellido, dni } = citizenSchema.shape

/** Citizen signed in by the citizen portal (part 3, point 7). Ids belong to the municipality. */
export const portalCitizenSchema = z.object({
  id: citizenIdSchema.describe('id in the citizen registry'),
  nombre: nombre.describe('first name'),
  apellido: apellido.describe('last name'),
  dni: dni.describe('ID number'),
  username: nameSchema.describe('name in the portal, shown with their answers'),
  municipality: municipalityPathSchema.describe('municipality of the portal that identified them'),
})
export type PortalCitizen = DeepReadonly<z.infer<typeof portalCitizenSchema>>

/** Portal record of an answer, and the form it was opened for. The first permit binds the record to one answer. */
const recordSchema = z.object({
  id: nameSchema.describe('id in the portal'),
  form: templateIdSchema.describe('the form that it was opened for'),
  answer: answerIdSchema.optional().describe('the answer that it belongs to'),
})

/**
 * Scope of a link and of the session that it starts: one answer, until its request or state changes (`isScopeCurrent`).
 */
const linkScopes = [
  z.object({
    kind: z.literal('revision').describe('access to one answer, for responding to one correction request'),
    answer: answerIdSchema.describe('the answer'),
    request: z.int().min(0).describe('index of the request'),
    sentAt: instantSchema.optional().describe('date of that request; missing in links created by earlier releases'),
  }),
  z.object({
    kind: z.literal('view').describe('access to one answer, for seeing its state'),
    answer: answerIdSchema.describe('the answer'),
    moves: z.int().min(0).describe('number of entries in the history of its states'),
  }),
] as const
export const linkScopeSchema = z.discriminatedUnion('kind', linkScopes)
export type LinkScope = DeepReadonly<z.infer<typeof linkScopeSchema>>

/** `names/portal-record~…`: answer that uses a portal record. `record`: full id, because keys are truncated */
export type PortalRecord = { readonly record: string; readonly answer: AnswerId }

/** Scope of a citizen's session: all their answers or, from a link, one answer. */
export const citizenScopeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('own').describe('all that is theirs'),
    record: recordSchema.optional().describe('what the portal has opened for what they are about to answer'),
  }),
  ...linkScopes,
])
export type CitizenScope = DeepReadonly<z.infer<typeof citizenScopeSchema>>

/** `tokens/{SHA-256 of the bearer}`: session of a citizen. Ends early, because citizens may use shared computers. */
export type CitizenSession = {
  readonly author: string
  readonly citizen: PortalCitizen
  readonly scope: CitizenScope
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  /** end of the idle time; extended by use, but not beyond `endsAt` */
  readonly expiresAt: Instant
  readonly endsAt: Instant
}

/** `tokens/{SHA-256 of a token}`: marks a token as used. Kept longer than any token is valid. */
export type UsedToken = {
  readonly usedBy: Key<CitizenSession>
  /** SHA-256 of the device's attempt id: only this attempt may be repeated, briefly, if the reply was lost */
  readonly attempt: string
  readonly usedAt: Instant
  readonly expiresAt: Instant
}

/**
 * Permit to send one change of one answer, created in a session and valid for seven days, even after the session ends.
 * Signed by the server, stored by the device.
 */
export const citizenPermitSchema = z.strictObject({
  author: citizenAuthorSchema.describe('who sends the change'),
  citizen: portalCitizenSchema.describe('citizen identified by the portal'),
  purpose: z.enum(['answer.submit', 'answer.revise']).describe('kind of the change'),
  form: templateIdSchema.describe('the form'),
  answer: answerIdSchema.describe('the answer'),
  mutation: mutationIdSchema.describe('the change'),
  record: nameSchema.optional().describe("the portal's record of the answer"),
  request: z.int().min(0).optional().describe('index of the correction request that a revision answers, from 0'),
  requestSentAt: instantSchema
    .optional()
    .describe('date of that request; missing in permits created by earlier releases'),
  requestMarks: z
    .int()
    .min(0)
    .optional()
    .describe('number of items that the request marks for correction; missing in permits created by earlier releases'),
  until: instantSchema.describe('when it expires'),
})
export type CitizenPermit = DeepReadonly<z.infer<typeof citizenPermitSchema>>

/**
 * Content of a signed link that gives its citizen access to one answer. The link becomes invalid when the state or
 * request changes (`isScopeCurrent`).
 */
export const citizenLinkSchema = z.strictObject({
  citizen: citizenIdSchema.describe('the citizen of the answer, by id in the registry'),
  scope: linkScopeSchema.describe('scope of the access'),
  id: z.string().max(32).describe('random part, so that each link differs'),
  until: instantSchema.describe('when it expires'),
})
