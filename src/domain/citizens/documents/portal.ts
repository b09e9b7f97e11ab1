import { z } from 'zod'
import { citizenAuthorSchema } from '../../kernel/author.ts'
import { type AnswerId, answerIdSchema, citizenIdSchema, mutationIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import { instantSchema, type Instant } from '../../kernel/instant.ts'
import type { Key } from '../../kernel/key.ts'
import { municipalityPathSchema } from '../../kernel/paths.ts'
import { nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { citizenSchema } from './citizen.ts'

const { nombre, apellido, dni } = citizenSchema.shape

/** A citizen whom the citizen portal has signed in (part 3, point 7). Ids of citizens are a municipality's own. */
export const portalCitizenSchema = z.object({
  id: citizenIdSchema.describe('id in the citizen registry'),
  nombre: nombre.describe('first name'),
  apellido: apellido.describe('surname'),
  dni: dni.describe('ID number'),
  username: nameSchema.describe('name in the portal, shown beside what they answer'),
  municipality: municipalityPathSchema.describe('municipality whose portal vouches for them'),
})
export type PortalCitizen = DeepReadonly<z.infer<typeof portalCitizenSchema>>

/** The portal's record of an answer, and the form that it was opened for; the first permit ties it to one answer. */
const recordSchema = z.object({
  id: nameSchema.describe('id in the portal'),
  form: templateIdSchema.describe('the form that it was opened for'),
  answer: answerIdSchema.optional().describe('the answer that it belongs to'),
})

/** What a link of ours and its session open: one answer, while it stands where it stood then (`isScopeCurrent`). */
const linkScopes = [
  z.object({
    kind: z.literal('revision').describe('one answer, to correct what one request asks for'),
    answer: answerIdSchema.describe('the answer'),
    request: z.int().min(0).describe('which of its requests'),
    sentAt: instantSchema.optional().describe('date of that request; missing in older links'),
  }),
  z.object({
    kind: z.literal('view').describe('one answer, to see where it stands'),
    answer: answerIdSchema.describe('the answer'),
    moves: z.int().min(0).describe('how many entries the history of its states has'),
  }),
] as const
export const linkScopeSchema = z.discriminatedUnion('kind', linkScopes)
export type LinkScope = DeepReadonly<z.infer<typeof linkScopeSchema>>

/** `names/portal-record~…`: the answer of a record of the portal. `record`: tells apart keys that are cut alike */
export type PortalRecord = { readonly record: string; readonly answer: AnswerId }

/** What a citizen's session opens: all that is theirs, or, by a link of ours, one answer. */
export const citizenScopeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('own').describe('all that is theirs'),
    record: recordSchema.optional().describe('what the portal has opened for what they are about to answer'),
  }),
  ...linkScopes,
])
export type CitizenScope = DeepReadonly<z.infer<typeof citizenScopeSchema>>

/** `tokens/{SHA-256 of the bearer}`: a citizen's session. Short on purpose: they sit at computers that others use. */
export type CitizenSession = {
  readonly author: string
  readonly citizen: PortalCitizen
  readonly scope: CitizenScope
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  /** after so long a rest; moves with use, never past `endsAt` */
  readonly expiresAt: Instant
  readonly endsAt: Instant
}

/** `tokens/{SHA-256 of a token}`: it has been used. Kept longer than any token is good. */
export type UsedToken = {
  readonly usedBy: Key<CitizenSession>
  /** SHA-256 of what the device calls this try: it alone may come again, for a moment, when our reply was lost */
  readonly attempt: string
  readonly usedAt: Instant
  readonly expiresAt: Instant
}

/**
 * The right to send one change of one answer, begun in a session: good for seven days, also when the session has ended.
 * Signed by the server, kept by the device.
 */
export const citizenPermitSchema = z.strictObject({
  author: citizenAuthorSchema.describe('who sends the change'),
  citizen: portalCitizenSchema.describe('whom the portal has vouched for'),
  purpose: z.enum(['answer.submit', 'answer.revise']).describe('kind of the change'),
  form: templateIdSchema.describe('the form'),
  answer: answerIdSchema.describe('the answer'),
  mutation: mutationIdSchema.describe('the change'),
  record: nameSchema.optional().describe('record of the portal, which follows the answer'),
  request: z.int().min(0).optional().describe('which request for changes a revision answers, counted from 0'),
  requestSentAt: instantSchema.optional().describe('date of that request; missing in older permits'),
  requestMarks: z.int().min(0).optional().describe('how many marks it had; missing in older permits'),
  until: instantSchema.describe('good until then'),
})
export type CitizenPermit = DeepReadonly<z.infer<typeof citizenPermitSchema>>

/** What a link of ours lets a citizen do with one answer of theirs. It ends with the next change of that state. */
export const citizenLinkSchema = z.strictObject({
  citizen: citizenIdSchema.describe('whose answer it is'),
  scope: linkScopeSchema.describe('what it opens'),
  id: z.string().max(32).describe('makes each link another one'),
  until: instantSchema.describe('good until then'),
})
