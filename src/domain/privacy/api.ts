import { z } from 'zod'
import { ACCOUNT_ACCESS, requireRight } from '../access/index.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { answerIdSchema, templateIdSchema, userIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { requiredText } from '../kernel/required-text.ts'
import { templateDraftSchema } from '../templates/documents/template.ts'
import { userSchema } from '../users/documents/user.ts'
import { PERSON_MATCH_KINDS, PERSON_RECORD_KINDS } from './documents.ts'
import { personIdentifierSchema } from './person.ts'
import { exportedRecordSchema } from './privacy-api.ts'

/** Maximum records per request. An erasure has several commits per record, and an export contains whole answers. */
export const MAX_ERASED_PER_REQUEST = 50
export const MAX_EXPORTED_PER_REQUEST = 10
export const MAX_ERASURE_REASON_LENGTH = 400
/** Words that confirm an erasure when typed, by language. Each is accepted in any language. */
export const ERASURE_WORDS = { en: 'ERASE', es: 'SUPRIMIR' } as const

const positionSchema = z.string().min(1).max(1000)
/**
 * HMAC of the identifier with a key of this installation. The audit log contains the HMAC instead of the identifier.
 */
const proofSchema = z.string().regex(/^[0-9a-f]{64}$/)

const recordLineSchema = z.strictObject({
  id: answerIdSchema.describe('id of the answer, or of the answer that an order belongs to'),
  kind: z
    .enum(PERSON_RECORD_KINDS)
    .describe('answer, deleted answer, held answer; order: the answer has been erased and only its payment is left'),
  as: z
    .enum(PERSON_MATCH_KINDS)
    .describe('citizen: the citizen of the answer; payer: the payer of its order; content: a person named in a text'),
  name: z.string().describe('name of the citizen or payer that matches; empty when only a text does'),
  title: z.string().describe('title of the form'),
  code: z.string().describe('code of the answer; empty without one'),
  at: instantSchema.describe('when it was created'),
  municipality: municipalityPathSchema.describe('municipality of the record'),
  hasPayment: z.boolean().describe('it has a payment, whose accounting documents are kept without the payer'),
})
export type PersonRecordListItem = Readonly<z.infer<typeof recordLineSchema>>

const accountSchema = userSchema
  .pick({ userMuniCore: true, email: true, firstName: true, lastName: true, inspectorID: true, roles: true })
  .extend({ id: userIdSchema })

export const personPageSchema = z.strictObject({
  records: z.array(recordLineSchema),
  /** the staff account with this e-mail address, on the first page; it is deactivated on the users screen */
  account: accountSchema.optional(),
  /** number of waiting or failed e-mails to this address, on the first page */
  emails: z.int().min(0),
  proof: proofSchema,
  /** `after` for the next part of the search; missing when all records were searched */
  next: positionSchema.optional(),
})
export type PersonPage = Readonly<z.infer<typeof personPageSchema>>

const administration = requireRight('manage', 'usuario_municipio')

export const findPerson = {
  method: 'POST',
  path: '/privacy/find',
  access: administration,
  body: z.strictObject({ person: personIdentifierSchema, after: positionSchema.optional() }),
  reply: personPageSchema,
  always: 'reads',
  summary:
    'Finds what is stored about a person. Each request does a part of the search; the first one is recorded in the audit log',
} as const satisfies Endpoint

const buildIdsSchema = (max: number) => z.array(answerIdSchema).min(1).max(max)

export const exportPerson = {
  method: 'POST',
  path: '/privacy/export',
  access: administration,
  body: z.strictObject({ person: personIdentifierSchema, ids: buildIdsSchema(MAX_EXPORTED_PER_REQUEST) }),
  reply: z.strictObject({ records: z.array(exportedRecordSchema) }),
  always: 'reads',
  summary: 'Exports everything stored about a person in these records; recorded in the audit log',
} as const satisfies Endpoint

const NOT_ERASED_REASONS = ['missing', 'payment', 'held'] as const
export type NotErasedReason = (typeof NOT_ERASED_REASONS)[number]

export const erasePerson = {
  method: 'POST',
  path: '/privacy/erase',
  access: administration,
  body: z.strictObject({
    person: personIdentifierSchema,
    ids: buildIdsSchema(MAX_ERASED_PER_REQUEST),
    word: z.enum(ERASURE_WORDS),
    reason: requiredText(MAX_ERASURE_REASON_LENGTH),
  }),
  reply: z.strictObject({
    erased: z.array(answerIdSchema),
    /** missing: no data of this person; payment: a payment, refund or delivery is open; held: staff must decide */
    left: z.array(z.strictObject({ id: answerIdSchema, why: z.enum(NOT_ERASED_REASONS) })),
    /** number of deleted e-mails that had not been sent */
    emails: z.int().min(0),
    proof: proofSchema,
  }),
  topic: 'answers',
  summary:
    'Erases these records of a person permanently; each is recorded in the audit log with its reason. Accounting documents keep their amounts and lose the payer',
} as const satisfies Endpoint

export const previewRetention = {
  method: 'GET',
  path: '/templates/:id/retention',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  query: z.object({ period: templateDraftSchema.shape.retention.unwrap() }),
  reply: z.strictObject({
    /**
     * number of answers whose retention period is over by `from`; some of them are erased later, because they wait for
     * staff or a payment
     */
    answers: z.int().min(0),
    /** time of the first erasure if the form were published now */
    from: instantSchema,
  }),
  summary: 'Number of answers that would be erased if the form were published with this retention period',
} as const satisfies Endpoint
