import { z } from 'zod'
import { userIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { nameSchema, type DeepReadonly } from '../kernel/building-blocks.ts'

/** Logged actions: administration, sign-ins, changes of answers, payments, tickets, and access to personal data. */
export const AUDIT_ACTIONS = [
  'user.created',
  'user.changed',
  'user.deactivated',
  'user.reactivated',
  'user.invited',
  'users.exported',
  'request.accepted',
  'request.dismissed',
  'area.created',
  'area.renamed',
  'area.deleted',
  'municipality.created',
  'municipality.changed',
  'municipality.blocked',
  'municipality.unblocked',
  'settings.changed',
  'province.created',
  'province.changed',
  'country.created',
  'country.changed',
  'country.blocked',
  'country.unblocked',
  'remote-config.changed',
  'password.changed',
  'password.reset',
  'session.started',
  'session.refused',
  'session.ended',
  'second-factor.on',
  'second-factor.off',
  'second-factor.failed',
  'second-factor.reset',
  'second-factor.rule',
  'recovery-codes.renewed',
  'recovery-code.used',
  'citizen.looked-up',
  'citizen.created',
  'citizen.settled',
  'citizen.link-made',
  'answers.exported',
  'answers.printed',
  'answer.copied',
  'answer.corrected',
  'answer.completed',
  'answer.moved',
  'answer.changes-requested',
  'answer.revised',
  'answer.deleted',
  'answer.restored',
  'person.looked-up',
  'person.exported',
  'person.erased',
  'retention.erased',
  'held.accepted',
  'held.discarded',
  'form.published',
  'form.switched',
  'form.copied',
  'form.deleted',
  'event.moved',
  'event.cancelled',
  'payment.received',
  'payment.recorded',
  'payment.validated',
  'payment.asked',
  'payment.refunded',
  'payment.closed',
  'payment.day-closed',
  'payment.exported',
  'payment.connected',
  'ticket.blocked',
  'ticket.unblocked',
  'ticket.handed-on',
  'ticket.sent',
  'door.link-made',
  'door.link-ended',
  'door.scans-discarded',
  'token.created',
  'token.used',
  'token.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.removed',
  'webhook.secret',
  'webhook.tested',
  'webhook.sent-again',
  'audit.exported',
  'audit.retention',
  'audit.gap',
] as const
export const auditActionSchema = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof auditActionSchema>

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
/** `previous` of the first entry, which has no predecessor. */
export const NO_PREVIOUS_HASH = '0'.repeat(64)
/** Values of `by` in entries that no account caused. They contain no personal data. */
export const AUDIT_AUTHORS_WITHOUT_ACCOUNT = ['citizen', 'payments', 'retention', 'salvage'] as const
/** Twelve digits, so that texts sort as numbers. */
export const auditNumberSchema = z.string().regex(/^\d{12}$/)

/** Names of the details of entries. Entries of earlier releases may have others. */
export const AUDIT_DETAILS = [
  'addresses',
  'amount',
  'currency',
  'answer',
  'answers',
  'attachment',
  'browser',
  'by',
  'code',
  'conflicts',
  'day',
  'days',
  'emails',
  'ended',
  'fields',
  'filtered',
  'first',
  'found',
  'from',
  'how',
  'kind',
  'last',
  'lost',
  'method',
  'mode',
  'name',
  'nombre',
  'orders',
  'period',
  'person',
  'place',
  'priceVersion',
  'provider',
  'public',
  'reason',
  'removed',
  'role',
  'roles',
  'sessions',
  'source',
  'stateBefore',
  'stateNow',
  'system',
  'tickets',
  'title',
  'to',
  'users',
  'version',
  'way',
  'why',
] as const
export type AuditDetail = (typeof AUDIT_DETAILS)[number]

/** `audit/{number}`: user, action, document and origin. Immutable; deleted after the retention time. */
export const auditEntrySchema = z.strictObject({
  number: auditNumberSchema.describe('consecutive number from 000000000001, without gaps'),
  at: instantSchema.describe("when, by the server's clock"),
  action: auditActionSchema.describe('action'),
  target: z.string().max(500).describe('path of the changed document'),
  by: userIdSchema.describe('id of the person who did it'),
  username: nameSchema.describe('their username at that time'),
  municipality: municipalityPathSchema.optional().describe('municipality; missing: the whole installation'),
  from: z.string().max(64).describe('network address of the request; empty if unknown'),
  details: z
    .record(z.string().max(60), z.union([z.string().max(500), z.number(), z.boolean()]))
    .describe('further facts: names of changed fields, counts; never personal data'),
  previous: hashSchema.describe('hash of the previous entry'),
  hash: hashSchema.describe('SHA-256 of all other fields of the entry'),
})
export type AuditEntry = DeepReadonly<z.infer<typeof auditEntrySchema>>

/** `counters/audit`: start and end of the chain. */
export type AuditChain = {
  /** number of the newest entry */
  readonly count: number
  /** hash of the newest entry */
  readonly hash: string
  /** number of the oldest kept entry */
  readonly first: number
  /** hash of the entry before the oldest kept entry */
  readonly before: string
}

/** `settings/audit`: days to keep entries. */
export type AuditRetention = { readonly keepDays: number }
/** Default: ten years. */
export const DEFAULT_AUDIT_RETENTION: AuditRetention = { keepDays: 3_650 }
