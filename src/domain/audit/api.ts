import { z } from 'zod'
import { requireRight } from '../access/index.ts'
import { auditActionSchema, auditEntrySchema, auditNumberSchema } from './documents.ts'
import { instantSchema } from '../kernel/instant.ts'
import { AUDIT_DAYS } from '../kernel/limits.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Filter of the log; all parts are optional. `before`: only entries with lower numbers. */
const auditFilterSchema = z.strictObject({
  username: z.string().trim().toLowerCase().max(200).optional(),
  action: auditActionSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  before: auditNumberSchema.optional(),
})
export type AuditFilter = z.output<typeof auditFilterSchema>

const pageSchema = z.strictObject({
  /** newest first */
  entries: z.array(auditEntrySchema).readonly(),
  /** `before` for the next page; null on the last page */
  next: auditNumberSchema.nullable(),
  /** null for users who see only a part of the log */
  keepDays: z.int().nullable(),
})
export type AuditPage = z.infer<typeof pageSchema>

export const listAudit = {
  method: 'GET',
  path: '/audit',
  access: requireRight('manage', 'usuario_municipio'),
  query: auditFilterSchema,
  /**
   * `names`: current names by document path, for the users in `by` and the users and places in `target`; deleted
   * documents have none
   */
  reply: pageSchema.extend({ names: z.record(z.string(), z.string()).optional() }),
  topic: 'audit',
  summary: "Audit log: all entries for administrators, otherwise those of the user's municipalities",
} as const satisfies Endpoint

export const exportAudit = {
  method: 'POST',
  path: '/audit/export',
  access: requireRight('manage', 'usuario_municipio'),
  body: z.strictObject({ sought: auditFilterSchema }),
  reply: pageSchema,
  topic: 'audit',
  summary: 'Exports the audit log in large pages. Requesting the first page is recorded in the audit log',
} as const satisfies Endpoint

export const verifyAudit = {
  method: 'GET',
  path: '/audit/verify',
  access: requireRight('manage', 'usuario'),
  query: z.strictObject({
    after: auditNumberSchema.optional(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  reply: z.strictObject({
    /** number of entries checked */
    checked: z.int(),
    /** last valid entry, from which to continue */
    number: auditNumberSchema,
    hash: z.string(),
    /** the end of the chain was reached without errors */
    complete: z.boolean(),
    /** entry that is missing, changed or out of place */
    broken: auditNumberSchema.nullable(),
  }),
  summary: 'Verifies a part of the audit chain, from its start or from where the last part ended',
} as const satisfies Endpoint

export const setAuditRetention = {
  method: 'PUT',
  path: '/audit/retention',
  access: requireRight('manage', 'usuario'),
  body: z.strictObject({ days: z.int().min(AUDIT_DAYS.least).max(AUDIT_DAYS.most) }),
  reply: z.strictObject({ keepDays: z.int() }),
  topic: 'audit',
  summary: 'Sets how many days audit entries are kept',
} as const satisfies Endpoint
